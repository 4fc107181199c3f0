package io.dartagnan.cli.load;

import io.dartagnan.cli.csv.CsvTable;
import io.dartagnan.cli.load.ImportSchema.Declared;
import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.client.rpc.RowKeys;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A file and the schema chosen for it, checked: every record has a row key of its own and every
 * value is one that its column can hold. An empty field is no cell.
 */
public final class ImportPlan {

  private final CsvTable file;
  private final ImportSchema schema;
  private final int keyColumn;

  /** Checks every field of the file. */
  public ImportPlan(CsvTable file, ImportSchema schema) {
    this.file = file;
    this.schema = schema;
    this.keyColumn = file.column(schema.keyColumn());
    Map<String, Integer> lineOfKey = new HashMap<>();
    for (int record = 0; record < file.size(); record++) {
      requireKey(record, lineOfKey);
      if (values(record).isEmpty()) {
        throw file.failure(
            record,
            keyColumn,
            "every other field of the record is empty, and HBase keeps no row without a cell;"
                + " remove the line");
      }
    }
  }

  public CsvTable file() {
    return file;
  }

  public ImportSchema schema() {
    return schema;
  }

  /** The number of rows. */
  public int size() {
    return file.size();
  }

  /** The row key of a record. */
  public byte[] key(int record) {
    return file.field(record, keyColumn).getBytes(StandardCharsets.UTF_8);
  }

  /** The values of a record by column name. */
  public SortedMap<String, byte[]> values(int record) {
    SortedMap<String, byte[]> values = new TreeMap<>();
    for (Declared column : schema.columns()) {
      String text = file.field(record, column.index());
      if (!text.isEmpty()) {
        try {
          values.put(column.name(), column.format().encode(text));
        } catch (IllegalArgumentException e) {
          throw file.failure(record, column.index(), e.getMessage());
        }
      }
    }
    return values;
  }

  /** The put that stores a record. */
  Put put(int record, byte[] family) {
    Put put = new Put(key(record));
    values(record).forEach((name, value) -> put.addColumn(family, Bytes.toBytes(name), value));
    return put;
  }

  /**
   * Row keys that divide the rows evenly.
   *
   * @param regions how many parts
   * @return {@code regions - 1} keys
   */
  byte[][] splitKeys(int regions) {
    if (regions < 1 || regions > size()) {
      throw CommandException.usage(
          "--regions %d given, 1 to %d are possible with %d rows"
              .formatted(regions, size(), size()));
    }
    List<byte[]> keys = new ArrayList<>();
    for (int record = 0; record < size(); record++) {
      keys.add(key(record));
    }
    keys.sort(Bytes.BYTES_COMPARATOR);
    byte[][] splits = new byte[regions - 1][];
    for (int i = 1; i < regions; i++) {
      splits[i - 1] = keys.get((int) ((long) i * size() / regions));
    }
    return splits;
  }

  private void requireKey(int record, Map<String, Integer> lineOfKey) {
    String key = file.field(record, keyColumn);
    if (key.isEmpty()) {
      throw file.failure(
          record, keyColumn, "the row key is empty; fill it or choose another with --key");
    }
    int bytes = key.getBytes(StandardCharsets.UTF_8).length;
    int most = RowKeys.mostBytes(schema.protection().rowKeys());
    if (bytes > most) {
      throw file.failure(
          record, keyColumn, "the row key has %,d bytes, %,d are allowed".formatted(bytes, most));
    }
    Integer before = lineOfKey.putIfAbsent(key, file.lines().get(record));
    if (before != null) {
      throw file.failure(
          record,
          keyColumn,
          "the row key is that of line %d too; row keys must be unique, choose another with --key"
              .formatted(before));
    }
  }
}
