package io.dartagnan.mpc.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.harness.Seed;
import java.security.SecureRandom;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdditiveSharingTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void threeSharesMakeTheValueAgain(int limbs) {
    Ring ring = new Ring(limbs);
    long[] values = Seed.random(this).longs(limbs * 1000L).toArray();
    long[][] shares = new AdditiveSharing(ring, new SecureRandom()).share(values);
    assertThat(AdditiveSharing.reconstruct(ring, shares)).isEqualTo(values);
  }

  /**
   * Each of the three share streams of a constant is uniform in every bit. The published prototype
   * drew from half of its ring, which left the top bit of the third share telling. The bound is ten
   * standard deviations: a false alarm has a chance below 1e-20.
   */
  @ParameterizedTest
  @ValueSource(longs = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE})
  void everyBitOfEveryShareOfAConstantIsUniform(long constant) {
    int lanes = 20_000;
    long[] values = new long[lanes];
    Arrays.fill(values, constant);
    long[][] shares = new AdditiveSharing(new Ring(1), new SecureRandom()).share(values);
    for (int party = 0; party < 3; party++) {
      for (int bit = 0; bit < Long.SIZE; bit++) {
        int ones = 0;
        for (long share : shares[party]) {
          ones += (int) (share >>> bit & 1);
        }
        assertThat((double) ones)
            .as("ones in bit %d at party %d", bit, party)
            .isBetween(lanes / 2.0 - 5 * Math.sqrt(lanes), lanes / 2.0 + 5 * Math.sqrt(lanes));
      }
    }
  }

  @Test
  void twoSharingsOfOneValueDiffer() {
    AdditiveSharing dealer = new AdditiveSharing(new Ring(1), new SecureRandom());
    assertThat(dealer.share(new long[] {42})[0]).isNotEqualTo(dealer.share(new long[] {42})[0]);
  }

  @Test
  void fewerThanThreeSharesAreRefused() {
    assertThatThrownBy(() -> AdditiveSharing.reconstruct(new Ring(1), new long[2][1]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("2 shares given, three are needed");
  }
}
