package io.dartagnan.clusters.checker;

import java.util.Optional;

/**
 * One client's call to one row.
 *
 * @param begun before it was sent, in nanoseconds of the machine's clock, which all processes share
 * @param ended after it had ended; {@link #NEVER} if it failed or its client was killed, so that it
 *     may be done at any later time, or not at all
 */
record Call(String client, String row, long begun, long ended, Action action) {
  static final long NEVER = Long.MAX_VALUE;

  boolean isUnknown() {
    return ended == NEVER;
  }

  /** The same, known to be done before some time. */
  Call endedAt(long nanos, Action done) {
    return new Call(client, row, begun, nanos, done);
  }

  /** The part of it that concerns some columns. */
  Optional<Call> only(int columns) {
    return action.only(columns).map(part -> new Call(client, row, begun, ended, part));
  }

  @Override
  public String toString() {
    return "%s %s [%.3f ms to %s]"
        .formatted(
            client,
            action,
            begun / 1e6,
            isUnknown() ? "unknown" : "%.3f ms".formatted(ended / 1e6));
  }
}
