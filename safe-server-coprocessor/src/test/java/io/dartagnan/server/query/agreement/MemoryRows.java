package io.dartagnan.server.query.agreement;

import io.dartagnan.server.query.agreement.RowSource.Retention;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;

/** Rows of a range, in memory. */
public final class MemoryRows implements RowSource<MemoryRow> {
  /** Ascending keys. */
  public static final Comparator<byte[]> ASCENDING = Arrays::compareUnsigned;

  private final Iterator<MemoryRow> rows;
  private final int mostRows;

  /**
   * Rows in ascending order.
   *
   * @param mostRows how many are enough for a batch
   */
  public MemoryRows(List<MemoryRow> rows, int mostRows) {
    this.rows = rows.iterator();
    this.mostRows = mostRows;
  }

  @Override
  public boolean fill(List<MemoryRow> into, int count) {
    while (rows.hasNext() && into.size() < Math.min(count, mostRows)) {
      into.add(rows.next());
    }
    return !rows.hasNext();
  }

  @Override
  public MemoryRow absent(byte[] key) {
    return MemoryRow.absent(key);
  }

  @Override
  public Retention retention(int column) {
    return new Retention(Retention.FOR_EVER);
  }

  @Override
  public Comparator<byte[]> order() {
    return ASCENDING;
  }

  @Override
  public void close() {}
}
