package io.dartagnan.server.evaluation;

import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Ordering;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.util.Bytes;

/** Compares the values of a plain column, which every party has; nothing is sent. */
final class PublicComparison {
  private final Comparison comparison;
  private final byte[] operand;

  PublicComparison(Comparison comparison, byte[] operand) {
    this.comparison = comparison;
    this.operand = operand;
  }

  /**
   * Whether a value matches.
   *
   * @throws DoNotRetryIOException if numbers are to be compared and the value is not one
   */
  boolean matches(Cell cell) throws DoNotRetryIOException {
    byte[] value = CellUtil.cloneValue(cell);
    if (comparison.ordering() == Ordering.UNSIGNED) {
      return comparison.operator().holds(Bytes.compareTo(value, operand));
    }
    if (value.length != Long.BYTES) {
      throw new DoNotRetryIOException(
          "a LongComparator met a plain value of "
              + value.length
              + " bytes, it compares the eight bytes of Bytes.toBytes(long)");
    }
    return comparison.operator().holds(Long.compare(Bytes.toLong(value), Bytes.toLong(operand)));
  }
}
