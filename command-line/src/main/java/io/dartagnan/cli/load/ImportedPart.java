package io.dartagnan.cli.load;

import io.dartagnan.cli.column.SchemaComparison;
import io.dartagnan.cli.terminal.CommandException;
import java.io.IOException;
import java.util.BitSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Part of a file that an earlier import has loaded. An import goes on only with a table that holds
 * what it would have made itself, so that nobody's rows are mixed with another file's.
 */
final class ImportedPart {

  private final ImportPlan plan;
  private final TableName table;
  private final String family;

  ImportedPart(ImportPlan plan, TableName table, String family) {
    this.plan = plan;
    this.table = table;
    this.family = family;
  }

  /**
   * Returns when the table was created by the same plan.
   *
   * @throws CommandException naming the first value of the descriptor that differs
   */
  void requireSchema(TableDescriptor descriptor) {
    SchemaComparison.require(descriptor, plan.schema().descriptor(table, family));
  }

  /**
   * The records that the table lacks.
   *
   * @throws CommandException if it has a row that is not in the file, or is not what the file says
   */
  BitSet missing(Table from) throws IOException {
    Map<byte[], Integer> recordOfKey = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (int record = 0; record < plan.size(); record++) {
      recordOfKey.put(plan.key(record), record);
    }
    BitSet missing = new BitSet(plan.size());
    missing.set(0, plan.size());
    try (ResultScanner scanner = from.getScanner(new Scan())) {
      for (Result row : scanner) {
        Integer record = recordOfKey.get(row.getRow());
        if (record == null || !holds(row, plan.values(record))) {
          throw new CommandException(
              "--continue goes on with the import of the same file, and row '%s' of table %s is not what %s says; import into another table, or anew with --drop"
                  .formatted(Bytes.toStringBinary(row.getRow()), table, plan.file().file()));
        }
        missing.clear(record);
      }
    }
    return missing;
  }

  private boolean holds(Result row, SortedMap<String, byte[]> values) {
    NavigableMap<byte[], byte[]> stored = row.getFamilyMap(Bytes.toBytes(family));
    return stored != null
        && stored.size() == values.size()
        && values.entrySet().stream()
            .allMatch(
                value -> {
                  byte[] cell = stored.get(Bytes.toBytes(value.getKey()));
                  return cell != null && Bytes.equals(cell, value.getValue());
                });
  }
}
