package io.dartagnan.cli.answer;

import io.dartagnan.cli.column.TableColumns;
import io.dartagnan.cli.column.TableColumns.Column;
import io.dartagnan.cli.terminal.TextTable;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/** Draws one row with a line per column, so that all of it is seen. */
public final class RowTable {

  private RowTable() {}

  public static String render(int width, TableColumns columns, Result row) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(List.of(columns.keyName(), Bytes.toStringBinary(row.getRow()), "row key"));
    for (Column column : columns.andThoseIn(List.of(row))) {
      byte[] value = row.getValue(column.familyBytes(), column.qualifierBytes());
      if (value != null) {
        lines.add(
            List.of(column.qualifier(), column.format().decode(value), column.format().toString()));
      }
    }
    return new TextTable(
            List.of(
                TextTable.Column.text("column"),
                TextTable.Column.text("value"),
                TextTable.Column.whole("declared")),
            lines)
        .render(width, List.of())
        .text();
  }
}
