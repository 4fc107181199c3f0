package io.dartagnan.mpc.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.LongBinaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class DealerTest {
  private static final int LANES = 20_000;

  /** Six standard deviations of a fair coin thrown so often: passed once in 10^9 times. */
  private static final double BOUND = 6 * Math.sqrt(LANES) / 2;

  static Stream<Arguments> sharingsAndConstants() {
    return Arrays.stream(Sharing.values())
        .flatMap(
            sharing ->
                Stream.of(
                    Arguments.of(sharing, new long[] {0}),
                    Arguments.of(sharing, new long[] {-1}),
                    Arguments.of(sharing, new long[] {Long.MIN_VALUE}),
                    Arguments.of(sharing, new long[] {Long.MAX_VALUE, 42})));
  }

  /**
   * The value is a constant, so whatever is not fair in a share's bit is of the dealing. Masks from
   * half of the group, as the published prototype drew them, leave the top bit of the third share
   * telling.
   */
  @ParameterizedTest
  @MethodSource("sharingsAndConstants")
  void everyBitOfEveryShareIsFair(Sharing sharing, long[] constant) {
    List<Shares> dealt = deal(sharing, constant);
    for (Party party : Party.ALL) {
      assertFair("share of " + party, own(dealt, party), constant.length);
    }
  }

  /** Any two of the three shares say no more than one: sums and differences of them are fair. */
  @ParameterizedTest
  @MethodSource("sharingsAndConstants")
  void everyBitOfTwoSharesTogetherIsFair(Sharing sharing, long[] constant) {
    List<Shares> dealt = deal(sharing, constant);
    for (Party party : Party.ALL) {
      long[] one = own(dealt, party);
      long[] other = own(dealt, party.next());
      String pair = "shares of " + party + " and " + party.next();
      assertFair("xor of " + pair, combined(one, other, (a, b) -> a ^ b), constant.length);
      assertFair("sum of " + pair, combined(one, other, Long::sum), constant.length);
      assertFair("difference of " + pair, combined(one, other, (a, b) -> a - b), constant.length);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theSharesAddUpToTheValuesWhichStayAsTheyAre(Sharing sharing) {
    Random random = Seed.random(this);
    for (int limbs : new int[] {1, 2, 5}) {
      Ring ring = new Ring(limbs);
      long[] values = random.longs(limbs * 1000L).toArray();
      long[] given = values.clone();

      List<Shares> dealt = new Dealer(sharing, ring, new SecureRandom()).deal(given);

      long[] sum = sharing.add(ring, own(dealt, Party.P0), own(dealt, Party.P1));
      assertThat(sharing.add(ring, sum, own(dealt, Party.P2))).isEqualTo(values);
      assertThat(given).isEqualTo(values);
    }
  }

  @ParameterizedTest
  @EnumSource
  void eachPartyHoldsItsShareAndIfReplicatedTheNextOnes(Sharing sharing) {
    List<Shares> dealt = deal(sharing, new long[] {7, 8});
    for (Party party : Party.ALL) {
      Shares held = dealt.get(party.index());
      assertThat(held.holder()).isEqualTo(party);
      assertThat(held.sharing()).isEqualTo(sharing);
      assertThat(held.ring()).isEqualTo(new Ring(2));
      assertThat(held.lanes()).isEqualTo(LANES);
      if (sharing.isReplicated()) {
        assertThat(held.next())
            .isEqualTo(own(dealt, party.next()))
            .isNotSameAs(own(dealt, party.next()));
      } else {
        assertThat(held.next()).isNull();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void noShareComesTwice(Sharing sharing) {
    Dealer dealer = new Dealer(sharing, new Ring(1), new SecureRandom());
    long[] values = new long[LANES];
    for (Party party : Party.ALL) {
      assertThat(
              Stream.of(dealer.deal(values), dealer.deal(values))
                  .flatMapToLong(dealt -> Arrays.stream(own(dealt, party)))
                  .distinct()
                  .count())
          .isEqualTo(2L * LANES);
    }
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsDealtOfNothing(Sharing sharing) {
    assertThat(new Dealer(sharing, new Ring(3), new SecureRandom()).deal(new long[0]))
        .allSatisfy(shares -> assertThat(shares.lanes()).isZero())
        .hasSize(3);
  }

  @ParameterizedTest
  @EnumSource
  void wordsThatAreNoWholeElementsAreRefused(Sharing sharing) {
    Dealer dealer = new Dealer(sharing, new Ring(2), new SecureRandom());
    assertThatThrownBy(() -> dealer.deal(new long[3]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("3 words are not a whole number of elements of 2 limbs");
  }

  private static List<Shares> deal(Sharing sharing, long[] constant) {
    Ring ring = new Ring(constant.length);
    return new Dealer(sharing, ring, new SecureRandom()).deal(ring.repeat(constant, LANES));
  }

  private static long[] own(List<Shares> dealt, Party party) {
    return dealt.get(party.index()).own();
  }

  private static long[] combined(long[] one, long[] other, LongBinaryOperator operator) {
    long[] combined = new long[one.length];
    Arrays.setAll(combined, i -> operator.applyAsLong(one[i], other[i]));
    return combined;
  }

  private static void assertFair(String what, long[] words, int limbs) {
    for (int limb = 0; limb < limbs; limb++) {
      int[] ones = new int[Long.SIZE];
      for (int at = limb; at < words.length; at += limbs) {
        for (int bit = 0; bit < Long.SIZE; bit++) {
          ones[bit] += (int) (words[at] >>> bit & 1);
        }
      }
      for (int bit = 0; bit < Long.SIZE; bit++) {
        assertThat((double) ones[bit])
            .as("lanes with bit %d of limb %d of the %s set", bit, limb, what)
            .isCloseTo(LANES / 2.0, within(BOUND));
      }
    }
  }
}
