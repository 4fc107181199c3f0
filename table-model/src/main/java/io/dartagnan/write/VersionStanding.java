package io.dartagnan.write;

import java.nio.ByteBuffer;

/**
 * Standing of one version on one cloud: whether it is there, and what the cloud knows of why it is,
 * or is not.
 *
 * <p>A client asks for it by a get of one column at one timestamp with the attribute {@value
 * #ATTRIBUTE}, whose value is a layout and a {@link Purpose}, a byte each. The cloud answers with
 * one cell:
 *
 * <pre>
 *   layout (1) | state (1) | number (8) | time (8)
 * </pre>
 *
 * All numbers are big-endian.
 *
 * @param state what the cloud knows of it
 * @param number of a version that is there, {@code Protection.writeId}; of one that is {@link
 *     State#YOUNG}, the milliseconds until it is not; else 0
 * @param time of a version that is there, when it expires by its family's TTL or its own, {@link
 *     Long#MAX_VALUE} if it does not; else the cloud's clock; both in milliseconds
 */
public record VersionStanding(State state, long number, long time) {

  /** The reason for the question. The order is part of the layout. */
  public enum Purpose {
    /** To read: nothing changes on the cloud. */
    READ,
    /** To remove the version: if it has not come by now, it does not come any more. */
    REMOVE
  }

  /** The knowledge that a cloud has of a version. The order is part of the layout. */
  public enum State {
    /** Its write may still be on its way; said only to who wants to remove it. */
    YOUNG,
    /**
     * It is there, its timestamp is the stamp of its write, and the writer has not said what became
     * of the write.
     */
    UNSETTLED,
    /** It is there, and its writer said that it may not be on all clouds. */
    TORN,
    /** It is there, and its writer did not want it to be durable: a cloud may lose it. */
    NOT_DURABLE,
    /** It is there, and was complete once. */
    SETTLED,
    /** It is there, and has a timestamp of the application's own, or nobody knows its writer. */
    FOREIGN,
    /** A delete of a Safe Client's hides it, or would if it were there. */
    DELETED,
    /** A delete of another program hides it, or would if it were there. */
    HIDDEN,
    /** It is not there, and as many newer settled versions are as the family keeps. */
    REPLACED,
    /** It is not there, and the cloud would have it if it had come. */
    ABSENT,
    /** It is not there, and may have been: the cloud may have lost what was written then. */
    UNKNOWN
  }

  /** Name of the attribute of a get that asks for it. */
  public static final String ATTRIBUTE = "dartagnan.standing";

  private static final byte LAYOUT = 2;
  private static final int BYTES = 2 + 2 * Long.BYTES;

  /** The attribute's value. */
  public static byte[] question(Purpose purpose) {
    return new byte[] {LAYOUT, (byte) purpose.ordinal()};
  }

  /**
   * Reads the attribute's value.
   *
   * @throws IllegalArgumentException if it is of another layout
   */
  public static Purpose purpose(byte[] value) {
    Purpose[] purposes = Purpose.values();
    if (value.length != 2 || value[0] != LAYOUT || value[1] < 0 || value[1] >= purposes.length) {
      throw new IllegalArgumentException(
          "a version's standing was asked for in %d bytes of an unknown layout: the client is of another release than this cloud"
              .formatted(value.length));
    }
    return purposes[value[1]];
  }

  /** Whether the cloud has the version. */
  public boolean isThere() {
    return switch (state) {
      case UNSETTLED, TORN, NOT_DURABLE, SETTLED, FOREIGN -> true;
      default -> false;
    };
  }

  /** The answer's value. */
  public byte[] encode() {
    return ByteBuffer.allocate(BYTES)
        .put(LAYOUT)
        .put((byte) state.ordinal())
        .putLong(number)
        .putLong(time)
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
    ByteBuffer from = ByteBuffer.wrap(value, 2, BYTES - 2);
    return new VersionStanding(states[value[1]], from.getLong(), from.getLong());
  }
}
