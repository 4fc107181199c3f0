package io.dartagnan.mpc.verified;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.verified.Field.Element;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FieldTest {
  private final Random random = Seed.random(this);

  @ParameterizedTest
  @ValueSource(ints = {7, 61})
  void residuesAreThoseOfNumbersOfAnySize(int bits) {
    Field field = new Field(bits);
    BigInteger p = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
    long[] numbers = random.longs(1_000).toArray();
    numbers[0] = -1;
    numbers[1] = Long.MIN_VALUE;
    numbers[2] = -field.p();
    for (int i = 1; i < numbers.length; i++) {
      assertThat(field.residueOf(numbers[i]))
          .isEqualTo(BigInteger.valueOf(numbers[i]).mod(p).longValue());
      byte[] both = new byte[17];
      ByteBuffer.wrap(both, 1, 16).putLong(numbers[i - 1]).putLong(numbers[i]);
      assertThat(field.residueOf(numbers[i - 1], numbers[i]))
          .isEqualTo(new BigInteger(both).mod(p).longValue());
    }
  }

  /** It may be made of shares. */
  @ParameterizedTest
  @ValueSource(longs = {123_456_789, 987_654_321})
  void aTextSaysNothingOfWhatIsComputed(long number) {
    assertThat(new Element(number, number)).hasToString("element");
    assertThat(new Elements(new long[] {number}, new long[] {number})).hasToString("1 elements");
    long[] words = {number, number};
    assertThat(new GateBits(words, words, words)).hasToString("bits of 128 gates");
  }

  /** A fold takes what is left over as well. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void foldsTakeAllThatThereIs(int times) {
    int numbers = times * Folding.FOLDED;
    assertThat(Folding.folded(numbers)).isEqualTo(times);
    assertThat(Folding.folded(numbers + 1)).isEqualTo(times + 1);
    int words = times * GateBits.GATES * Folding.FOLDED;
    assertThat(GateBits.folded(words)).isEqualTo(times * Long.SIZE);
    assertThat(GateBits.folded(words + 1)).isEqualTo((times + 1) * Long.SIZE);
  }

  @Test
  void inversesAreInverses() {
    Field field = Field.LARGE;
    long[] residues = random.longs(50).map(field::residueOfWord).toArray();
    residues[0] = 0;
    residues[7] = 1;
    residues[8] = field.p() - 1;
    residues[49] = 0;
    long[] inverses = field.inverses(residues);
    for (int i = 0; i < residues.length; i++) {
      assertThat(field.residue(field.product(residues[i], inverses[i])))
          .isEqualTo(residues[i] == 0 ? 0 : 1);
    }
    assertThat(field.inverses(new long[3])).containsOnly(0);
  }
}
