package io.dartagnan.client.rpc;

import io.dartagnan.mpc.Party;
import java.util.List;
import java.util.Optional;

/**
 * The cloud, if any, that left the last write to it without an answer, or a read since. Writes go
 * to it first, and to the others once it has answered: so what it does not answer for is on no
 * other cloud, and readers with two clouds need not wonder whether it was complete.
 */
public final class SuspectedCloud {
  private volatile Party cloud;

  /** The cloud; empty if all answered. */
  public Optional<Party> get() {
    return Optional.ofNullable(cloud);
  }

  /** Takes note that a cloud does not answer. */
  void suspect(Party silent) {
    cloud = silent;
  }

  /**
   * Takes note of how writes to clouds ended.
   *
   * @param outcomes of the clouds that were written to
   */
  public void note(List<? extends CloudOutcome<?>> outcomes) {
    for (CloudOutcome<?> outcome : outcomes) {
      if (outcome.failed() && !CloudFailures.isAnswer(outcome.failure())) {
        suspect(outcome.cloud());
      } else if (cloud == outcome.cloud()) {
        cloud = null;
      }
    }
  }
}
