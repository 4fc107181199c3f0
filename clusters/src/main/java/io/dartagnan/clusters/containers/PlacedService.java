package io.dartagnan.clusters.containers;

import java.util.Map;
import java.util.OptionalInt;

/**
 * Service of the file of compose, where it puts it.
 *
 * @param name compose's
 * @param cloud number of its cloud; empty for a client
 * @param role what it runs
 * @param addresses by network
 */
record PlacedService(String name, OptionalInt cloud, String role, Map<String, String> addresses) {

  boolean isOf(int party, String ofRole) {
    return cloud.isPresent() && cloud.getAsInt() == party && role.equals(ofRole);
  }

  /** Its address on a network. */
  String address(String network) {
    String address = addresses.get(network);
    if (address == null) {
      throw new IllegalStateException(
          "%s has no address on the network %s".formatted(name, network));
    }
    return address;
  }
}
