package io.dartagnan.server.repair;

import io.dartagnan.audit.HeldVersion.Column;
import java.util.Arrays;

/**
 * One version as a giver sends it.
 *
 * @param column its place
 * @param timestamp its
 * @param id its write id; of a plain cell a number that stands for the value
 * @param settled whether the giver knows that it was once on all three clouds
 * @param durable whether it was made durable before it was acknowledged
 * @param isPlain whether the content is the value of a plain cell
 * @param content the value of a plain cell; else the share that giver and receiver have in common
 */
record GivenVersion(
    Column column,
    long timestamp,
    long id,
    boolean settled,
    boolean durable,
    boolean isPlain,
    byte[] content) {

  /** Whether two givers mean the same version; of what they share nothing can be compared. */
  boolean isOneWith(GivenVersion other) {
    return column.equals(other.column)
        && timestamp == other.timestamp
        && id == other.id
        && isPlain == other.isPlain
        && (!isPlain || Arrays.equals(content, other.content));
  }

  /** Names the place, never the content. */
  @Override
  public String toString() {
    return "version of write %016x at timestamp %d".formatted(id, timestamp);
  }
}
