package io.dartagnan.clusters.checker;

import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Time that a fault lasts, or that lies between two of them. */
public final class Rest {
  private static final CountDownLatch NEVER = new CountDownLatch(1);

  private Rest() {}

  /** Lets a random time pass, of so many milliseconds at most. */
  static void upTo(int mostMs, Random random) throws InterruptedException {
    between(1, mostMs, random);
  }

  /** Lets a random time pass, of so many milliseconds at least and less than so many. */
  public static void between(int leastMs, int mostMs, Random random) throws InterruptedException {
    NEVER.await(random.nextInt(leastMs, mostMs), TimeUnit.MILLISECONDS);
  }
}
