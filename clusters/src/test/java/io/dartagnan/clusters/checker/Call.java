package io.dartagnan.clusters.checker;

import java.util.Optional;

/**
 * One client's call to one row.
 *
 * @param begun before it was sent, in nanoseconds of the machine's clock, which all processes share
 * @param ended after it had ended; of a call of unknown outcome, when it can be done no more
 * @param isUnknown whether it failed or its client was killed, so that it may be done until then,
 *     or not at all
 */
record Call(String client, String row, long begun, long ended, boolean isUnknown, Action action) {

  /** An end after that of every history. */
  static final long NEVER = Long.MAX_VALUE;

  /** A call that was answered. */
  static Call answered(String client, String row, long begun, long ended, Action action) {
    return new Call(client, row, begun, ended, false, action);
  }

  /** A call of unknown outcome, which may be done until some time. */
  static Call unanswered(String client, String row, long begun, long until, Action action) {
    return new Call(client, row, begun, until, true, action);
  }

  /** The same, known to be done before some time. */
  Call endedAt(long nanos, Action done) {
    return answered(client, row, begun, nanos, done);
  }

  /** The same, not known to be done, and impossible after some time. */
  Call possibleUntil(long nanos) {
    return unanswered(client, row, begun, nanos, action);
  }

  /** The same with another action. */
  Call doing(Action other) {
    return new Call(client, row, begun, ended, isUnknown, other);
  }

  /** The part of it that concerns some columns. */
  Optional<Call> only(int columns) {
    return action.only(columns).map(this::doing);
  }

  @Override
  public String toString() {
    return "%s %s [%.3f ms to %s]"
        .formatted(
            client, action, begun / 1e6, isUnknown ? "unknown" : "%.3f ms".formatted(ended / 1e6));
  }
}
