package io.dartagnan.discovery;

import java.util.OptionalLong;

/**
 * Record of a server as a reader found it, and believes it.
 *
 * @param record the server and its address
 * @param ageMs milliseconds since its owner issued it, by the owner's clock then and this one now,
 *     so that it may be negative; empty where records have no times
 * @param leaseMs milliseconds for which it was issued; empty where records have no times
 */
public record FoundRecord(ServerRecord record, OptionalLong ageMs, OptionalLong leaseMs) {

  /** A record that holds for ever. */
  static FoundRecord timeless(ServerRecord record) {
    return new FoundRecord(record, OptionalLong.empty(), OptionalLong.empty());
  }
}
