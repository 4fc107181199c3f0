package io.dartagnan.mpc.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.araki.ArakiSuite;
import io.dartagnan.mpc.bogdanov.BogdanovSuite;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.sharing.Dealer;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.ProtocolSuite;
import java.security.SecureRandom;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a comparison allocates is a constant times the size of its batch, and the constant is the
 * one that {@code docs/protocols.md} states. What is alive at once is less.
 */
class AllocationTest {
  private static final int LANES = 1 << 13;
  // What a batch takes whatever its size: keys, steps, labels, transposition.
  private static final long FIXED_BYTES = 1 << 20;

  static Stream<Arguments> bounds() {
    return Stream.of(
        Arguments.of(new ArakiSuite(), Operator.EQUAL, 11),
        Arguments.of(new ArakiSuite(), Operator.LESS, 35),
        Arguments.of(new BogdanovSuite(), Operator.EQUAL, 14),
        Arguments.of(new BogdanovSuite(), Operator.LESS, 210));
  }

  @ParameterizedTest(name = "{0} {1}: {2} times the batch")
  @MethodSource("bounds")
  void isAConstantTimesTheBatch(ProtocolSuite suite, Operator operator, int times) {
    for (Sharing sharing : Sharing.values()) {
      for (int limbs : new int[] {1, 3}) {
        for (int lanes : new int[] {LANES, 4 * LANES}) {
          long batch = (long) lanes * limbs * Long.BYTES;
          assertThat(allocated(suite, operator, sharing, limbs, lanes) / Party.ALL.size())
              .as("bytes at a party, %s, %d limbs, %d lanes", sharing.word(), limbs, lanes)
              .isLessThan(times * batch + FIXED_BYTES);
        }
      }
    }
  }

  private static long allocated(
      ProtocolSuite suite, Operator operator, Sharing sharing, int limbs, int lanes) {
    Dealer dealer = new Dealer(sharing, new Ring(limbs), new SecureRandom());
    List<Shares> values = dealer.deal(new long[lanes * limbs]);
    List<Shares> operand = dealer.deal(new long[limbs]);
    Comparison comparison = new Comparison(operator, Ordering.SIGNED);
    try (Sessions sessions = Sessions.begin(new MemoryExchanges(), 1)) {
      return sessions
          .run(
              1,
              (context, batch) ->
                  suite.reveal(
                      context,
                      comparison,
                      values.get(context.self().index()),
                      operand.get(context.self().index())))
          .allocated();
    }
  }
}
