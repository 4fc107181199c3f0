package io.dartagnan.mpc.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.harness.Trial;
import io.dartagnan.mpc.session.Context;

/** Whether an operation's steps are its own: twice in one context is once too often. */
final class Labels {
  private final long seed;

  Labels(long seed) {
    this.seed = seed;
  }

  void areSpentByOneUse(Operation operation) {
    Trial.Outcome<Boolean> outcome =
        Trial.seeded(seed)
            .run(
                (session, exchange) -> {
                  Context context = session.nextBatch();
                  operation.steps().run(context);
                  operation.steps().run(context);
                  return true;
                });
    assertThat(outcome.first())
        .as(
            "%s, twice in one context: the context refuses a label that was used, unless the suite"
                + " takes its labels from somewhere else",
            operation)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("single use");
  }
}
