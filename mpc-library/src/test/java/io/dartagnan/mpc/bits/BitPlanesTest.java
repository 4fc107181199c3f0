package io.dartagnan.mpc.bits;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.sharing.Ring;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BitPlanesTest {

  @ParameterizedTest
  // More than 4096 lanes are more than one turn of the transposition.
  @CsvSource({"1, 1", "1, 63", "1, 64", "1, 65", "3, 100", "2, 8300"})
  void planePHoldsBitPOfEveryLaneHighestFirst(int limbs, int lanes) {
    Ring ring = new Ring(limbs);
    long[] batch = Seed.random(this).longs((long) limbs * lanes).toArray();
    long[] planes = BitPlanes.of(ring, batch);
    int words = BitPlanes.words(lanes);
    assertThat(planes).hasSize(ring.bits() * words);
    for (int p = 0; p < ring.bits(); p++) {
      long[] expected = new long[words];
      for (int lane = 0; lane < lanes; lane++) {
        long bit = batch[lane * limbs + p / 64] >>> (63 - p % 64) & 1;
        expected[lane / 64] |= bit << lane % 64;
      }
      assertThat(Arrays.copyOfRange(planes, p * words, (p + 1) * words))
          .as("plane %d", p)
          .isEqualTo(expected);
    }
  }

  @Test
  void planesOfSeveralBatchesLieSideBySide() {
    Ring ring = new Ring(1);
    long[] batch = Seed.random(this).longs(100).toArray();
    long[] alone = BitPlanes.of(ring, batch);
    long[] wide = new long[64 * 5];
    Arrays.fill(wide, 7);
    BitPlanes.write(ring, batch, wide, 5, 2);
    for (int p = 0; p < 64; p++) {
      assertThat(Arrays.copyOfRange(wide, 5 * p, 5 * (p + 1)))
          .containsExactly(7, 7, alone[2 * p], alone[2 * p + 1], 7);
    }
  }

  @Test
  void bitsOfConsecutiveLanesAreAddedWhereverTheyBegin() {
    Random random = Seed.random(this);
    for (int round = 0; round < 1_000; round++) {
      long[] plane = random.longs(4).toArray();
      long[] into = random.longs(4).toArray();
      int lanes = random.nextInt(200);
      int from = random.nextInt(4 * Long.SIZE - lanes + 1);
      int to = random.nextInt(4 * Long.SIZE - lanes + 1);
      long[] expected = into.clone();
      for (int lane = 0; lane < lanes; lane++) {
        if (BitPlanes.bit(plane, from + lane)) {
          expected[(to + lane) / Long.SIZE] |= 1L << (to + lane) % Long.SIZE;
        }
      }
      BitPlanes.copy(plane, from, into, to, lanes);
      assertThat(into).as("%d lanes, %d to %d", lanes, from, to).isEqualTo(expected);
    }
  }

  @Test
  void packingTakesTheLowestBitOfEachWord() {
    long[] words = Seed.random(this).longs(130).toArray();
    long[] packed = BitPlanes.pack(words);
    assertThat(packed).hasSize(3);
    for (int lane = 0; lane < 192; lane++) {
      assertThat(BitPlanes.bit(packed, lane)).isEqualTo(lane < 130 && (words[lane] & 1) != 0);
    }
  }

  @Test
  void wordsOfAPlaneAreCountedUpToTheLargestNumberOfLanes() {
    assertThat(BitPlanes.words(0)).isZero();
    assertThat(BitPlanes.words(64)).isEqualTo(1);
    assertThat(BitPlanes.words(65)).isEqualTo(2);
    assertThat(BitPlanes.words(Integer.MAX_VALUE)).isEqualTo(1 << 25);
  }
}
