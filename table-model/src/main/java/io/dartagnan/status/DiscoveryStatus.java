package io.dartagnan.status;

import java.util.List;

/**
 * What a RegionServer finds in discovery, beside its peers.
 *
 * @param keeper of the records, such as {@code Redis at redis.example:6379 over TLS}
 * @param failure why it cannot be asked; empty if it can
 * @param rejected sentences on records that are not believed
 * @param leftOut peers that are found there and not told of, since there are too many
 */
public record DiscoveryStatus(String keeper, String failure, List<String> rejected, int leftOut) {

  /** Copies the list. */
  public DiscoveryStatus {
    rejected = List.copyOf(rejected);
  }
}
