package io.dartagnan.mpc.araki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.harness.ThreeParties.Run;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.replicated.PlanesOfThree;
import io.dartagnan.mpc.replicated.ReplicatedPlanes;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Dealer;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.ColumnComparisons;
import io.dartagnan.mpc.suite.SharedBits;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every operator on every sharing, in seconds; the contract asks more. */
class ArakiSuiteTest {
  private final Random random = Seed.random(this);

  @ParameterizedTest
  @EnumSource(Sharing.class)
  void agrees(Sharing sharing) {
    for (int limbs : new int[] {1, 2, 3, 5}) {
      for (int lanes : new int[] {1, 64, 65, 200}) {
        Ring ring = new Ring(limbs);
        long[] operand = random.longs(limbs).toArray();
        long[] values = random.longs((long) limbs * lanes).toArray();
        for (int lane = 0; lane < lanes; lane += 3) {
          System.arraycopy(operand, 0, values, lane * limbs, limbs);
          values[lane * limbs + random.nextInt(limbs)] += random.nextInt(3) - 1;
        }
        List<Shares> x = new Dealer(sharing, ring, new SecureRandom()).deal(values);
        List<Shares> k = new Dealer(sharing, ring, new SecureRandom()).deal(operand);
        for (Operator operator : Operator.values()) {
          for (Ordering ordering : Ordering.OF_ELEMENTS) {
            Comparison c = new Comparison(operator, ordering);
            var run =
                ThreeParties.run(
                    (context, self) ->
                        new ArakiSuite()
                            .reveal(context, c, x.get(self.index()), k.get(self.index())));
            long[] expected = new long[(lanes + 63) / 64];
            for (int lane = 0; lane < lanes; lane++) {
              int at = lane * limbs;
              int sign =
                  ordering == Ordering.SIGNED && values[at] != operand[0]
                      ? Long.compare(values[at], operand[0])
                      : Arrays.compareUnsigned(values, at, at + limbs, operand, 0, limbs);
              if (operator.holds(sign)) {
                expected[lane / 64] |= 1L << lane;
              }
            }
            for (long[] result : run.results()) {
              assertThat(result).as("%s %s %d %d", c, sharing, limbs, lanes).isEqualTo(expected);
            }
            assertThat(run.cost())
                .as("%s %s %d %d", c, sharing, limbs, lanes)
                .isEqualTo(new ArakiSuite().revealCost(c, sharing, ring, lanes));
          }
        }
      }
    }
  }

  @Test
  void bitsThatCannotBeComputedWithAreRefused() {
    for (Gate gate : List.<Gate>of(new ArakiSuite()::and, new ArakiSuite()::revealAnd)) {
      assertRefused(
          gate, self -> bits(self, 64, false), self -> bits(self, 64, false), "replicated");
      assertRefused(gate, self -> bits(self, 64, true), self -> bits(self, 65, true), "lanes");
      assertRefused(
          gate,
          self -> bits(self.next(), 64, true),
          self -> bits(self.next(), 64, true),
          "held by");
    }
  }

  /** AND, whose result stays shared or does not. */
  @FunctionalInterface
  private interface Gate {
    Object of(Context context, SharedBits left, SharedBits right);
  }

  private static SharedBits bits(Party holder, int lanes, boolean replicated) {
    int words = BitPlanes.words(lanes);
    return new SharedBits(holder, lanes, new long[words], replicated ? new long[words] : null);
  }

  private static void assertRefused(
      Gate gate,
      Function<Party, SharedBits> left,
      Function<Party, SharedBits> right,
      String message) {
    assertThatThrownBy(
            () ->
                ThreeParties.run(
                    (context, self) -> gate.of(context, left.apply(self), right.apply(self))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void oneComparisonWhoseResultStaysSharedCostsWhatIsDeclared() {
    Ring ring = new Ring(1);
    Comparison less = new Comparison(Operator.LESS, Ordering.UNSIGNED);
    long[] values = random.longs(100).toArray();
    long[] operand = {random.nextLong()};
    List<Shares> x = new Dealer(Sharing.XOR, ring, new SecureRandom()).deal(values);
    List<Shares> k = new Dealer(Sharing.XOR, ring, new SecureRandom()).deal(operand);
    Run<SharedBits> run =
        ThreeParties.run(
            (context, self) ->
                new ArakiSuite().compare(context, less, x.get(self.index()), k.get(self.index())));
    long[] bits =
        PlanesOfThree.reconstruct(
            run.results().stream()
                .map(each -> new ReplicatedPlanes(2, each.own(), each.next()))
                .toList());
    BitPlanes.clearBeyond(bits, values.length);
    long[] operands = new long[values.length];
    Arrays.fill(operands, operand[0]);
    assertThat(bits).isEqualTo(BitPlanes.pack(ring.below(values, operands)));
    assertThat(run.cost())
        .isEqualTo(new ArakiSuite().compareCost(less, Sharing.XOR, ring, values.length));
  }

  @Test
  void costsOfMoreThanABatchAreRefused() {
    ArakiSuite suite = new ArakiSuite();
    Ring ring = new Ring(1);
    Comparison less = new Comparison(Operator.LESS, Ordering.UNSIGNED);
    Shares operand = Shares.single(Party.P0, Sharing.XOR, ring, new long[1]);
    int lanes = Shares.MAX_BATCH_WORDS + 1;
    List<ColumnComparisons> columns = List.of(new ColumnComparisons(List.of(less), operand));
    for (ThrowingCallable cost :
        List.<ThrowingCallable>of(
            () -> suite.compareCost(less, Sharing.XOR, ring, lanes),
            () -> suite.compareAllCost(columns, lanes),
            () -> suite.revealCost(less, Sharing.XOR, ring, lanes))) {
      assertThatThrownBy(cost).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
