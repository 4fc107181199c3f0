package io.dartagnan.mpc.verified;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.harness.ThreeParties.Answer;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.replicated.And;
import io.dartagnan.mpc.replicated.BitTimesString;
import io.dartagnan.mpc.replicated.CarrySave;
import io.dartagnan.mpc.replicated.FirstDifference;
import io.dartagnan.mpc.replicated.XorLaneLessThan;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.ColumnComparisons;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Opening;
import io.dartagnan.mpc.suite.Protocol;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers of parties that follow the protocol, and what is refused. */
class VerifiedSuiteTest {
  private static final VerifiedSuite SUITE = new VerifiedSuite();
  private static final Comparison EQUAL = new Comparison(Operator.EQUAL, Ordering.UNSIGNED);

  private final Random random = Seed.random(this);

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 63", "1, 64", "1, 65", "1, 1000", "5, 1", "5, 100"})
  void answersAndCosts(int limbs, int lanes) {
    Ring ring = new Ring(limbs);
    long[] values = random.longs((long) limbs * lanes).map(word -> word & 0x1L).toArray();
    long[] operand = new long[limbs];
    System.arraycopy(values, 0, operand, 0, limbs);
    for (Operator operator : Operator.values()) {
      for (Ordering ordering : Ordering.OF_ELEMENTS) {
        Comparison comparison = new Comparison(operator, ordering);
        Answer answer =
            ThreeParties.reveal(SUITE, comparison, Sharing.REPLICATED_XOR, ring, values, operand);
        for (int lane = 0; lane < lanes; lane++) {
          assertThat(BitPlanes.bit(answer.bits(), lane))
              .as("%s %s, lane %d", operator, ordering, lane)
              .isEqualTo(holds(operator, compare(values, lane * limbs, operand)));
        }
        assertThat(answer.cost())
            .isEqualTo(SUITE.revealCost(comparison, Sharing.REPLICATED_XOR, ring, lanes));
      }
    }
  }

  /** Values are 0 or 1 in each limb, so that both orderings agree. */
  private static int compare(long[] values, int at, long[] operand) {
    for (int i = 0; i < operand.length; i++) {
      if (values[at + i] != operand[i]) {
        return Long.compare(values[at + i], operand[i]);
      }
    }
    return 0;
  }

  private static boolean holds(Operator operator, int order) {
    return switch (operator) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case GREATER -> order > 0;
      case GREATER_OR_EQUAL -> order >= 0;
    };
  }

  /** Three comparisons of two columns side by side, then their AND, opened with and without it. */
  @Test
  void combinesAnswers() {
    int lanes = 130;
    Ring ring = new Ring(1);
    long[] left = random.longs(lanes).map(word -> word & 1).toArray();
    long[] right = random.longs(lanes).map(word -> word & 1).toArray();
    List<Shares> x = ThreeParties.deal(Sharing.REPLICATED_XOR, ring, left);
    List<Shares> y = ThreeParties.deal(Sharing.REPLICATED_XOR, ring, right);
    List<Shares> k = ThreeParties.deal(Sharing.REPLICATED_XOR, ring, new long[] {1, 0});
    Comparison less = new Comparison(Operator.LESS, Ordering.UNSIGNED);
    for (boolean atOnce : new boolean[] {true, false}) {
      Answer answer =
          ThreeParties.opened(
              (context, self) -> {
                Shares operands = k.get(self.index());
                List<ColumnComparisons> asked =
                    List.of(
                        new ColumnComparisons(
                            List.of(EQUAL, less), operands.select(new int[] {0, 0})),
                        new ColumnComparisons(List.of(EQUAL), operands.slice(1, 2)));
                List<List<SharedBits>> bits =
                    SUITE.compareAll(
                        context, asked, List.of(x.get(self.index()), y.get(self.index())));
                SharedBits either =
                    SUITE
                        .and(
                            context.narrow("either"),
                            bits.get(0).get(0).not(),
                            bits.get(0).get(1).not())
                        .not();
                Context last = context.narrow("last");
                return atOnce
                    ? SUITE.revealAnd(last, either, bits.get(1).get(0))
                    : SUITE.open(last, SUITE.and(last, either, bits.get(1).get(0)));
              });
      for (int lane = 0; lane < lanes; lane++) {
        // x = 1 or x < 1 holds of all, so that y = 0 is left.
        assertThat(BitPlanes.bit(answer.bits(), lane)).isEqualTo(right[lane] == 0);
      }
    }
  }

  @Test
  void anAndIsProvenAndCostsWhatItDeclares() {
    int lanes = 65;
    long[] x = random.longs(2).toArray();
    long[] y = random.longs(2).toArray();
    List<SharedBits> xs = deal(lanes, x);
    List<SharedBits> ys = deal(lanes, y);
    Answer answer =
        ThreeParties.opened(
            (context, self) ->
                SUITE.revealAnd(context, xs.get(self.index()), ys.get(self.index())));
    long[] expected = {x[0] & y[0], x[1] & y[1] & 1};
    assertThat(answer.bits()).isEqualTo(expected);
    assertThat(answer.cost())
        .isEqualTo(SUITE.revealAndCost(lanes).then(SUITE.validationCost(SUITE.andCost(lanes))));
    Answer opened =
        ThreeParties.opened((context, self) -> SUITE.open(context, xs.get(self.index())));
    assertThat(opened.bits()).isEqualTo(new long[] {x[0], x[1] & 1});
    assertThat(opened.cost()).isEqualTo(SUITE.openCost(lanes));
    assertThatThrownBy(
            () ->
                ThreeParties.opened(
                    (context, self) ->
                        Opening.toAll(
                            context,
                            SUITE.and(context, xs.get(self.index()), ys.get(self.index())))))
        .hasMessageContaining("before it is proven");
  }

  /** Replicated bits; those past the last lane are another party's idea of them at each. */
  private List<SharedBits> deal(int lanes, long[] bits) {
    long[][] shares = {
      random.longs(bits.length).toArray(), random.longs(bits.length).toArray(), bits.clone()
    };
    BitPlanes.add(shares[2], 0, shares[0], 0, bits.length);
    BitPlanes.add(shares[2], 0, shares[1], 0, bits.length);
    return Party.ALL.stream()
        .map(
            party ->
                new SharedBits(
                    party,
                    lanes,
                    withNoise(lanes, shares[party.index()]),
                    withNoise(lanes, shares[party.next().index()])))
        .toList();
  }

  private long[] withNoise(int lanes, long[] share) {
    long[] noisy = share.clone();
    BitPlanes.clearBeyond(noisy, lanes);
    noisy[noisy.length - 1] |= random.nextLong() << lanes % Long.SIZE;
    return noisy;
  }

  @Test
  void whatIsNotProvenCannotBeOpened() {
    assertThatThrownBy(
            () ->
                ThreeParties.opened(
                    (context, self) -> {
                      List<Shares> x =
                          ThreeParties.deal(Sharing.REPLICATED_XOR, new Ring(1), new long[] {7});
                      Shares own = x.get(self.index());
                      SharedBits bits = SUITE.compare(context, EQUAL, own, own);
                      return Opening.toAll(context, bits);
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("before it is proven");
  }

  @Test
  void otherSharingsAreRefused() {
    for (Sharing sharing : Sharing.values()) {
      if (sharing != Sharing.REPLICATED_XOR) {
        List<Shares> x = ThreeParties.deal(sharing, new Ring(1), new long[] {7});
        assertThatIllegalArgumentException()
            .isThrownBy(
                () ->
                    ThreeParties.opened(
                        (context, self) ->
                            SUITE.reveal(context, EQUAL, x.get(self.index()), x.get(self.index()))))
            .withMessageContaining("replicated-xor");
        assertThatIllegalArgumentException()
            .isThrownBy(
                () ->
                    ThreeParties.opened(
                        (context, self) ->
                            SUITE.open(
                                context,
                                SUITE.compare(
                                    context, EQUAL, x.get(self.index()), x.get(self.index())))))
            .withMessageContaining("suite verified computes on replicated-xor ones");
        assertThatIllegalArgumentException()
            .isThrownBy(() -> SUITE.revealCost(EQUAL, sharing, new Ring(1), 1))
            .withMessageContaining("suite verified computes on replicated-xor ones");
      }
    }
  }

  @Test
  void batchesThatAreTooLargeHaveNoCost() {
    int tooMany = Shares.MAX_BATCH_WORDS + 1;
    for (ThrowingCallable cost :
        List.<ThrowingCallable>of(
            () -> SUITE.revealCost(EQUAL, Sharing.REPLICATED_XOR, new Ring(1), tooMany),
            () -> SUITE.compareCost(EQUAL, Sharing.REPLICATED_XOR, new Ring(1), tooMany))) {
      assertThatThrownBy(cost).hasMessageContaining("%d lanes of 1 limbs".formatted(tooMany));
    }
  }

  /** What a party does is refused before it sends anything. */
  private void requireRefused(String message, ThreeParties.Side<long[]> work) {
    assertThatIllegalArgumentException()
        .as(message)
        .isThrownBy(() -> ThreeParties.opened(work))
        .withMessageContaining(message);
  }

  @Test
  void bitsThatDoNotBelongTogetherAreRefused() {
    List<SharedBits> bits = deal(65, random.longs(2).toArray());
    List<SharedBits> fewer = deal(64, random.longs(1).toArray());
    requireRefused(
        "a party computes with its own",
        (context, self) -> {
          SharedBits other = bits.get(self.next().index());
          return SUITE.open(context, SUITE.and(context, other, other));
        });
    requireRefused(
        "are not operands of one gate",
        (context, self) ->
            SUITE.open(
                context, SUITE.and(context, bits.get(self.index()), fewer.get(self.index()))));
    requireRefused(
        "suite verified computes on replicated ones",
        (context, self) -> {
          SharedBits single = new SharedBits(self, 1, new long[1], null);
          return SUITE.open(context, SUITE.and(context, single, single));
        });
    requireRefused(
        "a party computes with its own",
        (context, self) -> SUITE.open(context, bits.get(self.next().index())));
    requireRefused(
        "suite verified computes on replicated ones",
        (context, self) -> SUITE.open(context, new SharedBits(self, 1, new long[1], null)));
  }

  @Test
  void costsAreOfWhatIsComputedAlone() {
    Ring ring = new Ring(1);
    int most = Shares.MAX_BATCH_WORDS;
    ColumnComparisons.Shape additive =
        new ColumnComparisons.Shape(List.of(EQUAL), Sharing.REPLICATED_ADDITIVE, ring);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SUITE.compareCost(EQUAL, additive.sharing(), ring, 1))
        .withMessageContaining("suite verified computes on replicated-xor ones");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SUITE.compareCost(EQUAL, Sharing.REPLICATED_XOR, ring, most + 1))
        .withMessageContaining("words are allowed");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                SUITE.compareAllCost(
                    List.of(
                        new ColumnComparisons(
                            List.of(EQUAL),
                            ThreeParties.deal(Sharing.REPLICATED_XOR, ring, new long[1]).get(0))),
                    most + 1))
        .withMessageContaining("words are allowed");
    assertThat(SUITE.validationCost(Cost.NONE)).isEqualTo(Cost.NONE);
    // Of each 8 bytes that a party sends, 22 words, and of the 256 with which they begin.
    assertThat(SUITE.keptBytes(And.cost(10), 100)).isEqualTo(22L * (10 + 256) * Long.BYTES);
    assertThat(SUITE.keptBytes(And.cost(10), 10_000)).isEqualTo(180_000);
  }

  @Test
  void eachOfItsProtocolsHasACost() {
    Ring ring = new Ring(2);
    assertThat(SUITE.protocols()).hasSize(10);
    for (Protocol protocol : SUITE.protocols()) {
      assertThat(protocol.cost(ring, 100).rounds()).as(protocol.name()).isPositive();
      assertThat(protocol.cost(ring, 100).byParty0()).as(protocol.name()).isPositive();
    }
    assertThat(SUITE.protocols().stream().map(protocol -> protocol.cost(ring, 100)))
        .contains(
            FirstDifference.cost(129, 0, false, 2),
            XorLaneLessThan.cost(Sharing.REPLICATED_XOR, ring, false, 100),
            BitTimesString.cost(Sharing.REPLICATED_XOR, ring, 100),
            CarrySave.cost(128, 128, 100, CarrySave.TWO_LANES));
  }
}
