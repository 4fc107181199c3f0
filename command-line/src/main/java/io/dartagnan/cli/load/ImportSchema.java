package io.dartagnan.cli.load;

import io.dartagnan.cli.column.ColumnFormat;
import io.dartagnan.cli.column.TableColumns;
import io.dartagnan.cli.column.TableProtection;
import io.dartagnan.cli.csv.ColumnProfile;
import io.dartagnan.schema.TableSchema;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * The schema of the table that a file becomes.
 *
 * @param keyColumn the column whose values are the row keys
 * @param keyReason why that column was chosen
 * @param columns the other columns, in the order of the file
 * @param protection of the table as a whole
 */
public record ImportSchema(
    String keyColumn, String keyReason, List<Declared> columns, TableProtection protection) {

  /**
   * One column to be stored.
   *
   * @param index where it is in the file
   * @param profile statistics of its values in the file
   * @param format its declaration
   * @param isInferred whether the declaration was inferred from the values, not given by the user
   * @param reason why it is declared so, in a few words
   */
  record Declared(
      int index,
      String name,
      ColumnProfile profile,
      ColumnFormat format,
      boolean isInferred,
      String reason) {}

  public ImportSchema {
    columns = List.copyOf(columns);
  }

  /** The same schema for a table that is protected so. */
  public ImportSchema with(TableProtection other) {
    return new ImportSchema(keyColumn, keyReason, columns, other);
  }

  /** Name of the protocol suite that will compare the table's values. */
  String suite() {
    return protection
        .suite()
        .orElseGet(
            () ->
                TableSchema.defaultSuite(
                    columns.stream().map(column -> column.format().protection())));
  }

  /**
   * The same columns, those that are protected replicated, and their values with tags; without tags
   * if none is protected.
   */
  public ImportSchema replicatedWithTags() {
    List<Declared> replicated = declared(column -> true, ColumnFormat::replicated);
    boolean isProtected =
        replicated.stream().anyMatch(column -> column.format().protection().needsSuite());
    return new ImportSchema(
        keyColumn,
        keyReason,
        replicated,
        new TableProtection(Optional.empty(), isProtected, protection.rowKeys()));
  }

  /** The same columns for one cluster: those whose protection was inferred encrypted by clients. */
  ImportSchema sealed() {
    return new ImportSchema(
        keyColumn, keyReason, declared(Declared::isInferred, ColumnFormat::sealed), protection);
  }

  private List<Declared> declared(
      Predicate<Declared> which, UnaryOperator<ColumnFormat> otherwise) {
    return columns.stream()
        .map(
            column ->
                which.test(column)
                    ? new Declared(
                        column.index(),
                        column.name(),
                        column.profile(),
                        otherwise.apply(column.format()),
                        column.isInferred(),
                        column.reason())
                    : column)
        .toList();
  }

  /** The table to create, with the command line's own values beside the declarations. */
  public TableDescriptor descriptor(TableName table, String family) {
    TableDescriptorBuilder builder =
        TableDescriptorBuilder.newBuilder(table)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(family));
    builder.setValue(TableColumns.KEY, keyColumn);
    protection.declareIn(builder);
    for (int i = 0; i < columns.size(); i++) {
      Declared column = columns.get(i);
      String name = family + ":" + column.name();
      TableSchema.declare(builder, family, column.name(), column.format().protection());
      builder.setValue(TableColumns.POSITION_PREFIX + name, Integer.toString(i));
      if (column.format().scale() > 0) {
        builder.setValue(
            TableColumns.DECIMAL_PREFIX + name, Integer.toString(column.format().scale()));
      }
    }
    return TableSchema.withSuite(builder.build());
  }
}
