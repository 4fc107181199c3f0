package io.dartagnan.client.write;

import java.util.function.Supplier;

/** Steps that must not be left half done: an interrupt of their thread is kept until they end. */
final class Uninterrupted {
  private Uninterrupted() {}

  static <T> T run(Supplier<T> steps) {
    boolean interrupted = Thread.interrupted();
    try {
      return steps.get();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
