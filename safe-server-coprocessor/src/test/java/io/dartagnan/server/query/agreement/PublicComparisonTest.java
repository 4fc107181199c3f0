package io.dartagnan.server.query.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.schema.Trapdoor;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
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

    for (Ordering ordering : Ordering.OF_ELEMENTS) {
      PublicCondition equal =
          new PublicCondition(0, new Comparison(Operator.EQUAL, ordering), bytes(-3));
      assertThat(new RowBatch.PublicComparison(equal).matches(version)).isTrue();
    }
    assertThat(
            new RowBatch.PublicComparison(new PublicCondition(0, less, bytes(0))).matches(version))
        .isTrue();
  }

  /** Of a text the tokens of its words, in order: here it has one, of a nonce of zeros. */
  @Test
  void aWordIsFoundByItsTrapdoor() {
    byte[] word = new byte[Trapdoor.BYTES];
    word[0] = 3;
    byte[] array = new byte[60];
    array[4] = 3;
    array[4 + 20] = 1;
    long token = new Trapdoor(word).token(array, 5);
    ByteBuffer.wrap(array).putLong(4 + 21, token);
    for (long other : new long[] {0, 1}) {
      ByteBuffer.wrap(array).putLong(4 + 21, token + other);
      Version version = new Version(1, 1, array, 4, 50);
      for (Operator operator : List.of(Operator.EQUAL, Operator.NOT_EQUAL)) {
        PublicCondition condition =
            new PublicCondition(0, new Comparison(operator, Ordering.WORDS), word);
        assertThat(new RowBatch.PublicComparison(condition).matches(version))
            .isEqualTo((operator == Operator.EQUAL) == (other == 0));
      }
    }
  }

  private static byte[] bytes(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }
}
