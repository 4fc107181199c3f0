package io.dartagnan.client.admin;

import io.dartagnan.schema.Protection;
import io.dartagnan.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Columns that a table may hold values of, and the protection under which those were stored: what
 * all three clouds declare alike. A declaration that only some have protects nothing yet, since
 * nobody writes to such a table.
 */
final class StoredColumns {
  // A qualifier of no column in particular: that of a declaration of the rest is "*".
  private static final byte[] REST = {'*'};

  private final List<TableDescriptor> byCloud;
  private final List<TableSchema> schemas;

  private StoredColumns(List<TableDescriptor> byCloud, List<TableSchema> schemas) {
    this.byCloud = byCloud;
    this.schemas = schemas;
  }

  /** The columns that three clouds' descriptors declare. */
  static StoredColumns of(List<TableDescriptor> byCloud) {
    return new StoredColumns(
        byCloud, byCloud.stream().filter(TableSchema::isDeclaredIn).map(TableSchema::of).toList());
  }

  /**
   * Checks that another descriptor lets every stored value be read.
   *
   * @throws IllegalArgumentException listing every column whose protection would change
   */
  void requireReadable(TableDescriptor next) {
    TableSchema after = TableSchema.of(next);
    List<String> changed = new ArrayList<>();
    for (byte[] family : next.getColumnFamilyNames()) {
      if (schemas.size() == byCloud.size()
          && byCloud.stream().allMatch(table -> table.hasColumnFamily(family))) {
        for (byte[] qualifier : qualifiers(family, after)) {
          stored(family, qualifier)
              .filter(before -> !Optional.of(before).equals(after.protectionOf(family, qualifier)))
              .ifPresent(
                  before ->
                      changed.add(
                          "%s:%s is '%s' and would be %s"
                              .formatted(
                                  Bytes.toStringBinary(family),
                                  Bytes.toStringBinary(qualifier),
                                  before,
                                  after
                                      .protectionOf(family, qualifier)
                                      .map(protection -> "'" + protection + "'")
                                      .orElse("undeclared"))));
        }
      }
    }
    if (!changed.isEmpty()) {
      throw new IllegalArgumentException(
          "the protection of columns of table %s cannot be changed, since values stored before could not be read any more: %s; make another table and copy the values through the Safe Client"
              .formatted(next.getTableName(), String.join("; ", changed)));
    }
  }

  private TreeSet<byte[]> qualifiers(byte[] family, TableSchema after) {
    TreeSet<byte[]> qualifiers = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    qualifiers.add(REST);
    Map<byte[], Protection> none = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    schemas.forEach(
        schema -> qualifiers.addAll(schema.columns().getOrDefault(family, none).keySet()));
    qualifiers.addAll(after.columns().getOrDefault(family, none).keySet());
    return qualifiers;
  }

  private Optional<Protection> stored(byte[] family, byte[] qualifier) {
    List<Optional<Protection>> declared =
        schemas.stream().map(schema -> schema.protectionOf(family, qualifier)).distinct().toList();
    return declared.size() == 1 ? declared.get(0) : Optional.empty();
  }
}
