package io.dartagnan.cli.answer;

import io.dartagnan.cli.column.TableColumns;
import io.dartagnan.cli.column.TableColumns.Column;
import io.dartagnan.cli.terminal.TextTable;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Draws the rows of an answer: the row key, then the columns, as many as the width has room for.
 */
public final class AnswerTable {

  private static final int WHOLE_KEY = 40;

  private final TableColumns columns;
  private final List<Column> shown;

  private AnswerTable(TableColumns columns, List<Column> shown) {
    this.columns = columns;
    this.shown = shown;
  }

  /** A table of every column. */
  public static AnswerTable ofAll(TableColumns columns, List<Result> rows) {
    return new AnswerTable(columns, columns.andThoseIn(rows));
  }

  /** A table of these columns only. */
  public static AnswerTable of(TableColumns columns, List<Column> shown) {
    return new AnswerTable(columns, shown);
  }

  /**
   * Draws rows.
   *
   * @param width the most characters a line may have
   * @param most how many at most; a line below says how many more there are
   * @param kept qualifiers of the columns to leave out last when there is no room
   */
  public String render(int width, List<Result> rows, int most, List<String> kept) {
    List<TextTable.Column> headers = new ArrayList<>();
    headers.add(key(rows));
    for (Column column : shown) {
      headers.add(
          column.format().isNumeric()
              ? TextTable.Column.number(column.qualifier())
              : TextTable.Column.text(column.qualifier()));
    }
    List<List<String>> cells = rows.stream().limit(most).map(this::cells).toList();
    TextTable.Rendered table = new TextTable(headers, cells).render(width, kept);
    StringBuilder text = new StringBuilder(table.text());
    if (rows.size() > most) {
      text.append("\n… and ").append(rows.size() - most).append(" more rows");
    }
    if (!table.leftOut().isEmpty()) {
      text.append("\ncolumns not shown because the line is full: ")
          .append(String.join(", ", table.leftOut()));
    }
    return text.toString();
  }

  /** A row key is there to be copied into the next command, so it is cut only when it is long. */
  private TextTable.Column key(List<Result> rows) {
    boolean copyable = rows.stream().allMatch(row -> row.getRow().length <= WHOLE_KEY);
    return copyable
        ? TextTable.Column.whole(columns.keyName())
        : TextTable.Column.text(columns.keyName());
  }

  private List<String> cells(Result row) {
    List<String> cells = new ArrayList<>();
    cells.add(Bytes.toStringBinary(row.getRow()));
    for (Column column : shown) {
      byte[] value = row.getValue(column.familyBytes(), column.qualifierBytes());
      cells.add(value == null ? "" : column.format().decode(value));
    }
    return cells;
  }
}
