package io.dartagnan.client.admin;

import java.io.IOException;
import java.lang.reflect.Method;
import java.util.List;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.Bytes;

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

  /**
   * Refuses a call that names a region by what is no region's name, as HBase does: its Thrift
   * gateway tries a name as a region's first, and as a table's once that is refused.
   *
   * @throws IllegalArgumentException if the name is none
   */
  static void requireRegionName(AdminCall call) {
    if (of(call.method()) == REGION
        && AdminOperation.find(call.method()).isEmpty()
        && !call.arguments().isEmpty()
        && call.arguments().get(0) instanceof byte[] name
        && !isRegionName(name)) {
      throw new IllegalArgumentException(
          "%s names no region; for a table, use the method that takes one".formatted(call));
    }
  }

  private static boolean isRegionName(byte[] name) {
    try {
      return Bytes.toStringBinary(name).matches("[0-9a-f]{32}")
          || RegionInfo.parseRegionName(name).length > 0;
    } catch (IOException none) {
      return false;
    }
  }
}
