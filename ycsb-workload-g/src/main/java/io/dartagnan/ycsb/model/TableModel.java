package io.dartagnan.ycsb.model;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Columns of a benchmark table and its keys.
 *
 * @param columns in the order in which they are written
 * @param keys of its rows
 */
public record TableModel(List<Column> columns, RowKeys keys) {

  public TableModel {
    columns = List.copyOf(columns);
  }

  /** The column of this name, such as {@code f:Type}. */
  public Optional<Column> column(String name) {
    return columns.stream().filter(column -> column.name().equals(name)).findFirst();
  }

  /** The families, each once. */
  public List<String> families() {
    return columns.stream().map(column -> Bytes.toString(column.family())).distinct().toList();
  }

  /** The columns that a row has. */
  public List<Column> columnsOf(long row) {
    return columns.stream().filter(column -> column.isIn(row)).toList();
  }

  /**
   * The difference between a row that was read and what it should hold; empty if there is none.
   *
   * @param row its number
   * @param read what was read of it
   * @param asked the columns that were asked for
   */
  public Optional<String> difference(long row, Result read, List<Column> asked) {
    int held = 0;
    for (Column column : asked) {
      if (!column.isIn(row)) {
        continue;
      }
      held++;
      Cell cell = read.getColumnLatestCell(column.family(), column.qualifier());
      if (cell == null) {
        return Optional.of("row %s lacks column %s".formatted(keys.text(row), column));
      }
      if (!column.holds(row, cell.getValueArray(), cell.getValueOffset(), cell.getValueLength())) {
        return Optional.of(
            "row %s has another value than was written in column %s"
                .formatted(keys.text(row), column));
      }
    }
    return read.size() == held
        ? Optional.empty()
        : Optional.of(
            "row %s has %d cells, and %d were written"
                .formatted(keys.text(row), read.size(), held));
  }
}
