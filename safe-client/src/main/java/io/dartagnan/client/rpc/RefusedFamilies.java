package io.dartagnan.client.rpc;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Settings of column families under which three clusters cannot agree on what a cell holds, refused
 * before a family has them.
 */
public final class RefusedFamilies {
  private RefusedFamilies() {}

  /**
   * Checks all families of a table.
   *
   * @throws UnsupportedOperationException listing every setting that is refused, each with its
   *     reason
   */
  public static void throwIfAny(TableDescriptor table) {
    List<String> reasons = new ArrayList<>();
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      addReasons(family, reasons);
    }
    UnsupportedOptions.throwIfAny("form of table " + table.getTableName(), reasons);
  }

  private static void addReasons(ColumnFamilyDescriptor family, List<String> reasons) {
    String of = " of family " + family.getNameAsString();
    if (family.getKeepDeletedCells() != KeepDeletedCells.FALSE) {
      reasons.add(
          "KEEP_DELETED_CELLS => %s%s: parts of failed writes, which the client deletes, would count as versions and push complete ones out; set it to FALSE"
              .formatted(family.getKeepDeletedCells(), of));
    }
    if (family.isNewVersionBehavior()) {
      reasons.add(
          "NEW_VERSION_BEHAVIOR => true%s: what a delete hides would depend on the order in which writes reach each cluster; set it to false"
              .formatted(of));
    }
    if (family.getMinVersions() > 0) {
      reasons.add(
          "MIN_VERSIONS => %d%s: parts of failed writes would count among the versions that outlive their TTL; set it to 0"
              .formatted(family.getMinVersions(), of));
    }
  }
}
