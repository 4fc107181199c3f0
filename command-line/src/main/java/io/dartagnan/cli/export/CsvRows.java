package io.dartagnan.cli.export;

import io.dartagnan.cli.column.TableColumns;
import io.dartagnan.cli.column.TableColumns.Column;
import io.dartagnan.cli.terminal.CommandException;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Rows as CSV that an import reads: the row key, then the columns. A missing cell and an empty one
 * are both an empty field.
 */
final class CsvRows implements RowFormat {

  private static final CSVFormat CSV = CSVFormat.DEFAULT.builder().setRecordSeparator("\n").get();

  private final String keyName;
  private final List<Column> columns;
  private final boolean isSelection;

  /**
   * Rows of a table.
   *
   * @param selected the columns to give; empty for all that the table declares
   */
  CsvRows(TableColumns table, List<Column> selected) {
    this.keyName = table.keyName();
    this.isSelection = !selected.isEmpty();
    this.columns = isSelection ? List.copyOf(selected) : table.all();
  }

  @Override
  public String header() {
    long names = columns.stream().map(Column::qualifier).distinct().count();
    List<String> header = new ArrayList<>();
    header.add(keyName);
    for (Column column : columns) {
      header.add(names == columns.size() ? column.qualifier() : column.name());
    }
    return CSV.format(header.toArray()) + "\n";
  }

  @Override
  public String line(Result row) {
    requireKnown(row);
    List<String> fields = new ArrayList<>();
    fields.add(Bytes.toStringBinary(row.getRow()));
    for (Column column : columns) {
      byte[] value = row.getValue(column.familyBytes(), column.qualifierBytes());
      fields.add(value == null ? "" : column.format().decode(value));
    }
    return CSV.format(fields.toArray()) + "\n";
  }

  /** A file has one header, so that a cell of another column would be lost without a word. */
  private void requireKnown(Result row) {
    if (isSelection) {
      return;
    }
    for (Cell cell : row.rawCells()) {
      boolean known =
          columns.stream()
              .anyMatch(
                  column ->
                      CellUtil.matchingColumn(cell, column.familyBytes(), column.qualifierBytes()));
      if (!known) {
        throw new CommandException(
            "row '%s' has column '%s:%s', which the table declares by a wildcard only and CSV has no place for; name the columns with --columns, or use --format jsonl"
                .formatted(
                    Bytes.toStringBinary(row.getRow()),
                    Bytes.toStringBinary(CellUtil.cloneFamily(cell)),
                    Bytes.toStringBinary(CellUtil.cloneQualifier(cell))));
      }
    }
  }
}
