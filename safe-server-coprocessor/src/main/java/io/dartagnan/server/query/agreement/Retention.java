package io.dartagnan.server.query.agreement;

/**
 * Time for which the store keeps versions of a column.
 *
 * @param millis for how long a version is kept after its timestamp; {@link #FOR_EVER} for no bound
 */
public record Retention(long millis) {
  /** No bound in time. */
  public static final long FOR_EVER = Long.MAX_VALUE;

  /** True if a version of that timestamp is kept at a time, both in milliseconds. */
  public boolean keeps(long timestamp, long time) {
    return millis == FOR_EVER || time - timestamp < millis;
  }
}
