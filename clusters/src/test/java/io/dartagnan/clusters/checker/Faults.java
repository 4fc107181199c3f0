package io.dartagnan.clusters.checker;

import io.dartagnan.clusters.it.LocalClusters;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Maker of faults, one after the other, in an order that follows from a seed. */
final class Faults {
  private static final int LONGEST_PAUSE_MS = 4_000;
  private static final int LONGEST_REST_MS = 4_000;

  private final LocalClusters clusters;
  private final ClientProcesses clients;
  private final Random random;
  private final List<Fault> next = new ArrayList<>();
  private final CountDownLatch over = new CountDownLatch(1);

  Faults(LocalClusters clusters, ClientProcesses clients, Random random) {
    this.clusters = clusters;
    this.clients = clients;
    this.random = random;
  }

  /** Makes faults for a time; whatever was brought down is up again when it returns. */
  void run(Duration time) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < deadline) {
      rest(LONGEST_REST_MS);
      make(next());
    }
  }

  /**
   * Every kind once, in random order, then every kind again; pauses, which take little, more often.
   */
  private Fault next() {
    if (next.isEmpty()) {
      next.addAll(Arrays.asList(Fault.values()));
      next.add(Fault.PAUSE);
      next.add(Fault.KILL_CLIENTS);
      Collections.shuffle(next, random);
    }
    return next.remove(0);
  }

  private void make(Fault fault) throws IOException, InterruptedException {
    int party = random.nextInt(3);
    String cloud = String.valueOf(party);
    System.out.printf("  %s %s%n", fault, fault == Fault.KILL_CLIENTS ? "" : "of cloud " + cloud);
    switch (fault) {
      case PAUSE -> {
        clusters.signal(party, "STOP");
        try {
          rest(LONGEST_PAUSE_MS);
        } finally {
          clusters.signal(party, "CONT");
        }
      }
      case KILL -> {
        clusters.require("kill", cloud);
        clusters.require("start", cloud);
      }
      case RESTART -> {
        clusters.require("stop", cloud);
        clusters.require("start", cloud);
      }
      case KILL_CLIENTS -> clients.replaceOne(party);
    }
  }

  private void rest(int atMostMs) throws InterruptedException {
    over.await(1 + random.nextInt(atMostMs), TimeUnit.MILLISECONDS);
  }
}
