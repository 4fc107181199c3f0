package io.dartagnan.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import java.util.List;
import java.util.Map;

/**
 * Outcome of a dialogue.
 *
 * @param failures of the parties whose side ended before its last round
 */
record Outcome(Dialogue dialogue, Map<Party, ProtocolException> failures) {

  Outcome {
    failures = Map.copyOf(failures);
  }

  /** Every party has received every byte. */
  boolean isComplete() {
    return failures.isEmpty();
  }

  void assertComplete() {
    failures.forEach(
        (party, failure) -> {
          throw new AssertionError(dialogue + " ended at " + party, failure);
        });
  }

  /** It ended at all three, and each names one of these and a reason. */
  void assertEndedEverywhere(Party... culprits) {
    for (Party party : Party.ALL) {
      ProtocolException failure = failures.get(party);
      assertThat(failure).as("%s at %s", dialogue, party).isNotNull();
      assertNamed(failure, culprits);
    }
  }

  /** Wherever it ended, a party and a reason are named. */
  void assertNamed() {
    failures.values().forEach(failure -> assertNamed(failure, Party.ALL.toArray(Party[]::new)));
  }

  private static void assertNamed(ProtocolException failure, Party... culprits) {
    assertThat(failure.culprit().map(List.of(culprits)::contains))
        .as("the culprit is one of %s in: %s", List.of(culprits), failure)
        .contains(true);
    assertThat(failure.getMessage()).matches("party [0-2]: .{10,}");
  }
}
