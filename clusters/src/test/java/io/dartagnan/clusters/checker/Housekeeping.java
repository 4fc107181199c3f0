package io.dartagnan.clusters.checker;

import io.dartagnan.clusters.it.CloudTable;
import io.dartagnan.clusters.it.ThreeClouds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What clouds do of their own accord, each on its own, made to happen often: flushes, compactions,
 * moves and splits of regions.
 */
public final class Housekeeping implements Runnable {
  private static final int MOST_SPLITS = 6;

  private final ThreeClouds clusters;
  private final TableName name;
  private final Random random;
  private final Function<Random, String> rows;
  private final int longestRestMs;
  private final CountDownLatch over = new CountDownLatch(1);
  private final AtomicInteger done = new AtomicInteger();
  private int splits;

  /**
   * Housekeeping of one table, until {@link #end}.
   *
   * @param rows gives a random row, at which a region is split
   * @param longestRestMs longest pause between two things that it does, 1 or more
   */
  public Housekeeping(
      ThreeClouds clusters,
      TableName name,
      Random random,
      Function<Random, String> rows,
      int longestRestMs) {
    this.clusters = clusters;
    this.name = name;
    this.random = random;
    this.rows = rows;
    this.longestRestMs = longestRestMs;
  }

  @Override
  public void run() {
    try {
      while (!over.await(random.nextInt(longestRestMs), TimeUnit.MILLISECONDS)) {
        int party = random.nextInt(3);
        int kind = random.nextInt(10);
        String row = rows.apply(random);
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
  public int done() {
    return done.get();
  }

  public void end() {
    over.countDown();
  }
}
