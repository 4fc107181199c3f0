package io.dartagnan.clusters.checker;

import io.dartagnan.clusters.it.CloudTable;
import io.dartagnan.clusters.it.LocalClusters;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What clouds do of their own accord, each on its own, made to happen often: flushes, compactions,
 * moves and splits of regions.
 */
final class Housekeeping implements Runnable {
  private static final int LONGEST_REST_MS = 1_500;
  private static final int MOST_SPLITS = 6;

  private final LocalClusters clusters;
  private final TableName name;
  private final Random random;
  private final CountDownLatch over = new CountDownLatch(1);
  private final AtomicInteger done = new AtomicInteger();
  private int splits;

  Housekeeping(LocalClusters clusters, TableName name, Random random) {
    this.clusters = clusters;
    this.name = name;
    this.random = random;
  }

  @Override
  public void run() {
    try {
      while (!over.await(random.nextInt(LONGEST_REST_MS), TimeUnit.MILLISECONDS)) {
        int party = random.nextInt(3);
        int kind = random.nextInt(10);
        String row = Rows.random(random);
        try (CloudTable cloud = clusters.cloud(party, name)) {
          act(cloud, kind, row);
          done.incrementAndGet();
        } catch (IOException | RuntimeException e) {
          // The cloud is down, or the region is moving: so much the better.
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void act(CloudTable cloud, int kind, String row) throws IOException {
    switch (kind) {
      case 0, 1, 2 -> cloud.flush();
      case 3, 4, 5, 6 -> cloud.compact();
      case 7 -> {
        if (splits < MOST_SPLITS) {
          splits++;
          cloud.admin().split(name, Bytes.toBytes(row));
        }
      }
      default -> move(cloud.admin());
    }
  }

  private void move(Admin admin) throws IOException {
    List<RegionInfo> regions = admin.getRegions(name);
    List<ServerName> servers = new ArrayList<>(admin.getRegionServers());
    RegionInfo region = regions.get(random.nextInt(regions.size()));
    admin.move(region.getEncodedNameAsBytes(), servers.get(random.nextInt(servers.size())));
  }

  /** Number of things done. */
  int done() {
    return done.get();
  }

  void end() {
    over.countDown();
  }
}
