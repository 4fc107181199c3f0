package io.dartagnan.mpc.verified;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.DeviationException;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.harness.Trial;
import io.dartagnan.mpc.harness.View;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.SharedBits;
import io.dartagnan.mpc.verified.Field.Element;
import io.dartagnan.mpc.verified.Numbers.Side;
import io.dartagnan.mpc.verified.ProductProof.Part;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The exchange of proofs: what is compared, what is hidden, and that none is tried again. */
class ProofExchangeTest {
  private static final VerifiedSuite SUITE = new VerifiedSuite();
  private static final Comparison EQUAL = new Comparison(Operator.EQUAL, Ordering.UNSIGNED);
  private static final Ring RING = new Ring(1);

  private final Random random = Seed.random(this);

  private Element element() {
    return ProofExchange.element(random.longs(2).toArray(), 0);
  }

  @Test
  void aProofHoldsForOneNumberOneClaimAndTheSameChallenges() {
    Field field = Field.LARGE;
    List<Element> challenges = List.of(element(), element());
    Part left = new Part(element(), element());
    Element number = element();
    Part right = new Part(number, field.minus(field.times(left.number(), number), left.claim()));
    long[] shown = ProofExchange.shown(right, challenges);
    assertThat(ProofExchange.holds(left, challenges, shown)).isTrue();
    for (int i = 0; i < shown.length; i++) {
      long[] altered = shown.clone();
      altered[i]++;
      assertThat(ProofExchange.holds(left, challenges, altered)).as("word %d", i).isFalse();
    }
    // A prover that tells the right verifier others, however well they suit it.
    List<Element> others = List.of(challenges.get(0), element());
    assertThat(ProofExchange.holds(left, challenges, ProofExchange.shown(right, others))).isFalse();
  }

  @Test
  void anyWordStandsForAResidue() {
    long p = Field.LARGE.p();
    assertThat(ProofExchange.element(new long[] {p, -1}, 0)).isEqualTo(new Element(0, 7));
    assertThat(ProofExchange.element(new long[] {0, 5, p + 3}, 1)).isEqualTo(new Element(5, 3));
  }

  /** Of gates that are all alike, zeros on zeros, every word of a proof is uniform nonetheless. */
  @Test
  void whatIsSentIsUniform() {
    int runs = 64;
    List<Shares> zeros = zeros(64);
    long[] ones = new long[61];
    long words = 0;
    for (int run = 0; run < runs; run++) {
      Trial.Outcome<Integer> outcome =
          Trial.begin()
              .run(
                  (session, exchange) -> {
                    Context batch = session.nextBatch();
                    Shares own = zeros.get(exchange.self().index());
                    SUITE.compare(batch, EQUAL, own, own.slice(0, 1));
                    exchange.measureFromHere();
                    SUITE.validate(batch.narrow("validate"));
                    return 0;
                  });
      outcome.orThrow();
      List<View> views = outcome.exchanges().get(0).views();
      // Shares, challenges, and what the two verifiers show; the hashes behind that are not
      // counted.
      for (View view : views) {
        long[] sent = view.words();
        int counted = view == views.get(0) || view == views.get(1) ? sent.length : 4;
        for (long word : Arrays.copyOf(sent, counted)) {
          words++;
          for (int bit = 0; bit < ones.length; bit++) {
            ones[bit] += word >>> bit & 1;
          }
        }
      }
    }
    double sigma = Math.sqrt(words) / 2;
    for (int bit = 0; bit < ones.length; bit++) {
      assertThat((double) ones[bit])
          .as("bit %d of %d words", bit, words)
          .isBetween(words / 2.0 - 7 * sigma, words / 2.0 + 7 * sigma);
    }
  }

  /** Whoever guesses a verifier's bits cannot tell by the number that it shows that it is right. */
  @Test
  void numbersAreShownUnderMasks() {
    List<Shares> zeros = zeros(64);
    Trial.Outcome<List<GateBits>> outcome =
        Trial.begin()
            .run(
                (session, exchange) -> {
                  Context batch = session.nextBatch();
                  Shares own = zeros.get(exchange.self().index());
                  SUITE.compare(batch, EQUAL, own, own.slice(0, 1));
                  UnprovenGates gates = UnprovenGates.of(batch);
                  List<GateBits> bits = List.of(gates.leftOfNext(), gates.rightOfPrev());
                  exchange.measureFromHere();
                  SUITE.validate(batch.narrow("validate"));
                  return bits;
                });
    List<List<GateBits>> bits = outcome.orThrow();
    for (Party prover : Party.ALL) {
      List<View> left = outcome.exchanges().get(prover.prev().index()).views();
      List<View> right = outcome.exchanges().get(prover.next().index()).views();
      List<Element> challenges = new ArrayList<>();
      long[] told = right.get(1).words();
      for (int at = 0; at < told.length; at += 2) {
        challenges.add(ProofExchange.element(told, at));
      }
      assertThat(ProofExchange.element(right.get(3).words(), 0))
          .isNotEqualTo(unmasked(Side.LEFT, bits.get(prover.prev().index()).get(0), challenges));
      assertThat(ProofExchange.element(left.get(2).words(), 0))
          .isNotEqualTo(unmasked(Side.RIGHT, bits.get(prover.next().index()).get(1), challenges));
    }
  }

  private static Element unmasked(Side side, GateBits bits, List<Element> challenges) {
    long[] shares = new long[ProductProof.shareWords(bits.shape())];
    return ProductProof.part(
            Field.LARGE, side, bits, Element.ZERO, Element.ZERO, shares, challenges)
        .number();
  }

  /**
   * A verifier that tells the prover something else than the other one has would learn of the
   * values by what that one shows, and could then make up what it shows itself so that the proof
   * holds.
   */
  @ParameterizedTest
  @EnumSource(
      value = Party.class,
      names = {"P1", "P2"})
  void aVerifierOfAnotherStatementShowsNothing(Party honest) {
    Elements numbers = Elements.of(new long[] {3, 4});
    Trial.Outcome<Integer> outcome =
        Trial.begin()
            .run(
                (session, exchange) -> {
                  Party self = exchange.self();
                  ProofExchange proofs =
                      new ProofExchange(session.nextBatch().checking("test"), "numbers");
                  ProofExchange.View view =
                      new ProofExchange.View(
                          numbers,
                          self == Party.P1 ? new Element(25, 0) : Element.ZERO,
                          new long[] {self == honest ? 7 : 8});
                  switch (self) {
                    case P0 -> proofs.prove(numbers, numbers, new long[] {8});
                    case P1 -> proofs.verify(null, view);
                    case P2 -> proofs.verify(view, null);
                  }
                  return 0;
                });
    assertThat(outcome.failure(honest).orElseThrow())
        .isInstanceOf(DeviationException.class)
        .hasMessageContaining("the proof of party 0's numbers is of another statement");
    Party liar = honest == Party.P1 ? Party.P2 : Party.P1;
    assertThat(outcome.exchanges().get(liar.index()).views())
        .noneMatch(view -> view.from() == honest);
  }

  private static List<Shares> zeros(int lanes) {
    return Party.ALL.stream()
        .map(
            party ->
                new Shares(party, Sharing.REPLICATED_XOR, RING, new long[lanes], new long[lanes]))
        .toList();
  }

  @Test
  void aBatchMayHaveSeveralProofsOfAsManyGates() {
    List<Shares> x = ThreeParties.deal(Sharing.REPLICATED_XOR, RING, random.longs(64).toArray());
    Trial.begin()
        .run(
            (session, exchange) -> {
              Context batch = session.nextBatch();
              Shares own = x.get(exchange.self().index());
              for (String part : List.of("one", "other")) {
                SUITE.compare(batch.narrow(part), EQUAL, own, own.slice(0, 1));
                SUITE.validate(batch.narrow("validate"));
              }
              return 0;
            })
        .orThrow();
  }

  /** A second proof could be about gates that were chosen with what the first has shown. */
  @Test
  void aProofThatFailedIsNotTriedAgain() {
    long[] values = random.longs(64).toArray();
    List<Shares> x = ThreeParties.deal(Sharing.REPLICATED_XOR, RING, values);
    Trial.Outcome<Throwable> outcome =
        Trial.begin()
            .where(
                Party.P1,
                (message, to, step, payload) -> {
                  if (message == 2) {
                    payload[0] ^= 1;
                  }
                  return payload;
                })
            .run(
                (session, exchange) -> {
                  Context batch = session.nextBatch();
                  Shares own = x.get(exchange.self().index());
                  SharedBits bits = SUITE.compare(batch, EQUAL, own, own.slice(0, 1));
                  assertThatThrownBy(() -> SUITE.validate(batch.narrow("validate")))
                      .isInstanceOf(DeviationException.class);
                  try {
                    SUITE.open(batch.narrow("again"), bits);
                    return null;
                  } catch (IllegalStateException e) {
                    return e;
                  }
                });
    for (Throwable refusal : outcome.orThrow()) {
      assertThat(refusal).hasMessageContaining("not tried again");
    }
  }
}
