package io.dartagnan.mpc.evaluation;

import io.dartagnan.mpc.harness.Trial;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.suite.Cost;
import java.util.Collection;
import java.util.List;

/**
 * What three parties returned, opened and sent in one batch.
 *
 * @param results by index of party
 * @param openings the paths of each party's openings
 * @param cost bytes by party, and messages on the longest chain
 */
record MeasuredRun(List<long[]> results, List<Collection<String>> openings, Cost cost) {

  /** One party's side. */
  interface Side {
    long[] run(Context context);
  }

  private record Ended(long[] result, Collection<String> openings) {}

  /** Runs the three sides in the first batch of a new session. */
  static MeasuredRun of(Side side) {
    Trial.Outcome<Ended> outcome =
        Trial.begin()
            .run(
                (session, exchange) -> {
                  Context batch = session.nextBatch();
                  long[] result = side.run(batch);
                  return new Ended(result, List.copyOf(batch.openings().values()));
                });
    List<Ended> ended = outcome.orThrow();
    return new MeasuredRun(
        ended.stream().map(Ended::result).toList(),
        ended.stream().map(Ended::openings).toList(),
        outcome.cost());
  }
}
