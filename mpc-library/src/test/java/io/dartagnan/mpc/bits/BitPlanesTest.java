package io.dartagnan.mpc.bits;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.sharing.Ring;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BitPlanesTest {

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 63", "1, 64", "1, 65", "3, 100"})
  void planePHoldsBitPOfEveryLaneHighestFirst(int limbs, int lanes) {
    Ring ring = new Ring(limbs);
    long[] batch = Seed.random(this).longs((long) limbs * lanes).toArray();
    long[] planes = BitPlanes.of(ring, batch);
    int words = BitPlanes.words(lanes);
    assertThat(planes).hasSize(ring.bits() * words);
    for (int p = 0; p < ring.bits(); p++) {
      for (int lane = 0; lane < words * 64; lane++) {
        long expected = lane < lanes ? batch[lane * limbs + p / 64] >>> (63 - p % 64) & 1 : 0;
        assertThat(planes[p * words + lane / 64] >>> (lane % 64) & 1)
            .as("plane %d, lane %d", p, lane)
            .isEqualTo(expected);
      }
    }
  }
}
