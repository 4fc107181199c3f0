package io.dartagnan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;

/** The deadline of a loop that waits for something. */
public final class Deadline {
  private static final long SECONDS = 60;

  private final String awaited;
  private final long began = System.nanoTime();

  /** A deadline that is a minute away. */
  public Deadline(String awaited) {
    this.awaited = awaited;
  }

  /** Fails if it is over. */
  public void check() {
    assertThat(System.nanoTime() - began)
        .as("nanoseconds without %s", awaited)
        .isLessThan(TimeUnit.SECONDS.toNanos(SECONDS));
  }
}
