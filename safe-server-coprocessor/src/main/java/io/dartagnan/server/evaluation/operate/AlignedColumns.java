package io.dartagnan.server.evaluation.operate;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.evaluation.Batch;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.ShareBytes;
import io.dartagnan.schema.ShareCell;
import io.dartagnan.server.evaluation.align.AlignedBatch.AlignedRow;
import io.dartagnan.server.evaluation.row.StoredRow;
import io.dartagnan.server.evaluation.row.Version;
import java.nio.ByteBuffer;
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
   * @throws UnanswerableQueryException if a row holds shares of another scheme or type
   */
  @Override
  public Shares shares(int column, int[] lanes) {
    Protection protection = columns.get(column).protection();
    if (!protection.isProtected()) {
      return known(column, lanes);
    }
    Shares shares = ShareBytes.zeros(self, protection, lanes.length);
    for (int i = 0; i < lanes.length; i++) {
      Version version = rows.get(lanes[i]).version(column);
      if (version != null) {
        requireOfThisSchema(version, columns.get(column));
        ShareCell.read(version.array(), version.offset(), shares, i);
      }
    }
    return shares;
  }

  /** The values of a plain column, which all parties know, as shares: share 0 is the value. */
  private Shares known(int column, int[] lanes) {
    long[] numbers = new long[lanes.length];
    for (int i = 0; i < lanes.length; i++) {
      Version version = rows.get(lanes[i]).version(column);
      if (version != null) {
        numbers[i] = number(version, columns.get(column));
      }
    }
    return new Shares(
        self,
        Sharing.REPLICATED_ADDITIVE,
        new Ring(1),
        self == Party.P0 ? numbers : new long[lanes.length],
        self.next() == Party.P0 ? numbers : new long[lanes.length]);
  }

  private static long number(Version version, QueryColumn column) {
    if (version.length() != Long.BYTES) {
      throw new UnanswerableQueryException(
          "a plain value of %d bytes in column %s was met, aggregates take the eight bytes of Bytes.toBytes(long)"
              .formatted(version.length(), column.name()));
    }
    return ByteBuffer.wrap(version.array()).getLong(version.offset());
  }

  /** Sharing of the {@link #shares} of a column so protected. */
  static Sharing sharing(Protection protection) {
    return protection.isProtected() ? protection.laneSharing() : Sharing.REPLICATED_ADDITIVE;
  }

  /** The ring of those shares. */
  static Ring ring(Protection protection) {
    return protection.isProtected() ? protection.laneType().ring() : new Ring(1);
  }

  private static void requireOfThisSchema(Version version, QueryColumn column) {
    if (ShareCell.isOfAnotherSchema(
        version.array(), version.offset(), version.length(), column.protection())) {
      throw new UnanswerableQueryException(
          ShareCell.ofAnotherSchema("column " + column.name(), column.protection()));
    }
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
