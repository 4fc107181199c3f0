package io.dartagnan.cli.answer;

import io.dartagnan.cli.column.JsonValue;
import io.dartagnan.cli.column.TableColumns;
import io.dartagnan.cli.column.TableColumns.Column;
import io.dartagnan.cli.terminal.JsonLine;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Result;

/** Rows as lines of JSON: the row key, and the cells by the full names of their columns. */
public final class RowJson {

  private final TableColumns columns;
  private final List<Column> selected;

  /**
   * Rows of a table.
   *
   * @param selected the columns to give; empty for all that a row has
   */
  public RowJson(TableColumns columns, List<Column> selected) {
    this.columns = columns;
    this.selected = List.copyOf(selected);
  }

  /** The line of a row. */
  public JsonLine line(Result row) {
    Map<String, Object> cells = new LinkedHashMap<>();
    for (Column column : selected.isEmpty() ? columns.andThoseIn(List.of(row)) : selected) {
      byte[] value = row.getValue(column.familyBytes(), column.qualifierBytes());
      if (value != null) {
        cells.put(column.name(), JsonValue.of(column.format(), value));
      }
    }
    return new JsonLine().with("row", JsonValue.of(row.getRow())).with("cells", cells);
  }
}
