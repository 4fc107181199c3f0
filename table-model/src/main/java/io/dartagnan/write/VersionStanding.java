package io.dartagnan.write;

import java.nio.ByteBuffer;

/**
 * Standing of one version on one cloud: whether it is there, whether it may come yet, and why it is
 * not there.
 *
 * <p>A client asks for it by a get of one column at one timestamp with the attribute {@value
 * #ATTRIBUTE}, whose value is one byte, the layout. The cloud answers with one cell:
 *
 * <pre>
 *   layout (1) | state (1) | number (8)
 * </pre>
 *
 * All numbers are big-endian.
 *
 * @param state what the cloud knows of it
 * @param number of a version that is there, {@code Protection.writeId}; of one that is {@link
 *     State#YOUNG}, the milliseconds until it is not; else 0
 */
public record VersionStanding(State state, long number) {

  /** The knowledge that a cloud has of a version. The order is part of the layout. */
  public enum State {
    /** Nothing yet: its write may still be on its way. In every other state it cannot come. */
    YOUNG,
    /**
     * It is there, its timestamp is the stamp of its write, and the writer has not said that the
     * write was done on all clouds.
     */
    UNSETTLED,
    /** It is there, and was complete once. */
    SETTLED,
    /** It is there, and has a timestamp of the application's own, or nobody knows its writer. */
    FOREIGN,
    /** A delete hides it, or would if it were there. */
    DELETED,
    /** It is not there, and the region is older than the version and so would have got it. */
    ABSENT,
    /** It is not there, and may have been: the region was made after the version. */
    UNKNOWN
  }

  /** Name of the attribute of a get that asks for it. */
  public static final String ATTRIBUTE = "dartagnan.standing";

  private static final byte LAYOUT = 1;
  private static final int BYTES = 2 + Long.BYTES;

  /** A version that is not there. */
  public VersionStanding(State state) {
    this(state, 0);
  }

  /** The attribute's value. */
  public static byte[] question() {
    return new byte[] {LAYOUT};
  }

  /**
   * Checks the attribute's value.
   *
   * @throws IllegalArgumentException if it is of another layout
   */
  public static void requireQuestion(byte[] value) {
    if (value.length != 1 || value[0] != LAYOUT) {
      throw new IllegalArgumentException(
          "a version's standing was asked for in %d bytes of an unknown layout"
              .formatted(value.length));
    }
  }

  /** Whether the cloud has the version. */
  public boolean isThere() {
    return state == State.UNSETTLED || state == State.SETTLED || state == State.FOREIGN;
  }

  /** The answer's value. */
  public byte[] encode() {
    return ByteBuffer.allocate(BYTES)
        .put(LAYOUT)
        .put((byte) state.ordinal())
        .putLong(number)
        .array();
  }

  /**
   * Reads the answer's value.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static VersionStanding decode(byte[] value) {
    State[] states = State.values();
    if (value.length != BYTES || value[0] != LAYOUT || value[1] < 0 || value[1] >= states.length) {
      throw new IllegalArgumentException(
          "a version's standing of %d bytes and an unknown layout was received"
              .formatted(value.length));
    }
    return new VersionStanding(states[value[1]], ByteBuffer.wrap(value).getLong(2));
  }
}
