package io.dartagnan.mpc.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.harness.Fault;
import io.dartagnan.mpc.harness.Trial;
import java.time.Duration;
import java.util.stream.IntStream;

/**
 * Whether one party that errs ends the session with an error at all three.
 *
 * <p>A party that needs nothing more may be done before another notices; it learns of the failure
 * from the {@link Confirmation} that is added here.
 */
final class Failures {
  /** Short, since a party that vanishes is waited for that long. */
  private static final Duration DEADLINE = Duration.ofMillis(60);

  private final long seed;

  Failures(long seed) {
    this.seed = seed;
  }

  /** Every party that sends anything errs: in its first message, one in the middle, its last. */
  void endTheSession(Operation operation, Fault.Kind kind) {
    Trial.Outcome<Integer> honest =
        Trial.seeded(seed)
            .run(
                (session, exchange) -> {
                  operation.steps().run(session.nextBatch());
                  return exchange.measuredMessages();
                });
    for (Party party : Party.ALL) {
      int messages = honest.orThrow().get(party.index());
      for (int message :
          IntStream.of(0, messages / 2, messages - 1)
              .filter(i -> i >= 0 && i < messages)
              .distinct()
              .toArray()) {
        endsTheSession(operation, party, new Fault(kind, message));
      }
    }
  }

  private void endsTheSession(Operation operation, Party faulty, Fault fault) {
    Trial trial = Trial.seeded(seed).where(faulty, fault);
    if (!fault.kind().malforms()) {
      trial = trial.within(DEADLINE);
    }
    Trial.Outcome<Boolean> outcome =
        trial.run(
            (session, exchange) -> {
              operation.steps().run(session.nextBatch());
              Confirmation.of(session);
              return true;
            });
    String what =
        "%s, where %s %s at its message %d (seed %d)"
            .formatted(operation, faulty, fault.kind(), fault.message(), seed);
    for (Party party : Party.ALL) {
      if (party != faulty || fault.kind() != Fault.Kind.VANISHES) {
        assertThat(outcome.failures().get(party.index()))
            .as("what %s ends with: %s", party, what)
            .isInstanceOf(ProtocolException.class);
      }
    }
    if (fault.kind().malforms()) {
      assertThat(outcome.first())
          .as("what the receiver says first: %s", what)
          .isInstanceOfSatisfying(
              ProtocolException.class, e -> assertThat(e.culprit()).contains(faulty));
    }
    assertThat(outcome.threadsLeft()).as("threads left: %s", what).isZero();
  }
}
