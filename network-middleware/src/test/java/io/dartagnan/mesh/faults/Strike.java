package io.dartagnan.mesh.faults;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Fault at one byte: it happens once, to the connection that carries that byte. */
public final class Strike {
  /** Kind of the fault. */
  public enum Kind {
    /** Both ends get a TCP reset; the byte and what is under way are lost. */
    RESET,
    /** Both ends get a TCP end of stream before the byte. */
    END,
    /** A bit of the byte is flipped. */
    FLIP
  }

  private final Kind kind;
  private final CompletableFuture<Void> struck = new CompletableFuture<>();
  private long before;

  /**
   * A strike.
   *
   * @param bytesBefore how many bytes pass unharmed, on all connections of the direction together,
   *     counted from when the relay is told
   */
  public Strike(Kind kind, long bytesBefore) {
    if (bytesBefore < 0) {
      throw new IllegalArgumentException(bytesBefore + " bytes given, 0 or more may pass before");
    }
    this.kind = kind;
    this.before = bytesBefore;
  }

  Kind kind() {
    return kind;
  }

  /** Which of the next bytes is struck; -1 if none of them. */
  synchronized int indexWithin(int bytes) {
    if (struck.isDone()) {
      return -1;
    }
    if (before >= bytes) {
      before -= bytes;
      return -1;
    }
    struck.complete(null);
    return (int) before;
  }

  /** Whether it has happened. */
  public boolean hasStruck() {
    return struck.isDone();
  }

  /**
   * Waits until it has happened.
   *
   * @throws TimeoutException if not enough bytes pass within half a minute
   */
  public void await() throws InterruptedException, TimeoutException {
    try {
      struck.get(30, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Kind and place. */
  @Override
  public synchronized String toString() {
    return kind + (struck.isDone() ? " done" : " after " + before + " bytes");
  }
}
