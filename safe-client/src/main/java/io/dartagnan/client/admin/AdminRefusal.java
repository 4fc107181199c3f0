package io.dartagnan.client.admin;

import java.lang.reflect.Method;
import java.util.List;

/** Reasons for which methods of {@code Admin} are refused, each with the methods that it is for. */
enum AdminRefusal {
  REPLICATION(
      "where shares are copied to is for each cloud's operator to say; use a connection to one cloud",
      "Replicat"),
  SERVER(
      "a server of one cluster is none of the two others; use a connection to one cloud",
      "RegionServer"),
  REGION(
      "a region of one cluster is none of the two others; use the method that takes the table, or a"
          + " connection to one cloud",
      "Region",
      "assign",
      "unassign",
      "offline",
      "move"),
  ENDPOINT(
      "what an endpoint answers on one cloud cannot be put together with the other two",
      "coprocessorService"),
  SEVERAL(
      "tables that match a pattern may be left half-way on one cloud; list them, and call the method"
          + " for one table for each",
      "deleteTables",
      "enableTables",
      "disableTables"),
  CLUSTER(
      "it means something else on each of the three clusters; use a connection to one cloud", "");

  private final String reason;
  private final List<String> parts;

  AdminRefusal(String reason, String... parts) {
    this.reason = reason;
    this.parts = List.of(parts);
  }

  String reason() {
    return reason;
  }

  /** The reason for which a method is refused that is not served: the first that fits. */
  static AdminRefusal of(Method method) {
    for (AdminRefusal refusal : values()) {
      if (refusal.parts.stream().anyMatch(method.getName()::contains)) {
        return refusal;
      }
    }
    return CLUSTER;
  }
}
