package io.dartagnan.clusters.process;

import io.dartagnan.clusters.terminal.CommandException;
import java.util.concurrent.TimeUnit;

/** Wait between two looks at something that has no way to call this program. */
public final class Pause {
  private Pause() {}

  public static void millis(long millis) {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandException.failure("interrupted", e);
    }
  }
}
