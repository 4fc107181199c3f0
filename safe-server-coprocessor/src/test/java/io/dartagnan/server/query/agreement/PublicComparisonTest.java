package io.dartagnan.server.query.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.predicate.PublicCondition;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PublicComparisonTest {

  /** Values lie somewhere in an array, as HBase hands cells out. */
  @Test
  void aValueIsReadWhereItLies() {
    byte[] array = new byte[20];
    Arrays.fill(array, (byte) 0x7f);
    ByteBuffer.wrap(array).putLong(5, -3);
    Version version = new Version(1, 1, array, 5, Long.BYTES);
    Comparison less = new Comparison(Operator.LESS, Ordering.SIGNED);

    for (Ordering ordering : Ordering.values()) {
      PublicCondition equal =
          new PublicCondition(0, new Comparison(Operator.EQUAL, ordering), bytes(-3));
      assertThat(new RowBatch.PublicComparison(equal).matches(version)).isTrue();
    }
    assertThat(
            new RowBatch.PublicComparison(new PublicCondition(0, less, bytes(0))).matches(version))
        .isTrue();
  }

  private static byte[] bytes(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }
}
