package io.dartagnan.mpc.bogdanov;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class BogdanovSuiteTest {
  private static final long[] EDGES = {
    0,
    1,
    -1,
    -2,
    Long.MAX_VALUE,
    Long.MAX_VALUE - 1,
    Long.MIN_VALUE,
    Long.MIN_VALUE + 1,
    42,
    1L << 32,
    (1L << 32) - 1
  };

  private final ProtocolSuite suite = new BogdanovSuite();
  private final Random random = Seed.random(this);

  static Stream<Arguments> everyComparison() {
    return Stream.of(Sharing.values())
        .flatMap(
            sharing ->
                Stream.of(Operator.values())
                    .flatMap(
                        operator ->
                            Ordering.OF_ELEMENTS.stream()
                                .map(
                                    ordering ->
                                        Arguments.of(
                                            sharing, new Comparison(operator, ordering)))));
  }

  @ParameterizedTest
  @MethodSource("everyComparison")
  void agreesWithPlaintextOnEdges(Sharing sharing, Comparison comparison) {
    for (long operand : EDGES) {
      assertAgrees(sharing, comparison, new Ring(1), EDGES, new long[] {operand});
    }
  }

  @ParameterizedTest
  @MethodSource("everyComparison")
  void agreesWithPlaintextAroundTheOperand(Sharing sharing, Comparison comparison) {
    int[][] shapes = {{1, 1}, {2, 63}, {3, 64}, {5, 65}, {1, 1000}};
    for (int[] shape : shapes) {
      long[] operand = random.longs(shape[0]).toArray();
      long[] values = around(operand, shape[1]);
      assertAgrees(sharing, comparison, new Ring(shape[0]), values, operand);
    }
  }

  @Test
  void bitsThatAreAndedAgreeWithPlaintext() {
    for (int lanes : new int[] {1, 63, 64, 65, 1000}) {
      long[] left = random.longs((lanes + 63) / 64).toArray();
      long[] right = random.longs(left.length).toArray();
      long[][] sharesOfLeft = Batches.dealWords(left);
      long[][] sharesOfRight = Batches.dealWords(right);
      ThreeParties.Run<long[]> run =
          ThreeParties.run(
              (context, self) ->
                  suite
                      .and(
                          context,
                          new SharedBits(self, lanes, sharesOfLeft[self.index()], null),
                          new SharedBits(self, lanes, sharesOfRight[self.index()], null))
                      .own());
      long[] expected = left.clone();
      Arrays.setAll(expected, i -> left[i] & right[i]);
      assertThat(Batches.bits(Batches.xor(run), 0, lanes))
          .isEqualTo(Batches.bits(expected, 0, lanes));
      // The operands are the caller's and stay as they were.
      assertThat(sharesOfLeft[0][0] ^ sharesOfLeft[1][0] ^ sharesOfLeft[2][0]).isEqualTo(left[0]);
      Batches.assertCosts(suite.andCost(lanes), run);
    }
  }

  /** On stored shares that are all zero: what is not masked would show as zeros. */
  @ParameterizedTest
  @EnumSource(Sharing.class)
  void receivedMessagesLookUniformWhateverIsStored(Sharing sharing) {
    Ring ring = new Ring(1);
    long[] zeros = new long[1 << 12];
    for (Operator operator : List.of(Operator.EQUAL, Operator.LESS, Operator.GREATER)) {
      Batches.assertReceivedUniform(
          ThreeParties.run(
              (context, self) ->
                  suite.compare(
                      context,
                      new Comparison(operator, Ordering.UNSIGNED),
                      shares(self, sharing, ring, zeros),
                      shares(self, sharing, ring, new long[1]))));
    }
  }

  @Test
  void refusesSharesOfAnotherParty() {
    assertThatThrownBy(
            () ->
                ThreeParties.run(
                    (context, self) -> {
                      Shares shares =
                          shares(self.next(), Sharing.ADDITIVE, new Ring(1), new long[1]);
                      return suite.compare(
                          context, new Comparison(Operator.LESS, Ordering.SIGNED), shares, shares);
                    }))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching(
            "additive shares of 1 lanes of 1 limbs held by party \\d were given to party \\d,"
                + " a party computes with its own");
  }

  @Test
  void refusesToAndBatchesOfDifferentLength() {
    assertThatThrownBy(
            () ->
                ThreeParties.run(
                    (context, self) ->
                        suite.and(
                            context,
                            new SharedBits(self, 63, new long[1], null),
                            new SharedBits(self, 64, new long[1], null))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("are not operands of one gate");
  }

  private void assertAgrees(
      Sharing sharing, Comparison comparison, Ring ring, long[] values, long[] operand) {
    int lanes = ring.elements(values);
    List<Shares> x = Batches.deal(sharing, ring, values);
    List<Shares> k = Batches.deal(sharing, ring, operand);
    ThreeParties.Run<long[]> run =
        ThreeParties.run(
            (context, self) ->
                suite.compare(context, comparison, x.get(self.index()), k.get(self.index())).own());

    List<Boolean> answers = Batches.bits(Batches.xor(run), 0, lanes);
    for (int lane = 0; lane < lanes; lane++) {
      assertThat(answers.get(lane))
          .as("%s of %s shares, lane %d of %d", comparison, sharing, lane, lanes)
          .isEqualTo(
              comparison
                  .operator()
                  .holds(sign(comparison.ordering(), ring, values, lane, operand)));
    }
    Batches.assertCosts(suite.compareCost(comparison, sharing, ring, lanes), run);
  }

  private static Shares shares(Party holder, Sharing sharing, Ring ring, long[] words) {
    return new Shares(holder, sharing, ring, words, sharing.isReplicated() ? words : null);
  }

  private static int sign(Ordering ordering, Ring ring, long[] values, int lane, long[] operand) {
    int at = lane * ring.limbs();
    if (ordering == Ordering.SIGNED && values[at] != operand[0]) {
      return Long.compare(values[at], operand[0]);
    }
    return Arrays.compareUnsigned(values, at, at + ring.limbs(), operand, 0, ring.limbs());
  }

  /** Elements that equal the operand or differ from it in few bits, and some that are random. */
  private long[] around(long[] operand, int lanes) {
    int limbs = operand.length;
    long[] batch = random.longs((long) limbs * lanes).toArray();
    for (int lane = 0; lane < lanes; lane++) {
      if (lane % 4 > 0) {
        System.arraycopy(operand, 0, batch, lane * limbs, limbs);
      }
      int limb = lane * limbs + random.nextInt(limbs);
      switch (lane % 4) {
        case 2 -> batch[limb] += random.nextBoolean() ? 1 : -1;
        case 3 -> batch[limb] ^= 1L << random.nextInt(64);
        default -> {}
      }
    }
    return batch;
  }
}
