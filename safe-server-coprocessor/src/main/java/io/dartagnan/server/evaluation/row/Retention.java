package io.dartagnan.server.evaluation.row;

/**
 * Versions of a column that the store keeps.
 *
 * @param versions the most of them that a row comes with; a row with as many may have lost older
 *     ones
 * @param declared the most of them that are known to be at all three parties and that a row is sure
 *     to come with; a row with as many may have lost older ones too
 * @param millis for how long a version is kept after its timestamp; {@link #FOR_EVER} for no bound
 */
public record Retention(int versions, int declared, long millis) {
  /** No bound in time. */
  public static final long FOR_EVER = Long.MAX_VALUE;

  /** Versions of a column of which only their number bounds how many there are. */
  public Retention(int versions, long millis) {
    this(versions, versions, millis);
  }

  /** True if a version of that timestamp is kept at a time, both in milliseconds. */
  public boolean keeps(long timestamp, long time) {
    return millis == FOR_EVER || time - timestamp < millis;
  }
}
