package io.dartagnan.mpc.verified;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.DeviationException;
import io.dartagnan.mpc.harness.Trial;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What one party sends of another share than it has. */
class ComparedOpeningTest {
  private static final int LANES = 70;
  private static final long[] KNOWN = {0x5555L, 0x2aL};

  private static Trial.Outcome<long[]> open(Trial trial) {
    return trial.run(
        (session, exchange) ->
            ComparedOpening.toAll(
                session.nextBatch(), SharedBits.replicatedOf(exchange.self(), LANES, KNOWN)));
  }

  @Test
  void allLearnTheBits() {
    assertThat(open(Trial.begin()).orThrow()).allSatisfy(bits -> assertThat(bits).isEqualTo(KNOWN));
  }

  /** The share goes to the next party, its hash to the previous one. */
  @ParameterizedTest
  @EnumSource
  void anAlteredShareOrHashNamesWhoeverSentIt(Party liar) {
    for (Party told : new Party[] {liar.next(), liar.prev()}) {
      Trial.Outcome<long[]> outcome =
          open(
              Trial.begin()
                  .where(
                      liar,
                      (message, to, step, payload) -> {
                        byte[] altered = payload.clone();
                        if (to == told && payload.length <= Long.BYTES * 4) {
                          altered[0] ^= 1;
                        }
                        return altered;
                      }));
      assertThat(outcome.failure(told))
          .hasValueSatisfying(
              failure ->
                  assertThat(((DeviationException) failure).suspects())
                      .containsExactlyInAnyOrderElementsOf(
                          Arrays.asList(told.next(), told.prev())));
      assertThat(outcome.results().get(told.index())).isNull();
    }
  }
}
