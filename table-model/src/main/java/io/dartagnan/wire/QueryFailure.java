package io.dartagnan.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.hadoop.hbase.DoNotRetryIOException;

/**
 * Reason for which a party ended a query, in the place of a {@link Page}.
 *
 * <pre>
 *   layout (1) | outlook (1) | reason, UTF-8
 * </pre>
 *
 * The outlook is 0 if another attempt would fail alike, 1 if it may succeed, and 2 if the party
 * turned the query away because it has enough others. The reason ends with {@value #COMPUTING} if
 * the parties had begun to compute; clients of the release before show these words.
 *
 * <p>It is an answer and not an exception: HBase's client would retry an exception alone, while all
 * three parties have to begin anew, and prints a stack trace for each.
 *
 * @param mayPass whether another attempt may succeed: a region moved, a peer was gone or too slow
 * @param turnedAway whether the party has not begun, because it has enough other queries; passes
 * @param wasComputing whether the parties had begun to compute, so that they may have opened
 *     something
 * @param reason one sentence that names the party; never a share, key or value
 */
public record QueryFailure(
    boolean mayPass, boolean turnedAway, boolean wasComputing, String reason) {

  // Not the first byte of any page.
  private static final byte LAYOUT = (byte) 0xF1;
  private static final int REASON_AT = 2;
  private static final int MOST_OUTLOOK = 2;
  private static final String COMPUTING = " (while a batch was computed)";

  /** Checks that what was turned away may pass. */
  public QueryFailure {
    if (turnedAway && !mayPass) {
      throw new IllegalArgumentException("a query that was turned away may be asked again");
    }
  }

  /** The failure of a query that the party did not turn away. */
  public QueryFailure(boolean mayPass, String reason) {
    this(mayPass, false, false, reason);
  }

  /** The failure of a query that the party has not begun, because it has enough others. */
  public static QueryFailure ofFullParty(String reason) {
    return new QueryFailure(true, true, false, reason);
  }

  /** The same of parties that had begun to compute. */
  public QueryFailure whileComputing() {
    return new QueryFailure(mayPass, turnedAway, true, reason);
  }

  /** The failure that an exception stands for. */
  public static QueryFailure of(IOException failure) {
    return new QueryFailure(
        failure instanceof QueryAbortedException,
        failure instanceof QueryTurnedAwayException,
        failure instanceof QueryAbortedException aborted && aborted.wasComputing(),
        failure.getMessage());
  }

  /** Whether a cell's value is a failure and not a page. */
  public static boolean isOne(byte[] value) {
    return value.length >= REASON_AT && value[0] == LAYOUT;
  }

  /** The value of the cell that carries it. */
  public byte[] encode() {
    byte[] text = Fields.utf8(wasComputing ? reason + COMPUTING : reason);
    return ByteBuffer.allocate(REASON_AT + text.length)
        .put(LAYOUT)
        .put((byte) ((mayPass ? 1 : 0) + (turnedAway ? 1 : 0)))
        .put(text)
        .array();
  }

  /**
   * Reads a value that {@link #isOne}.
   *
   * @throws IllegalArgumentException if it is not
   */
  public static QueryFailure decode(byte[] value) {
    if (!isOne(value) || value[1] < 0 || value[1] > MOST_OUTLOOK) {
      throw new IllegalArgumentException("a failure of an unknown layout was received");
    }
    String text = Fields.utf8(Arrays.copyOfRange(value, REASON_AT, value.length));
    boolean wasComputing = text.endsWith(COMPUTING);
    return new QueryFailure(
        value[1] > 0,
        value[1] == MOST_OUTLOOK,
        wasComputing,
        wasComputing ? text.substring(0, text.length() - COMPUTING.length()) : text);
  }

  /** The exception that a client goes on with: {@link QueryAbortedException} if it may pass. */
  public DoNotRetryIOException toException() {
    if (turnedAway) {
      return new QueryTurnedAwayException(reason);
    }
    return mayPass
        ? new QueryAbortedException(reason, wasComputing)
        : new DoNotRetryIOException(reason);
  }
}
