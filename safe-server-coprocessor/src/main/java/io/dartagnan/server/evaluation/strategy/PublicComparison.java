package io.dartagnan.server.evaluation.strategy;

import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.server.evaluation.batch.UnanswerableQueryException;
import io.dartagnan.server.evaluation.row.Version;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** A comparison of the values of a plain column, which every party has; nothing is sent. */
final class PublicComparison {
  private final Comparison comparison;
  private final byte[] operand;

  PublicComparison(PublicCondition condition) {
    this.comparison = condition.comparison();
    this.operand = condition.operand();
  }

  /**
   * Whether a value matches.
   *
   * @throws UnanswerableQueryException if numbers are to be compared and the value is not one
   */
  boolean matches(Version value) {
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
