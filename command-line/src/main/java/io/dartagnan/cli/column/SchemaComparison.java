package io.dartagnan.cli.column;

import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.schema.TableSchema;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/** Comparison of a table's schema with the one that an import would give it. */
public final class SchemaComparison {

  private static final String OF_THE_COMMAND_LINE = "cli.";
  private static final String OF_THE_SCHEMA = "dartagnan.";

  private SchemaComparison() {}

  /**
   * Returns when an import may go on with a table.
   *
   * @param there the table's descriptor
   * @param own the one that the import would create
   * @throws CommandException naming the first value that differs
   */
  public static void require(TableDescriptor there, TableDescriptor own) {
    SortedMap<String, String> ofTable = values(there);
    SortedMap<String, String> ofImport = values(own);
    SortedMap<String, String> all = new TreeMap<>(ofTable);
    all.putAll(ofImport);
    for (String key : all.keySet()) {
      String needed = ofImport.get(key);
      String found = ofTable.get(key);
      if (needed == null || !needed.equals(found)) {
        throw new CommandException(
            "--continue goes on with the same import with the same options, and table %s has another schema: '%s' is %s there, and %s for this import"
                .formatted(there.getTableName(), key, shown(found), shown(needed)));
      }
    }
  }

  private static String shown(String value) {
    return value == null ? "absent" : "'" + value + "'";
  }

  private static SortedMap<String, String> values(TableDescriptor descriptor) {
    SortedMap<String, String> values = new TreeMap<>();
    descriptor
        .getValues()
        .forEach(
            (key, value) -> {
              String name = Bytes.toString(key.copyBytes());
              if (name.startsWith(OF_THE_COMMAND_LINE) || name.startsWith(OF_THE_SCHEMA)) {
                values.put(name, Bytes.toString(value.copyBytes()));
              }
            });
    values.putIfAbsent(TableSchema.SUITE, ProtocolSuites.DEFAULT);
    return values;
  }
}
