package io.dartagnan.mesh;

import io.dartagnan.mpc.exchange.Exchange;

/**
 * Limits of what peers can make a mesh hold. A message counts with its payload and {@value
 * #MESSAGE_OVERHEAD_BYTES} bytes.
 *
 * @param windowBytes bytes of one stream that a peer may have sent and the session has not received
 *     yet: 1 KiB to 1 GiB. A peer that has reached it waits, and its other streams and sessions do
 *     not. A message that begins within the window may end beyond it, so that a stream holds at
 *     most a window and one message of the greatest length
 * @param maxPeerBytes the same for all streams of all sessions with one peer together: at least 1
 *     KiB; a message beyond it ends its session
 * @param maxPendingSessions most sessions that one peer may have opened and that are not open here
 *     yet; at least 1
 * @param maxPendingBytes most bytes that all of those together may hold; at least 1 KiB
 */
public record Limits(
    int windowBytes, long maxPeerBytes, int maxPendingSessions, long maxPendingBytes) {

  /**
   * Bytes that an unread message counts for beside its payload, so that empty ones are bounded too.
   */
  public static final int MESSAGE_OVERHEAD_BYTES = 64;

  /** 512 KiB a stream, 256 MiB a peer, 1024 sessions and 64 MiB pending. */
  public static final Limits DEFAULT =
      new Limits(2 * Exchange.FREE_BYTES, 256L << 20, 1024, 64L << 20);

  /** Fewest bytes that a window, and any other limit of bytes, may have. */
  public static final long LEAST_BYTES = 1 << 10;

  /** Most bytes that a window may have. */
  public static final long MOST_WINDOW_BYTES = 1 << 30;

  /**
   * Limits that are in range.
   *
   * @throws IllegalArgumentException naming the one that is not
   */
  public Limits {
    check("windowBytes", windowBytes, MOST_WINDOW_BYTES);
    check("maxPeerBytes", maxPeerBytes, Long.MAX_VALUE);
    check("maxPendingBytes", maxPendingBytes, Long.MAX_VALUE);
    if (maxPendingSessions < 1) {
      throw new IllegalArgumentException(
          "maxPendingSessions of " + maxPendingSessions + " given, at least 1 is needed");
    }
  }

  private static void check(String name, long given, long most) {
    if (given < LEAST_BYTES || given > most) {
      throw new IllegalArgumentException(
          name + " of " + given + " given, " + LEAST_BYTES + " to " + most + " is allowed");
    }
  }
}
