package io.dartagnan.clusters.torture;

import io.dartagnan.clusters.it.CloudTable;
import io.dartagnan.clusters.it.LocalClusters;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;

/**
 * Maker of faults, one cloud at a time, in an order that follows from a seed. No cloud loses what
 * is durable: where one has, any filter over one such row is refused, so that most would not be
 * answered from then on. {@code CheckerIT} has those faults, and {@code LostWritesIT} their
 * filters.
 */
final class CloudFaults {
  private static final int LONGEST_PAUSE_MS = 4_000;
  private static final int LONGEST_REST_MS = 10_000;

  private final LocalClusters clusters;
  private final TableName table;
  private final Outages outages;
  private final Random random;
  private final List<Fault> next = new ArrayList<>();
  private final CountDownLatch never = new CountDownLatch(1);

  private enum Fault {
    /** A cloud is killed, loses what was not made durable, and is started again. */
    KILL,
    /** A cloud is ended cleanly and started again. */
    RESTART,
    /** A cloud stands still. */
    PAUSE,
    /** One of a cloud's RegionServers is ended; no cloud is away. */
    END_SERVER
  }

  CloudFaults(LocalClusters clusters, TableName table, Outages outages, Random random) {
    this.clusters = clusters;
    this.table = table;
    this.outages = outages;
    this.random = random;
  }

  /** Rests, and makes the next fault; what it brought down is up when it returns. */
  void one() throws IOException, InterruptedException {
    never.await(1 + random.nextInt(LONGEST_REST_MS), TimeUnit.MILLISECONDS);
    if (next.isEmpty()) {
      next.addAll(Arrays.asList(Fault.values()));
      Collections.shuffle(next, random);
    }
    Fault fault = next.remove(0);
    int party = random.nextInt(3);
    System.out.printf("  %s of cloud %d%n", fault, party);
    switch (fault) {
      case KILL -> away(party, "kill");
      case RESTART -> away(party, "stop");
      case PAUSE -> pause(party);
      case END_SERVER -> endServer(party);
    }
  }

  private void away(int party, String end) throws IOException, InterruptedException {
    outages.begin(end.equals("kill"));
    clusters.require(end, String.valueOf(party));
    clusters.require("start", String.valueOf(party));
    outages.end();
  }

  private void pause(int party) throws IOException, InterruptedException {
    outages.begin();
    clusters.signal(party, "STOP");
    try {
      never.await(1 + random.nextInt(LONGEST_PAUSE_MS), TimeUnit.MILLISECONDS);
    } finally {
      clusters.signal(party, "CONT");
    }
    outages.end();
  }

  /** One that has regions of the table, if another is there to take them. */
  private void endServer(int party) throws IOException {
    try (CloudTable cloud = clusters.cloud(party, table)) {
      List<ServerName> servers = new ArrayList<>(cloud.admin().getRegionServers());
      if (servers.size() < 2) {
        return;
      }
      Collections.sort(servers);
      Collections.shuffle(servers, random);
      for (ServerName server : servers) {
        List<RegionInfo> regions = cloud.admin().getRegions(server);
        if (regions.stream().anyMatch(region -> region.getTable().equals(table))) {
          stop(cloud.admin(), server);
          return;
        }
      }
    }
  }

  private static void stop(Admin admin, ServerName server) throws IOException {
    try {
      admin.stopRegionServer(server.getAddress().toString());
    } catch (CallTimeoutException e) {
      // It stops: it lets filters end first, for as long as the call may take.
      System.out.println("  " + server + " lets filters end");
    }
  }
}
