package io.dartagnan.mesh;

/**
 * Id of one session, the same at all three parties and used once.
 *
 * @param queryHigh upper half of the query's random 128-bit id
 * @param queryLow lower half
 * @param range number of the piece of the query
 */
public record SessionId(long queryHigh, long queryLow, int range) {

  /** The query id in hexadecimal and the range. */
  @Override
  public String toString() {
    return String.format("session %016x%016x/%d", queryHigh, queryLow, range);
  }
}
