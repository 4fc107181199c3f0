package io.dartagnan.sealed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Order is kept, and each function that keeps it is as likely as any other. */
class BoldyrevaEncryptionTest {
  private final long seed = Long.getLong("dartagnan.seed", new Random().nextLong());

  private static BoldyrevaEncryption encryption(long key, int plainBits, int expansionBits) {
    return new BoldyrevaEncryption(
        ByteBuffer.allocate(32).putLong(key).array(), plainBits, expansionBits);
  }

  private static BigInteger number(long number) {
    return BigInteger.valueOf(number);
  }

  /** Each ciphertext is above the one before, so that no pair of them is inverted. */
  private void assertOrdered(
      BoldyrevaEncryption encryption, Iterable<BigInteger> ascending, int encryptedBits) {
    BigInteger before = number(-1);
    for (BigInteger plain : ascending) {
      BigInteger encrypted = encryption.encrypt(plain);
      assertThat(encrypted).as("-Ddartagnan.seed=%d", seed).isGreaterThan(before);
      assertThat(encryption.decrypt(encrypted)).isEqualTo(plain);
      before = encrypted;
    }
    assertThat(before.bitLength()).isLessThanOrEqualTo(encryptedBits);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 12, 50})
  void allPairsOfTwelveBitsAreOrdered(int expansionBits) {
    assertOrdered(
        encryption(seed, 12, expansionBits),
        IntStream.range(0, 1 << 12).mapToObj(BoldyrevaEncryptionTest::number).toList(),
        12 + expansionBits);
  }

  /** All pairs of 1,000 numbers, from the least to the greatest, with neighbours. */
  @Test
  void pairsOfSignedNumbersAreOrdered() {
    Random random = new Random(seed);
    TreeSet<Long> numbers = new TreeSet<>(List.of(Long.MIN_VALUE, -1L, 0L, Long.MAX_VALUE));
    while (numbers.size() < 1_000) {
      long number = random.nextLong() >> random.nextInt(Long.SIZE);
      numbers.addAll(List.of(number, number ^ 1, number ^ 1L << random.nextInt(Long.SIZE)));
    }
    BigInteger offset = BigInteger.ONE.shiftLeft(Long.SIZE - 1);
    assertOrdered(
        encryption(seed, Long.SIZE, 16),
        numbers.stream().map(number -> number(number).add(offset)).toList(),
        Long.SIZE + 16);
  }

  /** Those of 14 bytes, and of 256, that SafeNoSQL measures. */
  @ParameterizedTest
  @ValueSource(ints = {14, 256})
  void bytesAreOrdered(int bytes) {
    Random random = new Random(seed);
    TreeSet<BigInteger> numbers = new TreeSet<>();
    for (int i = 0; i < 3; i++) {
      BigInteger number = new BigInteger(bytes * Byte.SIZE, random);
      numbers.addAll(List.of(number, number.flipBit(0), number.flipBit(4 * bytes)));
    }
    assertOrdered(encryption(seed, bytes * Byte.SIZE, 16), numbers, (bytes + 2) * Byte.SIZE);
  }

  /** Of the 70 functions from 2 bits to 3 that keep the order. */
  @Test
  void eachFunctionIsAsLikely() {
    Map<Integer, Integer> counts = new HashMap<>();
    for (int key = 0; key < 10_000; key++) {
      BoldyrevaEncryption encryption = encryption(key, 2, 1);
      int function = 0;
      for (int plain = 0; plain < 4; plain++) {
        function |= 1 << encryption.encrypt(number(plain)).intValueExact();
      }
      counts.merge(function, 1, Integer::sum);
    }
    double[] alike = new double[70];
    Arrays.fill(alike, 1. / alike.length);
    assertThat(counts).hasSize(alike.length);
    ChiSquare.assertFits(
        "functions", counts.values().stream().mapToLong(count -> count).toArray(), alike);
  }

  /** The ciphertext of a plaintext of 6 bits is of the negative hypergeometric distribution. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 20, 32, 33, 64})
  void ciphertextsAreSpreadExactly(int plain) {
    int plains = 64;
    int encrypteds = 256;
    double[] probabilities = new double[encrypteds];
    BigDecimal all = new BigDecimal(HypergeometricTest.binomial(encrypteds, plains));
    for (int encrypted = plain; encrypted <= encrypteds - plains + plain; encrypted++) {
      BigInteger ways =
          HypergeometricTest.binomial(encrypted - 1, plain - 1)
              .multiply(HypergeometricTest.binomial(encrypteds - encrypted, plains - plain));
      probabilities[encrypted - 1] =
          new BigDecimal(ways).divide(all, MathContext.DECIMAL64).doubleValue();
    }
    long[] counts = new long[encrypteds];
    for (int key = 0; key < 10_000; key++) {
      counts[encryption(key, 6, 2).encrypt(number(plain - 1)).intValueExact()]++;
    }
    ChiSquare.assertFits("plaintext " + plain, counts, probabilities);
  }

  /** What is encrypted now is what another machine and a later JDK decrypt. */
  @Test
  void ciphertextsAreTheSameEverywhere() {
    assertThat(encryption(7, 64, 16).encrypt(number(42))).isEqualTo(number(2_997_899));
    assertThat(encryption(7, 112, 16).encrypt(BigInteger.TWO.pow(100).subtract(number(3))))
        .isEqualTo(new BigInteger("83076749736557321448929815251628966"));
  }

  @Test
  void keysAndSizesAreApart() {
    BigInteger plain = number(1L << 40);
    BigInteger encrypted = encryption(7, 64, 16).encrypt(plain);

    assertThat(encryption(7, 64, 16).encrypt(plain)).isEqualTo(encrypted);
    assertThat(encryption(8, 64, 16).encrypt(plain)).isNotEqualTo(encrypted);
    // Were the coins of both sizes the same, ciphertexts would be so but for their last bits.
    assertThat(
            LongStream.range(0, 32)
                .filter(
                    key ->
                        encryption(key, 1, 7)
                            .encrypt(BigInteger.ONE)
                            .shiftRight(1)
                            .equals(encryption(key, 1, 6).encrypt(BigInteger.ONE))))
        .hasSizeLessThan(16);
    assertThatThrownBy(() -> encryption(8, 64, 16).decrypt(encrypted))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining(encrypted.toString());
    assertThat(encryption(7, 64, 16))
        .hasToString("order-preserving encryption by Boldyreva, Chenette, Lee and O'Neill");
  }

  @Test
  void onlyCiphertextsAreDecrypted() {
    BoldyrevaEncryption encryption = encryption(seed, 4, 4);
    List<BigInteger> decrypted = new ArrayList<>();
    for (int encrypted = 0; encrypted < 256; encrypted++) {
      try {
        decrypted.add(encryption.decrypt(number(encrypted)));
      } catch (IllegalArgumentException expected) {
        assertThat(expected).hasMessageContaining("no plaintext has this ciphertext");
      }
    }
    assertThat(decrypted)
        .as("-Ddartagnan.seed=%d", seed)
        .isEqualTo(IntStream.range(0, 16).mapToObj(BoldyrevaEncryptionTest::number).toList());
  }

  @Test
  void numbersOutOfRangeAreRefused() {
    BoldyrevaEncryption encryption = encryption(seed, 4, 4);

    assertThatThrownBy(() -> encryption.encrypt(number(16)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a plaintext that is not from 0 to 2^4 - 1: give one that is");
    assertThatThrownBy(() -> encryption.encrypt(number(-1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> encryption.decrypt(number(256)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a ciphertext that is not from 0 to 2^8 - 1: give one that is");
    assertThatThrownBy(() -> encryption(seed, 0, 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 1");
    assertThatThrownBy(() -> encryption(seed, 4, 0)).isInstanceOf(IllegalArgumentException.class);
  }
}
