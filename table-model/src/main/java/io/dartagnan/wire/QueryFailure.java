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
 * The outlook is 0 if another attempt would fail alike, 1 if it may succeed, 2 if the party turned
 * the query away because it has enough others, 3 if a party deviated from the protocol, and 4 if
 * the query is to be made under other keys. The reason ends with {@value #COMPUTING} if the parties
 * had begun to compute; clients of the release before show these words.
 *
 * <p>It is an answer and not an exception: HBase's client would retry an exception alone, while all
 * three parties have to begin anew, and prints a stack trace for each.
 *
 * @param outlook what another attempt may come to
 * @param wasComputing whether the parties had begun to compute, so that they may have opened
 *     something
 * @param reason one sentence that names the party; never a share, key or value
 */
public record QueryFailure(Outlook outlook, boolean wasComputing, String reason) {

  /** What another attempt may come to; the order is wire format. */
  public enum Outlook {
    /** It would fail alike. */
    FATAL,
    /** It may succeed: a region moved, a peer was gone or too slow. */
    MAY_PASS,
    /** It may succeed; the party has not begun, because it has enough other queries. */
    TURNED_AWAY,
    /** It is not to be made: a party has deviated from the protocol. */
    DEVIATION,
    /** It may succeed under the keys that the table has now. */
    OUTDATED_KEYS
  }

  // Not the first byte of any page.
  private static final byte LAYOUT = (byte) 0xF1;
  private static final int REASON_AT = 2;
  private static final String COMPUTING = " (while a batch was computed)";

  /** The failure of a query that the party did not turn away. */
  public QueryFailure(boolean mayPass, String reason) {
    this(mayPass ? Outlook.MAY_PASS : Outlook.FATAL, false, reason);
  }

  /** The failure of a query that the party has not begun, because it has enough others. */
  public static QueryFailure ofFullParty(String reason) {
    return new QueryFailure(Outlook.TURNED_AWAY, false, reason);
  }

  /** The failure of a query because a party has deviated from the protocol. */
  public static QueryFailure ofDeviation(String reason) {
    return new QueryFailure(Outlook.DEVIATION, false, reason);
  }

  /** Whether another attempt may succeed. */
  public boolean mayPass() {
    return outlook != Outlook.FATAL && outlook != Outlook.DEVIATION;
  }

  /** The same of parties that had begun to compute. */
  public QueryFailure whileComputing() {
    return new QueryFailure(outlook, true, reason);
  }

  /** The failure that an exception stands for. */
  public static QueryFailure of(IOException failure) {
    return new QueryFailure(
        outlook(failure),
        failure instanceof QueryAbortedException aborted && aborted.wasComputing(),
        failure.getMessage());
  }

  private static Outlook outlook(IOException failure) {
    if (failure instanceof QueryTurnedAwayException) {
      return Outlook.TURNED_AWAY;
    }
    if (failure instanceof OutdatedKeysException) {
      return Outlook.OUTDATED_KEYS;
    }
    if (failure instanceof CloudDeviationException) {
      return Outlook.DEVIATION;
    }
    return failure instanceof QueryAbortedException ? Outlook.MAY_PASS : Outlook.FATAL;
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
        .put((byte) outlook.ordinal())
        .put(text)
        .array();
  }

  /**
   * Reads a value that {@link #isOne}.
   *
   * @throws IllegalArgumentException if it is not
   */
  public static QueryFailure decode(byte[] value) {
    if (!isOne(value) || value[1] < 0 || value[1] >= Outlook.values().length) {
      throw new IllegalArgumentException("a failure of an unknown layout was received");
    }
    String text = Fields.utf8(Arrays.copyOfRange(value, REASON_AT, value.length));
    boolean wasComputing = text.endsWith(COMPUTING);
    return new QueryFailure(
        Outlook.values()[value[1]],
        wasComputing,
        wasComputing ? text.substring(0, text.length() - COMPUTING.length()) : text);
  }

  /** The exception that a client goes on with: {@link QueryAbortedException} if it may pass. */
  public DoNotRetryIOException toException() {
    return switch (outlook) {
      case FATAL -> new DoNotRetryIOException(reason);
      case MAY_PASS -> new QueryAbortedException(reason, wasComputing);
      case TURNED_AWAY -> new QueryTurnedAwayException(reason);
      case DEVIATION -> new CloudDeviationException(reason);
      case OUTDATED_KEYS -> new OutdatedKeysException(reason);
    };
  }
}
