package io.dartagnan.server.query.agreement;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * The rows of one range at this party in ascending order, as blocks, and one by one where blocks
 * are not enough: the port through which an evaluation reads. All that it returns is the range as
 * it was at one moment. Blocks are read by one thread at a time, which may be another than that of
 * the rest; any thread may fetch.
 *
 * @param <R> a row, which outlives the source
 */
public interface BlockSource<R extends StoredRow> extends Closeable {

  /**
   * Adds the next blocks to {@code blocks} until it holds {@code most}, or the range ends, or
   * reading has taken a while or much memory, whether it added any or not. The first and the last
   * block of a range hold those of their rows that lie in it.
   *
   * @param blocks each is the caller's to {@linkplain ColumnBlock#release release}
   * @return whether the range has ended
   * @throws IOException if the store cannot be read; another attempt may succeed
   * @throws io.dartagnan.mpc.exchange.ProtocolException if nobody waits for the rows any more
   */
  boolean fill(List<ColumnBlock> blocks, int most) throws IOException;

  /** Whether the blocks are in memory: to read them is no work that is worth another thread. */
  boolean isInMemory();

  /**
   * The rows of a stretch, with all versions of the query's columns that are kept. Closed before
   * the next call to this method, or else with this source. {@link #fill} goes on behind the last
   * block that it returned, whatever is read here.
   *
   * @param after the row before the stretch; empty for the beginning of the range
   * @param through the last row of the stretch; null for all up to the end of the range
   */
  RowSource<R> rows(byte[] after, byte[] through) throws IOException;

  /**
   * Whole rows, with all cells that the query's scan selects. Any thread may call it.
   *
   * @param keys ascending
   * @return the rows that have such cells, in order
   * @throws IOException if the store cannot be read; another attempt may succeed
   */
  List<R> fetch(List<byte[]> keys) throws IOException;
}
