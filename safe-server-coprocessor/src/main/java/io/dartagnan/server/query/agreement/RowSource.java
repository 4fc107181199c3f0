package io.dartagnan.server.query.agreement;

import java.io.Closeable;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;

/**
 * The rows of one range at this party, in order: the port through which an evaluation reads. Used
 * by one thread.
 *
 * @param <R> a row, which outlives the source
 */
public interface RowSource<R extends StoredRow> extends Closeable {

  /**
   * Adds rows to {@code rows} until it holds {@code count}, or what they take is enough for a
   * batch, or the range ends, or reading has taken a while, whether it holds any or not.
   *
   * @return whether the range has ended
   * @throws IOException if the store cannot be read; another attempt may succeed
   * @throws io.dartagnan.mpc.exchange.ProtocolException if nobody waits for the rows any more
   */
  boolean fill(List<R> rows, int count) throws IOException;

  /** What stands for a row that this party lacks and the two others have. */
  R absent(byte[] key);

  /** For how long versions of a column are kept; the same at all parties. */
  Retention retention(int column);

  /** The order in which the keys of the rows come. */
  Comparator<byte[]> order();

  /**
   * Time for which the store keeps versions of a column.
   *
   * @param millis for how long a version is kept after its timestamp; {@link #FOR_EVER} for no
   *     bound
   */
  record Retention(long millis) {
    /** No bound in time. */
    public static final long FOR_EVER = Long.MAX_VALUE;

    /** True if a version of that timestamp is kept at a time, both in milliseconds. */
    public boolean keeps(long timestamp, long time) {
      return millis == FOR_EVER || time - timestamp < millis;
    }
  }
}
