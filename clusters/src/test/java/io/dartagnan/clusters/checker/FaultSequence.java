package io.dartagnan.clusters.checker;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Faults that are made one after the other, in an order that follows from a seed. */
final class FaultSequence {
  private static final int LONGEST_REST_MS = 4_000;

  private final List<Fault> round;
  private final Random random;
  private final List<Fault> next = new ArrayList<>();
  private final Map<String, Integer> made = new TreeMap<>();

  /**
   * A sequence, of which nothing is made yet.
   *
   * @param round all kinds, each as often as it comes before all of them come again
   */
  FaultSequence(List<Fault> round, Random random) {
    this.round = List.copyOf(round);
    this.random = random;
  }

  /** Whether what a sequence is made for has come about. */
  @FunctionalInterface
  interface Purpose {
    boolean isServed() throws IOException;
  }

  /**
   * Makes faults for a time, until each kind was made, and until they have served their purpose,
   * for which it waits no longer than another time; whatever was brought down is up again when it
   * returns.
   *
   * @return how often each kind was made
   */
  Map<String, Integer> run(Duration time, Purpose purpose, Duration more)
      throws IOException, InterruptedException {
    long begun = System.nanoTime();
    while (System.nanoTime() - begun < time.toNanos()
        || !all()
        || System.nanoTime() - begun < time.plus(more).toNanos() && !purpose.isServed()) {
      Rest.upTo(LONGEST_REST_MS, random);
      Fault fault = next();
      int cloud = random.nextInt(3);
      System.out.printf("  %s, cloud %d%n", fault.name(), cloud);
      fault.making().make(cloud, random);
      made.merge(fault.name(), 1, Integer::sum);
    }
    return made;
  }

  private boolean all() {
    return round.stream().allMatch(fault -> made.containsKey(fault.name()));
  }

  private Fault next() {
    if (next.isEmpty()) {
      next.addAll(round);
      Collections.shuffle(next, random);
    }
    return next.remove(0);
  }
}
