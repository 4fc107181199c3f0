package io.dartagnan.mesh;

import java.util.HexFormat;

/**
 * Id of one session, the same at all three parties and used once.
 *
 * <p>A mesh refuses an id that is open there, and one that was closed there for ten minutes, or
 * until 65,536 others were closed after it. What it has forgotten, by that or by a restart, it
 * takes for a new session. That one shares nothing with the former: its keys are made of 32 random
 * bytes that each dialler draws anew, so that no mask repeats with an id.
 *
 * @param queryHigh upper half of the query's random 128-bit id
 * @param queryLow lower half
 * @param range number of the piece of the query
 */
public record SessionId(long queryHigh, long queryLow, int range) {

  /** The query id in hexadecimal and the range. */
  @Override
  public String toString() {
    HexFormat hex = HexFormat.of();
    return "session " + hex.toHexDigits(queryHigh) + hex.toHexDigits(queryLow) + "/" + range;
  }
}
