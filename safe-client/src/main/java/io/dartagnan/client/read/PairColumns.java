package io.dartagnan.client.read;

import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.TableSchema;
import java.util.Map;
import java.util.NavigableSet;

/** The columns that a read selects, and whether any two clouds hold the values of all of them. */
public final class PairColumns {
  private PairColumns() {}

  /**
   * Whether two clouds are enough for a read.
   *
   * @param selected families, each with the columns that are selected, or none for all; empty for
   *     the whole table
   */
  public static boolean areEnough(
      Map<byte[], NavigableSet<byte[]>> selected, ProtectedTable table) {
    TableSchema schema = table.schema();
    if (selected.isEmpty()) {
      return table.families().stream()
          .flatMap(family -> schema.protectionsOf(family, null).stream())
          .allMatch(Protection::isHeldByAnyTwo);
    }
    return selected.entrySet().stream()
        .flatMap(family -> schema.protectionsOf(family.getKey(), family.getValue()).stream())
        .allMatch(Protection::isHeldByAnyTwo);
  }
}
