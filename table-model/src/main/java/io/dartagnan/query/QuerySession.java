package io.dartagnan.query;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * The name of one session of the three parties: one query of one client over one range. It is drawn
 * at random and used once.
 *
 * @param high first half of the random query id, the same at all parties
 * @param low second half
 * @param range which range of the query this is
 */
public record QuerySession(long high, long low, int range) {

  /** Reads one as requests have it. */
  public static QuerySession read(ByteBuffer from) {
    return new QuerySession(from.getLong(), from.getLong(), from.getInt());
  }

  @Override
  public String toString() {
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(high) + hex.toHexDigits(low) + "/" + range;
  }
}
