package io.dartagnan.sealed;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.client.keys.TableKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Bytes of ciphertexts are ordered as those of plaintexts, and show no more than is said. */
class OrderPreservingEncryptionTest {
  private static final byte[] FAMILY = {'f'};
  private static final byte[] QUALIFIER = {'q'};
  private static final int FEWEST_PAIRS = 10_000_000;

  private final long seed = Long.getLong("dartagnan.seed", new Random().nextLong());
  private final TableKeys keys = TableKeys.create();
  private final OrderPreservingEncryption encryption =
      new OrderPreservingEncryption(use -> keys.deriveForSealing(1, use));

  private byte[] encrypted(byte[] plain) {
    return encryption.encrypt(FAMILY, QUALIFIER, plain);
  }

  private void assertOrdered(List<byte[]> plain) {
    List<byte[]> encrypted = plain.stream().map(this::encrypted).toList();
    int inversions = 0;
    for (int i = 0; i < plain.size(); i++) {
      for (int j = 0; j < i; j++) {
        int wanted = Bytes.compareTo(plain.get(i), plain.get(j));
        int given = Bytes.compareTo(encrypted.get(i), encrypted.get(j));
        inversions += Integer.signum(wanted) == Integer.signum(given) ? 0 : 1;
      }
    }
    assertThat(inversions).as("-Ddartagnan.seed=%d", seed).isZero();
  }

  @Test
  void allPairsOfTwelveBitsAreOrdered() {
    assertOrdered(
        IntStream.range(0, 1 << 12).mapToObj(number -> Bytes.toBytes((short) number)).toList());
  }

  /** Among them neighbours, and numbers that differ in one bit. */
  @Test
  void pairsOfNumbersAreOrdered() {
    Random random = new Random(seed);
    List<byte[]> plain = new ArrayList<>();
    while ((long) plain.size() * (plain.size() - 1) / 2 < FEWEST_PAIRS) {
      long number = random.nextLong() >> random.nextInt(Long.SIZE);
      plain.add(Bytes.toBytes(number));
      plain.add(Bytes.toBytes(number + 1));
      plain.add(Bytes.toBytes(number ^ 1L << random.nextInt(Long.SIZE)));
    }
    assertOrdered(plain);
  }

  /** Up to the first bit in which plaintexts differ ciphertexts are the same, and not behind it. */
  @Test
  void twoCiphertextsShowTheFirstBitThatDiffers() {
    Random random = new Random(seed);
    for (int i = 0; i < 1_000; i++) {
      int bit = random.nextInt(Long.SIZE);
      long number = random.nextLong();
      byte[] one = encrypted(Bytes.toBytes(number));
      byte[] other = encrypted(Bytes.toBytes(number ^ 1L << Long.SIZE - 1 - bit));
      assertThat(Arrays.mismatch(one, other) / Short.BYTES).isEqualTo(bit);
      if (bit < Long.SIZE - 8) {
        // Of eight digits some are others, but with a chance of 2^-128.
        int behind = (bit + 1) * Short.BYTES;
        assertThat(Arrays.copyOfRange(one, behind, behind + 16))
            .isNotEqualTo(Arrays.copyOfRange(other, behind, behind + 16));
      }
    }
  }

  /**
   * A digit alone says nothing of its bit: of both bits digits are spread alike. Looked at are
   * those of the lower half, before which the bits of no two numbers are the same.
   */
  @Test
  void digitsAreSpreadAlikeWhateverTheBit() {
    Random random = new Random(seed);
    double[] sums = new double[2];
    int[] counts = new int[2];
    for (int i = 0; i < 4_000; i++) {
      long number = random.nextLong();
      byte[] encrypted = encrypted(Bytes.toBytes(number));
      for (int digit = Integer.SIZE; digit < Long.SIZE; digit++) {
        int bit = (int) (number >>> Long.SIZE - 1 - digit & 1);
        counts[bit]++;
        sums[bit] += Short.toUnsignedInt(Bytes.toShort(encrypted, digit * Short.BYTES));
      }
    }
    // The mean of 64,000 digits has a deviation of 75; six of them occur once in 10^9 tests.
    for (int bit = 0; bit < 2; bit++) {
      assertThat(sums[bit] / counts[bit])
          .as("-Ddartagnan.seed=%d", seed)
          .isBetween(32_767.5 - 450, 32_767.5 + 450);
    }
  }

  @Test
  void whatWasEncryptedIsDecryptedAndNothingElse() {
    Random random = new Random(seed);
    OrderPreservingEncryption.OfColumn column = encryption.in(FAMILY, QUALIFIER);
    OrderPreservingEncryption.OfColumn other = encryption.in(QUALIFIER, FAMILY);
    int opened = 0;
    byte[] before = {};
    for (int i = 0; i < 2_000; i++) {
      // Many begin as the one before does.
      byte[] plain = Arrays.copyOf(before, random.nextInt(30));
      int from = random.nextInt(plain.length + 1);
      for (int at = from; at < plain.length; at++) {
        plain[at] = (byte) random.nextInt();
      }
      before = plain;
      byte[] encrypted = encrypted(plain);
      assertThat(random.nextBoolean() ? column.encrypt(plain) : encrypted).isEqualTo(encrypted);
      assertThat(column.decrypt(encrypted)).hasValue(plain);
      assertThat(other.decrypt(encrypted).isPresent()).isEqualTo(plain.length == 0);
      assertThat(column.decrypt(Arrays.copyOf(encrypted, i % 15 + 1))).isEmpty();
      if (plain.length > 0) {
        encrypted[random.nextInt(encrypted.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        opened += column.decrypt(encrypted).isPresent() ? 1 : 0;
      }
    }
    // The lowest bit of a digit may be that of the plaintext: one of 16 that are flipped.
    assertThat(opened).as("-Ddartagnan.seed=%d", seed).isLessThan(200);
  }

  /** Of row keys, whose lengths differ. */
  @Test
  void beginningsComeBeforeWhatBeginsWithThem() {
    Random random = new Random(seed);
    List<byte[]> plain = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      byte[] key = new byte[1 + random.nextInt(6)];
      for (int at = 0; at < key.length; at++) {
        key[at] = (byte) (random.nextInt(3) * 0x7f);
      }
      plain.add(key);
    }
    assertOrdered(plain);
    for (byte[] key : plain) {
      assertThat(Bytes.startsWith(encrypted(Bytes.add(key, new byte[] {7})), encrypted(key)))
          .isTrue();
    }
  }

  @Test
  void columnsAndKeysAreApart() {
    byte[] plain = Bytes.toBytes(7L);
    OrderPreservingEncryption other =
        new OrderPreservingEncryption(use -> TableKeys.create().deriveForSealing(1, use));

    assertThat(encrypted(plain)).isEqualTo(encrypted(plain)).hasSize(128);
    assertThat(encryption.encrypt(QUALIFIER, FAMILY, plain)).isNotEqualTo(encrypted(plain));
    assertThat(encryption.encrypt(new byte[] {'f', 'q'}, new byte[0], plain))
        .isNotEqualTo(encryption.encrypt(new byte[0], new byte[] {'f', 'q'}, plain));
    assertThat(other.encrypt(FAMILY, QUALIFIER, plain)).isNotEqualTo(encrypted(plain));
    assertThat(encryption).hasToString("order-preserving encryption");
  }
}
