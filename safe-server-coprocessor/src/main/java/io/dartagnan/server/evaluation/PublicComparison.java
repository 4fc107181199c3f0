package io.dartagnan.server.evaluation;

import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Ordering;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
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
   * @throws IllegalArgumentException if numbers are to be compared and the value is not eight bytes
   */
  boolean matches(Cell cell) {
    byte[] value = CellUtil.cloneValue(cell);
    int sign =
        comparison.ordering() == Ordering.SIGNED
            ? Long.compare(Bytes.toLong(value), Bytes.toLong(operand))
            : Bytes.compareTo(value, operand);
    return comparison.operator().holds(sign);
  }
}
