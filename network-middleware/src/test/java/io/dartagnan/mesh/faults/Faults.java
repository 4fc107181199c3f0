package io.dartagnan.mesh.faults;

import java.time.Duration;
import java.util.Objects;

/**
 * Faults that a relay makes in the bytes of one direction for as long as it is told to. Nothing is
 * lost or reordered; for that see {@link Strike}.
 *
 * @param delay from the last bit of a piece sent to its first bit received; any number of pieces
 *     are under way at once, so it costs no throughput
 * @param jitter most that is added to the delay at random; a piece never overtakes another
 * @param bytesPerSecond what the line takes; 0 is no limit
 * @param longestPiece bytes are handed on in pieces of 1 to this many, at random; 0 leaves them as
 *     they come
 */
public record Faults(Duration delay, Duration jitter, long bytesPerSecond, int longestPiece) {

  /** A perfect line. */
  public static final Faults NONE = new Faults(Duration.ZERO, Duration.ZERO, 0, 0);

  /**
   * Faults that are in range.
   *
   * @throws IllegalArgumentException naming the one that is not
   */
  public Faults {
    checkDuration("delay", delay);
    checkDuration("jitter", jitter);
    if (bytesPerSecond < 0 || longestPiece < 0) {
      throw new IllegalArgumentException(
          (bytesPerSecond < 0 ? "bytesPerSecond of " + bytesPerSecond : "pieces of " + longestPiece)
              + " given, 0 or more is allowed, 0 for no limit");
    }
  }

  private static void checkDuration(String name, Duration duration) {
    Objects.requireNonNull(duration, name);
    if (duration.isNegative() || duration.compareTo(Duration.ofMinutes(1)) > 0) {
      throw new IllegalArgumentException(
          name + " of " + duration.toMillis() + " ms given, 0 ms to 60000 ms is allowed");
    }
  }

  /** These faults with this delay. */
  public Faults withDelay(Duration longer) {
    return new Faults(longer, jitter, bytesPerSecond, longestPiece);
  }

  /** These faults with this much added to the delay at most. */
  public Faults withJitter(Duration most) {
    return new Faults(delay, most, bytesPerSecond, longestPiece);
  }

  /** These faults on a line that takes this much. */
  public Faults withBytesPerSecond(long bytes) {
    return new Faults(delay, jitter, bytes, longestPiece);
  }

  /** These faults with pieces of 1 to this many bytes. */
  public Faults withLongestPiece(int bytes) {
    return new Faults(delay, jitter, bytesPerSecond, bytes);
  }
}
