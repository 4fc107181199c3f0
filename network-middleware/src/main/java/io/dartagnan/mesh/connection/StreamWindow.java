package io.dartagnan.mesh.connection;

import io.dartagnan.mesh.Limits;

/**
 * Window of one stream: bounds what its sender has sent and its receiver has not received yet.
 *
 * <p>Sender and receiver ask the same question, the sender of what it has sent and has no credit
 * for. That is what the receiver holds, and less than half a window that it has received since it
 * last gave credit: so a receiver that has less than the other half unread never holds its sender
 * up.
 *
 * @param bytes {@value Limits#LEAST_BYTES} to {@value Limits#MOST_WINDOW_BYTES}
 */
public record StreamWindow(int bytes) {

  /**
   * A window in that range.
   *
   * @throws IllegalArgumentException if it is not
   */
  public StreamWindow {
    if (!isAllowed(bytes)) {
      throw new IllegalArgumentException(
          "a window of %d bytes given, %d to %d is allowed"
              .formatted(bytes, Limits.LEAST_BYTES, Limits.MOST_WINDOW_BYTES));
    }
  }

  /** Whether a mesh can have a window of so many bytes. */
  public static boolean isAllowed(int bytes) {
    return bytes >= Limits.LEAST_BYTES && bytes <= Limits.MOST_WINDOW_BYTES;
  }

  /** Bytes that a message counts for: its payload and an overhead. */
  public static long cost(int payloadBytes) {
    return payloadBytes + (long) Limits.MESSAGE_OVERHEAD_BYTES;
  }

  /**
   * Whether a message may join what the stream holds: it may end beyond the window, not begin
   * there.
   */
  public boolean admits(long held) {
    return held < bytes;
  }

  /** Whether so much was received since the last credit that it is time for the next. */
  public boolean isCreditDue(int received) {
    return received >= bytes / 2;
  }
}
