package io.dartagnan.client.write;

import io.dartagnan.client.rpc.RetryPolicy;
import java.io.InterruptedIOException;
import java.util.concurrent.ThreadLocalRandom;

/** Pauses between attempts: two writers that are in each other's way must not stay in step. */
final class Pause {
  private static final long LONGEST_MS = 64;

  private long mostMs;

  /** Waits, the first time not at all, then up to twice as long each time. */
  void take() throws InterruptedIOException {
    RetryPolicy.sleep(
        ThreadLocalRandom.current().nextLong(mostMs + 1),
        "interrupted while a write was to be sent again");
    mostMs = Math.min(LONGEST_MS, mostMs * 2 + 1);
  }
}
