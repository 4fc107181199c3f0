package io.dartagnan.cli.terminal;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.HorizontalAlign;
import java.util.ArrayList;
import java.util.List;

/**
 * A table of text that fits a width: long cells are cut, the widest first, and when that is not
 * enough, columns are left out from the right. The first column always stays.
 */
public final class TextTable {

  /** The width of tables that are read on a terminal, in characters. */
  public static final int WIDTH = 110;

  /** A width that cuts nothing. */
  static final int UNLIMITED = Integer.MAX_VALUE;

  private static final int NARROWEST = 20;
  private static final int PADDING = 2;
  private static final int SEPARATOR = 1;
  private static final String CUT = "…";

  /**
   * One column.
   *
   * @param number aligned to the right
   * @param whole never cut
   */
  public record Column(String header, boolean number, boolean whole) {
    public static Column text(String header) {
      return new Column(header, false, false);
    }

    public static Column number(String header) {
      return new Column(header, true, false);
    }

    public static Column whole(String header) {
      return new Column(header, false, true);
    }
  }

  /**
   * A table that was drawn.
   *
   * @param leftOut the headers of the columns that did not fit
   */
  public record Rendered(String text, List<String> leftOut) {}

  private final List<Column> columns;
  private final List<List<String>> rows;

  public TextTable(List<Column> columns, List<? extends List<String>> rows) {
    this.columns = List.copyOf(columns);
    this.rows = rows.stream().map(row -> row.stream().map(TextTable::printable).toList()).toList();
  }

  /** The width for the standard output: {@link #WIDTH} on a terminal; a program gets all of it. */
  public static int outputWidth() {
    return System.console() == null ? UNLIMITED : WIDTH;
  }

  /**
   * Draws the table.
   *
   * @param width the most characters a line may have
   * @param kept headers of columns that are left out last
   */
  public Rendered render(int width, List<String> kept) {
    List<Integer> shown = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      shown.add(i);
    }
    while (shown.size() > 1 && width(shown, NARROWEST) > width) {
      shown.remove(leastWanted(shown, kept));
    }
    int widest = shown.stream().mapToInt(this::widest).max().orElse(NARROWEST);
    int cap = NARROWEST;
    while (cap < widest && width(shown, cap + 1) <= width) {
      cap++;
    }
    List<String> leftOut = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      if (!shown.contains(i)) {
        leftOut.add(columns.get(i).header());
      }
    }
    return new Rendered(draw(shown, cap), leftOut);
  }

  private int leastWanted(List<Integer> shown, List<String> kept) {
    for (int at = shown.size() - 1; at > 0; at--) {
      if (!kept.contains(columns.get(shown.get(at)).header())) {
        return at;
      }
    }
    return shown.size() - 1;
  }

  private int width(List<Integer> shown, int cap) {
    return shown.stream().mapToInt(column -> columnWidth(column, cap) + PADDING).sum()
        + (shown.size() - 1) * SEPARATOR;
  }

  private int columnWidth(int column, int cap) {
    return columns.get(column).whole() ? widest(column) : Math.min(widest(column), cap);
  }

  private int widest(int column) {
    int widest = printable(columns.get(column).header()).length();
    for (List<String> row : rows) {
      widest = Math.max(widest, row.get(column).length());
    }
    return widest;
  }

  private String draw(List<Integer> shown, int cap) {
    com.github.freva.asciitable.Column[] drawn =
        shown.stream()
            .map(
                index ->
                    new com.github.freva.asciitable.Column()
                        .header(
                            cut(printable(columns.get(index).header()), columnWidth(index, cap)))
                        .headerAlign(HorizontalAlign.LEFT)
                        .dataAlign(
                            columns.get(index).number()
                                ? HorizontalAlign.RIGHT
                                : HorizontalAlign.LEFT)
                        .maxWidth(columnWidth(index, cap) + PADDING))
            .toArray(com.github.freva.asciitable.Column[]::new);
    Object[][] cells =
        rows.stream()
            .map(
                row ->
                    shown.stream()
                        .map(index -> (Object) cut(row.get(index), columnWidth(index, cap)))
                        .toArray())
            .toArray(Object[][]::new);
    return AsciiTable.getTable(
        AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS_NO_OUTSIDE_BORDER, drawn, cells);
  }

  private static String cut(String text, int width) {
    if (text.length() <= width) {
      return text;
    }
    int end = width - CUT.length();
    if (Character.isHighSurrogate(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(0, end) + CUT;
  }

  /** The text without control characters, which would break the table or command the terminal. */
  public static String printable(String text) {
    StringBuilder printable = new StringBuilder(text.length());
    text.codePoints()
        .map(point -> Character.isISOControl(point) ? '·' : point)
        .forEach(printable::appendCodePoint);
    return printable.toString();
  }
}
