package io.dartagnan.mpc.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.araki.ArakiSuite;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.predicate.SharedCondition;
import io.dartagnan.mpc.sharing.Dealer;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import java.security.SecureRandom;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Parties that differ in what is public end with an error, and never with an answer. */
class AgreedTest {
  private static final Comparison EQUAL = new Comparison(Operator.EQUAL, Ordering.UNSIGNED);
  private static final long ALL = 0b111;

  private final Dealer dealer = new Dealer(Sharing.REPLICATED_XOR, new Ring(1), new SecureRandom());
  private final List<Shares> values = dealer.deal(new long[] {7, 7, 8});
  private final List<Shares> operand = dealer.deal(new long[] {7});

  @Test
  void alikeTheyAnswer() {
    for (long[] result : evaluate(self -> ALL & ~2, AgreedTest::and)) {
      assertThat(result).containsExactly(0b001);
    }
  }

  @Test
  void bitsPastTheLastLaneNeedNotBeAlike() {
    for (long[] result : evaluate(self -> ALL | (long) self.index() << 3, AgreedTest::and)) {
      assertThat(result).containsExactly(0b011);
    }
  }

  @ParameterizedTest
  @EnumSource(Party.class)
  void aPartyWithOtherPublicBitsEndsTheBatch(Party odd) {
    assertThatThrownBy(() -> evaluate(self -> self == odd ? ALL & ~1 : ALL, AgreedTest::and))
        .isInstanceOf(ProtocolException.class);
  }

  @ParameterizedTest
  @EnumSource(Party.class)
  void aPartyWithAnotherPredicateEndsTheBatch(Party odd) {
    assertThatThrownBy(
            () ->
                evaluate(
                    self -> ALL,
                    (self, shared) ->
                        self == odd ? new Predicate.Not(and(self, shared)) : and(self, shared)))
        .isInstanceOf(ProtocolException.class);
  }

  private static Predicate and(Party self, Predicate shared) {
    return new Predicate.And(List.of(shared, PublicCondition.present(1)));
  }

  private List<long[]> evaluate(
      Function<Party, Long> known, BiFunction<Party, Predicate, Predicate> predicate) {
    return ThreeParties.run(
            (context, self) -> {
              Predicate shared = new SharedCondition(0, EQUAL, operand.get(self.index()));
              return new PredicateEvaluation(new ArakiSuite(), predicate.apply(self, shared))
                  .reveal(
                      context,
                      new Batch() {
                        @Override
                        public int lanes() {
                          return 3;
                        }

                        @Override
                        public Shares shares(int column, int[] lanes) {
                          return values.get(self.index()).select(lanes);
                        }

                        @Override
                        public long[] bits(PublicCondition condition) {
                          return new long[] {known.apply(self)};
                        }
                      });
            })
        .results();
  }
}
