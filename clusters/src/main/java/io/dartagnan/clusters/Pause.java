package io.dartagnan.clusters;

import java.util.concurrent.TimeUnit;

/** The wait between two looks at something that has no way to call us. */
final class Pause {
  private Pause() {}

  static void millis(long millis) {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw LocalException.failure("interrupted", e);
    }
  }
}
