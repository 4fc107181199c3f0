package io.dartagnan.server.evaluation.strategy;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.evaluation.Batch;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.ShareBytes;
import io.dartagnan.schema.UnreadableValueException;
import io.dartagnan.server.evaluation.align.AlignedBatch.AlignedRow;
import io.dartagnan.server.evaluation.batch.UnanswerableQueryException;
import io.dartagnan.server.evaluation.row.StoredRow;
import io.dartagnan.server.evaluation.row.Version;
import java.util.List;

/**
 * The columns of an agreed batch as the library reads them, one row per lane. A row that lacks a
 * shared column has zeros in its lane; predicates ask for the column's presence beside it.
 */
final class AlignedColumns<R extends StoredRow> implements Batch {
  private final Party self;
  private final List<QueryColumn> columns;
  private final List<AlignedRow<R>> rows;

  AlignedColumns(Party self, List<QueryColumn> columns, List<AlignedRow<R>> rows) {
    this.self = self;
    this.columns = columns;
    this.rows = rows;
  }

  @Override
  public int lanes() {
    return rows.size();
  }

  /**
   * {@inheritDoc}
   *
   * @throws UnanswerableQueryException if a row holds a value that the column's protection cannot
   *     compute with
   */
  @Override
  public Shares shares(int column, int[] lanes) {
    Protection protection = columns.get(column).protection();
    Shares shares = ShareBytes.zeros(self, protection, lanes.length);
    try {
      for (int i = 0; i < lanes.length; i++) {
        Version version = rows.get(lanes[i]).version(column);
        if (version != null) {
          protection.readLane(version.array(), version.offset(), version.length(), shares, i);
        }
      }
    } catch (UnreadableValueException e) {
      throw new UnanswerableQueryException(e.about("column " + columns.get(column).name()));
    }
    return shares;
  }

  /**
   * {@inheritDoc}
   *
   * @throws UnanswerableQueryException if numbers are to be compared and a value is not one
   */
  @Override
  public long[] bits(PublicCondition condition) {
    PublicComparison comparison = new PublicComparison(condition);
    long[] bits = new long[BitPlanes.words(rows.size())];
    for (int lane = 0; lane < rows.size(); lane++) {
      Version version = rows.get(lane).version(condition.column());
      if (version != null && (condition.isPresence() || comparison.matches(version))) {
        bits[lane / Long.SIZE] |= 1L << lane % Long.SIZE;
      }
    }
    return bits;
  }
}
