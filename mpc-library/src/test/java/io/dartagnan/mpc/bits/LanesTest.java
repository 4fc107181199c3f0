package io.dartagnan.mpc.bits;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.harness.Seed;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LanesTest {
  private final Random random = Seed.random(this);

  @Test
  void chosenLanesAreThoseWhoseBitIsSet() {
    assertThat(Lanes.of(new long[] {0b1001, 0, Long.MIN_VALUE})).containsExactly(0, 3, 191);
    assertThat(Lanes.of(new long[] {1, -1, 1}))
        .containsExactly(
            IntStream.concat(IntStream.of(0), IntStream.rangeClosed(64, 128)).toArray());
    assertThat(Lanes.of(new long[3])).isEmpty();
    assertThat(Lanes.of(new long[0])).isEmpty();
  }

  @Test
  void bitsComeBackToWhereTheyWere() {
    for (int round = 0; round < 300; round++) {
      long[] chosen = random.longs(3).toArray();
      if (round % 3 == 0) {
        Arrays.fill(chosen, -1);
        BitPlanes.clearBeyond(chosen, 129 + random.nextInt(64));
      }
      long[] bits = random.longs(3).toArray();
      int[] lanes = Lanes.of(chosen);
      long[] gathered = Lanes.gather(bits, lanes);
      long[] cleared = gathered.clone();
      if (lanes.length > 0) {
        BitPlanes.clearBeyond(cleared, lanes.length);
      }
      assertThat(gathered).hasSize(BitPlanes.words(lanes.length)).isEqualTo(cleared);
      for (int i = 0; i < lanes.length; i++) {
        assertThat(BitPlanes.bit(gathered, i)).isEqualTo(BitPlanes.bit(bits, lanes[i]));
      }
      long[] back = new long[3];
      Lanes.scatter(gathered, lanes, back);
      for (int i = 0; i < 3; i++) {
        assertThat(back[i]).isEqualTo(bits[i] & chosen[i]);
      }
    }
  }

  @Test
  void whatIsThereAlreadyStays() {
    long[] plane = {0b0110};
    Lanes.scatter(new long[] {0b01}, new int[] {0, 3}, plane);
    assertThat(plane).containsExactly(0b0111);
  }
}
