package io.dartagnan.client.residual;

import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;

/** Families of a table, each with the number of versions that it is declared to keep. */
public final class FamilyVersions {
  private final NavigableMap<byte[], Integer> versions = new TreeMap<>(Bytes.BYTES_COMPARATOR);

  private FamilyVersions() {}

  /** Families and versions as the application sees them in the table's descriptor. */
  public static FamilyVersions of(TableDescriptor table) {
    FamilyVersions families = new FamilyVersions();
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      families.add(family.getName(), family.getMaxVersions());
    }
    return families;
  }

  /**
   * Families by name.
   *
   * @throws IllegalArgumentException if a number of versions is below 1
   */
  public static FamilyVersions of(Map<byte[], Integer> versions) {
    FamilyVersions families = new FamilyVersions();
    versions.forEach(families::add);
    return families;
  }

  private void add(byte[] family, int count) {
    if (count < 1) {
      throw new IllegalArgumentException(
          "family %s keeps %d versions, allowed are 1 and more"
              .formatted(Bytes.toStringBinary(family), count));
    }
    versions.put(family.clone(), count);
  }

  NavigableSet<byte[]> families() {
    return versions.navigableKeySet();
  }

  int require(byte[] family) throws NoSuchColumnFamilyException {
    Integer count = versions.get(family);
    if (count == null) {
      throw new NoSuchColumnFamilyException(
          "the table has no family %s, its families are %s"
              .formatted(
                  Bytes.toStringBinary(family),
                  versions.keySet().stream().map(Bytes::toStringBinary).toList()));
    }
    return count;
  }
}
