package io.dartagnan.client;

import java.util.concurrent.ExecutorService;

/** The pool that a connection's filtered scans take turns on, for tests in other packages. */
public final class ScanThreads {
  private ScanThreads() {}

  /** A pool of so many threads. */
  public static ExecutorService create(int threads) {
    return CloudThreads.createForTurns(threads);
  }
}
