package io.dartagnan.cli.migration;

import io.dartagnan.cli.column.ColumnFormat;
import io.dartagnan.cli.column.TableColumns;
import io.dartagnan.cli.column.TableProtection;
import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.cli.terminal.TextTable;
import io.dartagnan.schema.TableSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * Schema for a table that is copied from a plain HBase: what was declared by the user, and for the
 * other columns what their values suggest.
 */
final class MigrationSchema {

  private final SourceTable.Census census;
  private final SortedMap<String, ColumnFormat> formats = new TreeMap<>();
  private final Map<String, ColumnFormat> declared;

  /**
   * Chooses.
   *
   * @param declarations {@code family:qualifier=scheme type}, as the user gave them
   */
  MigrationSchema(SourceTable.Census census, List<String> declarations) {
    this.census = census;
    this.declared = declared(declarations);
    for (String column : declared.keySet()) {
      if (!census.columns().containsKey(column)) {
        throw CommandException.usage(
            "--column names '%s', and the table has %s"
                .formatted(column, String.join(", ", census.columns().keySet())));
      }
    }
    census
        .columns()
        .forEach(
            (column, values) -> {
              ColumnFormat own = declared.get(column);
              formats.put(column, own == null ? values.proposal(column) : own);
            });
  }

  private static Map<String, ColumnFormat> declared(List<String> declarations) {
    Map<String, ColumnFormat> formats = new LinkedHashMap<>();
    for (String declaration : declarations) {
      int equals = declaration.lastIndexOf('=');
      try {
        formats.put(
            declaration.substring(0, Math.max(0, equals)).strip(),
            ColumnFormat.parse(declaration.substring(equals + 1).strip()));
      } catch (IllegalArgumentException e) {
        throw CommandException.usage("--column '" + declaration + "': " + e.getMessage());
      }
    }
    return formats;
  }

  /** The table to create. */
  TableDescriptor descriptor(TableName table, TableProtection protection) {
    TableDescriptorBuilder builder = TableDescriptorBuilder.newBuilder(table);
    census
        .families()
        .forEach(family -> builder.setColumnFamily(ColumnFamilyDescriptorBuilder.of(family)));
    protection.declareIn(builder);
    formats.forEach(
        (column, format) -> {
          int colon = column.indexOf(':');
          TableSchema.declare(
              builder,
              column.substring(0, colon),
              column.substring(colon + 1),
              format.protection());
          if (format.scale() > 0) {
            builder.setValue(
                TableColumns.DECIMAL_PREFIX + column, Integer.toString(format.scale()));
          }
        });
    return TableSchema.withSuite(builder.build());
  }

  /** The schema as a table for reading. */
  String text() {
    List<List<String>> rows = new ArrayList<>();
    formats.forEach(
        (column, format) -> {
          ColumnCensus values = census.columns().get(column);
          rows.add(
              List.of(
                  column,
                  String.format(Locale.ROOT, "%,d", values.values()),
                  values.longest() + " B",
                  format.toString(),
                  declared.containsKey(column) ? "as you declared" : values.reason()));
        });
    return new TextTable(
                List.of(
                    TextTable.Column.whole("column"),
                    TextTable.Column.number("values"),
                    TextTable.Column.number("longest"),
                    TextTable.Column.whole("declared"),
                    TextTable.Column.whole("because")),
                rows)
            .render(TextTable.WIDTH, List.of())
            .text()
        + """

        Row keys, column names and which cells exist are not protected: every cloud sees them.
        To declare a column otherwise: --column 'FAMILY:NAME=SCHEME TYPE', or =plain to leave it unprotected.""";
  }
}
