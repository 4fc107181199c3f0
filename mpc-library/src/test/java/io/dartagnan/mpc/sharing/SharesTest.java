package io.dartagnan.mpc.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.harness.Seed;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is local does to the shares what it says of the elements, under every sharing. */
class SharesTest {
  private static final int LANES = 7;

  private final Random random = Seed.random(this);

  @ParameterizedTest
  @EnumSource
  void elementsAreAddedSubtractedAndComplemented(Sharing sharing) {
    for (int limbs : new int[] {1, 3}) {
      Ring ring = new Ring(limbs);
      long[] x = random.longs((long) LANES * limbs).toArray();
      long[] y = random.longs((long) LANES * limbs).toArray();
      assertThat(of(sharing, ring, x, y, Shares::plus)).isEqualTo(sharing.add(ring, x, y));
      assertThat(of(sharing, ring, x, y, Shares::minusEach))
          .isEqualTo(sharing.subtract(ring, x, y));
      long[] complement = new long[x.length];
      Arrays.setAll(complement, i -> ~x[i]);
      assertThat(of(sharing, ring, x, Shares::complement)).isEqualTo(complement);
    }
  }

  @ParameterizedTest
  @EnumSource
  void lanesAreChosenWithAllTheirLimbs(Sharing sharing) {
    Ring ring = new Ring(2);
    long[] x = {0, 1, 10, 11, 20, 21, 30, 31};
    assertThat(of(sharing, ring, x, shares -> shares.slice(1, 3))).containsExactly(10, 11, 20, 21);
    assertThat(of(sharing, ring, x, shares -> shares.select(new int[] {3, 0})))
        .containsExactly(30, 31, 0, 1);
    assertThat(of(sharing, ring, x, shares -> shares.select(new int[0]))).isEmpty();
  }

  private static long[] of(Sharing sharing, Ring ring, long[] x, UnaryOperator<Shares> local) {
    List<Shares> dealt = new Dealer(sharing, ring, new SecureRandom()).deal(x);
    return Reconstruction.values(dealt.stream().map(local).toList());
  }

  private static long[] of(
      Sharing sharing, Ring ring, long[] x, long[] y, BinaryOperator<Shares> local) {
    Dealer dealer = new Dealer(sharing, ring, new SecureRandom());
    List<Shares> left = dealer.deal(x);
    List<Shares> right = dealer.deal(y);
    return Reconstruction.values(
        left.stream()
            .map(shares -> local.apply(shares, right.get(shares.holder().index())))
            .toList());
  }
}
