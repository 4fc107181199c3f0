package io.dartagnan.server.query.agreement;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.evaluation.Batch;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.schema.LaneProtection;
import io.dartagnan.schema.ShareBytes;
import io.dartagnan.schema.Trapdoor;
import io.dartagnan.schema.UnreadableValueException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A batch of rows that were agreed on one by one. They are all in memory.
 *
 * @param context the batch's
 * @param columns the query's
 * @param aligned the agreement
 * @param throughRow the last row that is covered; null if nothing is left of the range
 * @param <R> a row as this party stores it
 */
public record RowBatch<R extends StoredRow>(
    Context context, List<QueryColumn> columns, AlignedBatch<R> aligned, byte[] throughRow)
    implements AgreedBatch<R> {

  @Override
  public String label() {
    return aligned.label();
  }

  @Override
  public int rows() {
    return aligned.rows().size();
  }

  @Override
  public byte[] key(int lane) {
    return aligned.rows().get(lane).stored().key();
  }

  @Override
  public Batch lanes() {
    return new Lanes();
  }

  @Override
  public long[] undecided() {
    long[] undecided = new long[BitPlanes.words(rows())];
    for (int lane = 0; lane < rows(); lane++) {
      if (aligned.rows().get(lane).torn()) {
        undecided[lane / Long.SIZE] |= 1L << lane % Long.SIZE;
      }
    }
    return undecided;
  }

  @Override
  public List<R> stored(long[] chosen) {
    List<R> stored = new ArrayList<>();
    for (int lane = 0; lane < rows(); lane++) {
      if (BitPlanes.bit(chosen, lane)) {
        stored.add(aligned.rows().get(lane).stored());
      }
    }
    return stored;
  }

  @Override
  public boolean isLast() {
    return throughRow == null;
  }

  /** Does nothing: it holds nothing but memory. */
  @Override
  public void release() {}

  /**
   * The columns of an agreed batch as the library reads them, one row per lane. A row that lacks a
   * shared column has zeros in its lane; predicates ask for the column's presence beside it.
   */
  private final class Lanes implements Batch {
    @Override
    public int lanes() {
      return aligned.rows().size();
    }

    /**
     * {@inheritDoc}
     *
     * @throws UnanswerableQueryException if a row holds a value that the column's protection cannot
     *     compute with
     */
    @Override
    public Shares shares(int column, int[] lanes) {
      LaneProtection protection = columns.get(column).lanes();
      Shares shares = ShareBytes.zeros(context.self(), protection, lanes.length);
      try {
        for (int i = 0; i < lanes.length; i++) {
          Version version = aligned.rows().get(lanes[i]).version(column);
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
      if (columns.get(condition.column()).isRowKey()) {
        return keyBits(condition);
      }
      PublicComparison comparison = new PublicComparison(condition);
      long[] bits = new long[BitPlanes.words(aligned.rows().size())];
      for (int lane = 0; lane < aligned.rows().size(); lane++) {
        Version version = aligned.rows().get(lane).version(condition.column());
        if (version != null && (condition.isPresence() || comparison.matches(version))) {
          bits[lane / Long.SIZE] |= 1L << lane % Long.SIZE;
        }
      }
      return bits;
    }
  }

  /** A comparison of what each party stores of a column by itself; nothing is sent. */
  static final class PublicComparison {
    private final Comparison comparison;
    private final byte[] operand;
    private final Trapdoor word;

    PublicComparison(PublicCondition condition) {
      this.comparison = condition.comparison();
      this.operand = condition.operand();
      this.word = comparison.ordering() == Ordering.WORDS ? new Trapdoor(operand) : null;
    }

    /**
     * Whether a value matches.
     *
     * @throws UnanswerableQueryException if numbers are to be compared and the value is not one
     */
    boolean matches(Version value) {
      if (word != null) {
        boolean has = word.isIn(value.array(), value.offset(), value.length());
        return comparison.operator().holds(Ordering.byWord(has));
      }
      if (comparison.ordering() == Ordering.UNSIGNED) {
        return comparison
            .operator()
            .holds(
                Arrays.compareUnsigned(
                    value.array(),
                    value.offset(),
                    value.offset() + value.length(),
                    operand,
                    0,
                    operand.length));
      }
      if (value.length() != Long.BYTES) {
        throw new UnanswerableQueryException(
            "a LongComparator met a plain value of "
                + value.length()
                + " bytes, it compares the eight bytes of Bytes.toBytes(long)");
      }
      long number = ByteBuffer.wrap(value.array()).getLong(value.offset());
      return comparison.operator().holds(Long.compare(number, ByteBuffer.wrap(operand).getLong()));
    }
  }
}
