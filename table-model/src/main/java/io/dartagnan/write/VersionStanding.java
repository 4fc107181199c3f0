package io.dartagnan.write;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;

/**
 * Standing of one version on one cloud: whether it is there, and what the cloud knows of why it is,
 * or is not.
 *
 * <p>A client asks for it by a get of one column at one timestamp with the attribute {@value
 * #ATTRIBUTE}, a {@link Question}. The cloud answers with one cell:
 *
 * <pre>
 *   layout (1) | state (1) | number (8) | time (8) | least age (8) | most age (8)
 *     [| type (1) | timestamp (8) | tag]
 * </pre>
 *
 * All numbers are big-endian.
 *
 * @param state what the cloud knows of it
 * @param number of a version that is there, {@code Protection.writeId}; of one that is {@link
 *     State#YOUNG}, the milliseconds until it is not; else 0
 * @param time of a version that is there, when it expires by its family's TTL or its own, {@link
 *     Long#MAX_VALUE} if it does not; else the cloud's clock; both in milliseconds
 * @param age of a version that is there, how long ago it was written; else {@link Age#NONE}
 * @param marker of one that is {@link State#DELETED}, the delete that hides it, if that has a tag
 */
public record VersionStanding(
    State state, long number, long time, Age age, Optional<Marker> marker) {

  /** One without a delete's marker. */
  public VersionStanding(State state, long number, long time, Age age) {
    this(state, number, time, age, Optional.empty());
  }

  /**
   * The marker of a delete, by which a cloud shows a client that another one has deleted a version.
   *
   * @param type HBase's code of the marker's type
   * @param timestamp its timestamp
   * @param tag what stands in the place of its value
   */
  public record Marker(byte type, long timestamp, byte[] tag) {

    /** The marker that a cell is. */
    public static Marker of(Cell cell) {
      return new Marker(cell.getType().getCode(), cell.getTimestamp(), CellUtil.cloneValue(cell));
    }

    /** Whether it hides what its column, or its family, has at a timestamp. */
    public boolean hides(long version) {
      return isExact() ? timestamp == version : timestamp >= version;
    }

    private boolean isExact() {
      return type == KeyValue.Type.Delete.getCode()
          || type == KeyValue.Type.DeleteFamilyVersion.getCode();
    }

    /** Whether it is of a whole family. */
    public boolean isOfFamily() {
      return type == KeyValue.Type.DeleteFamily.getCode()
          || type == KeyValue.Type.DeleteFamilyVersion.getCode();
    }

    /** Its type, and nothing of its tag. */
    @Override
    public String toString() {
      return "marker of type %d at %d".formatted(type, timestamp);
    }
  }

  /** Time by which clocks that are right, and the way to a cloud, may differ in milliseconds. */
  public static final long RIGHT_WITHIN_MS = 2_000;

  /** Time after which a write that did not end is no longer under way, in milliseconds. */
  public static final long UNDER_WAY_MS = 60_000;

  /**
   * Time since a write came to a cloud, by that cloud's clock, in milliseconds. It does not follow
   * from the write's stamp, which is of its writer's clock.
   *
   * @param least negative if that is not known
   * @param most what it is at most
   */
  public record Age(long least, long most) {

    /** Of what is not there. */
    public static final Age NONE = new Age(0, 0);

    /**
     * What follows from two clouds' knowledge of one write; from the wider where they disagree, as
     * where it came to one much later.
     */
    Age and(Age other) {
      Age both = new Age(Math.max(least, other.least), Math.min(most, other.most));
      return both.least <= both.most
          ? both
          : new Age(Math.min(least, other.least), Math.max(most, other.most));
    }

    private boolean isAbout(long milliseconds) {
      return least >= milliseconds - RIGHT_WITHIN_MS && most <= milliseconds + RIGHT_WITHIN_MS;
    }
  }

  /**
   * Time in which a version was written, by the clock of a cloud that does not have it.
   *
   * @param from its beginning
   * @param to its end
   */
  public record Span(long from, long to) {}

  /**
   * What a cloud is asked.
   *
   * <pre>
   *   layout (1) | purpose (1) [| from (8) | to (8)]
   * </pre>
   *
   * @param written when the version was written, if its timestamp does not tell
   */
  public record Question(Purpose purpose, Optional<Span> written) {

    /** The question for a version whose timestamp tells when it was written. */
    public Question(Purpose purpose) {
      this(purpose, Optional.empty());
    }

    /** The attribute's value. */
    public byte[] encode() {
      ByteBuffer to =
          ByteBuffer.allocate(2 + (written.isPresent() ? 2 * Long.BYTES : 0))
              .put(LAYOUT)
              .put((byte) purpose.ordinal());
      written.ifPresent(span -> to.putLong(span.from()).putLong(span.to()));
      return to.array();
    }

    /**
     * Reads the attribute's value.
     *
     * @throws IllegalArgumentException if it is of another layout
     */
    public static Question decode(byte[] value) {
      Purpose[] purposes = Purpose.values();
      boolean fits = value.length == 2 || value.length == 2 + 2 * Long.BYTES;
      if (!fits || value[0] != LAYOUT || value[1] < 0 || value[1] >= purposes.length) {
        throw new IllegalArgumentException(
            "a version's standing was asked for in %d bytes of an unknown layout: the client is of another release than this cloud"
                .formatted(value.length));
      }
      ByteBuffer from = ByteBuffer.wrap(value, 2, value.length - 2);
      return new Question(
          purposes[value[1]],
          from.hasRemaining()
              ? Optional.of(new Span(from.getLong(), from.getLong()))
              : Optional.empty());
    }
  }

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
    /** It is not there, and as many newer durable settled ones are as the family keeps. */
    REPLACED,
    /** It is not there, and the cloud would have it if it had come. */
    ABSENT,
    /** It is not there, and may have been: the cloud may have lost what was written then. */
    UNKNOWN
  }

  /** Name of the attribute of a get that asks for it. */
  public static final String ATTRIBUTE = "dartagnan.standing";

  private static final byte LAYOUT = 3;
  private static final int BYTES = 2 + 4 * Long.BYTES;
  private static final int MARKER_BYTES = 1 + Long.BYTES;

  /**
   * Tells for which time this cloud is to be asked once more, if it does not have the version: it
   * answered by the timestamp, and those that have the version saw that its writer's clock was not
   * right.
   *
   * @param all what the clouds answered
   * @param timestamp the version's
   * @param tookMs the time between the first answer and the last at most, in milliseconds
   * @return empty if its answer counts
   */
  public Optional<Span> askAgain(Collection<VersionStanding> all, long timestamp, long tookMs) {
    if (state != State.ABSENT && state != State.UNKNOWN) {
      return Optional.empty();
    }
    return all.stream()
        .map(VersionStanding::age)
        .filter(age -> !age.equals(Age.NONE))
        .reduce(Age::and)
        .map(age -> new Age(age.least, age.most + tookMs))
        .filter(age -> !age.isAbout(time - timestamp))
        .map(age -> new Span(time - age.most, time - age.least));
  }

  /** Whether its write came so long ago that it is no longer under way. */
  public boolean hasEnded() {
    return age.least() >= UNDER_WAY_MS;
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
    int more = marker.map(one -> MARKER_BYTES + one.tag.length).orElse(0);
    ByteBuffer to =
        ByteBuffer.allocate(BYTES + more)
            .put(LAYOUT)
            .put((byte) state.ordinal())
            .putLong(number)
            .putLong(time)
            .putLong(age.least())
            .putLong(age.most());
    marker.ifPresent(one -> to.put(one.type).putLong(one.timestamp).put(one.tag));
    return to.array();
  }

  /**
   * Reads the answer's value.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static VersionStanding decode(byte[] value) {
    State[] states = State.values();
    boolean fits = value.length == BYTES || value.length >= BYTES + MARKER_BYTES;
    if (!fits || value[0] != LAYOUT || value[1] < 0 || value[1] >= states.length) {
      throw new IllegalArgumentException(
          "a version's standing of %d bytes and an unknown layout was received"
              .formatted(value.length));
    }
    ByteBuffer from = ByteBuffer.wrap(value, 2, value.length - 2);
    return new VersionStanding(
        states[value[1]],
        from.getLong(),
        from.getLong(),
        new Age(from.getLong(), from.getLong()),
        from.hasRemaining() ? Optional.of(marker(from)) : Optional.empty());
  }

  private static Marker marker(ByteBuffer from) {
    byte type = from.get();
    long timestamp = from.getLong();
    byte[] tag = new byte[from.remaining()];
    from.get(tag);
    return new Marker(type, timestamp, tag);
  }
}
