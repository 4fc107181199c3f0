package io.dartagnan.cli.cloud;

import io.dartagnan.cli.column.JsonValue;
import io.dartagnan.cli.column.TableColumns.Column;
import io.dartagnan.cli.terminal.JsonLine;
import io.dartagnan.cli.terminal.TextTable;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.Placement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;

/** Draws one row as the Safe Client gives it and, below each value, as each cloud stores it. */
public final class CloudCells {

  private static final String EXPLANATION =
      """
      A cloud stores nothing else of a protected value: 4 bytes of layout, 8 bytes of a random number that is the
      same in the three cells of one write, then its share (its two of the three shares if the column is replicated), and
      17 bytes of a tag if the table's values carry tags.
      The share is a random number: one cloud cannot learn the value from it. All three shares together, added up or
      combined by xor, are the value.""";

  private static final String EXPLANATION_OF_SEALED =
      """
      The cluster stores nothing else of such a value: a byte that says under which of the table's keys it is encrypted,
      what it may be compared by (in a det column the same for equal values, in an ope column in the order of the
      values), and the value itself, encrypted and bound to its row and column.""";

  private static final int FIRST_GROUP = 4;
  private static final int GROUP = 8;
  private static final String LABEL = "  cloud %d  ";

  private CloudCells() {}

  /** Explains the lines below a value. */
  public static String explanation(Placement placement) {
    return placement.isOneCluster() ? EXPLANATION_OF_SEALED : EXPLANATION;
  }

  /**
   * Reads the row from each cloud and draws these columns of it.
   *
   * @param plain the row as the Safe Client gives it
   */
  public static String draw(Clouds clouds, TableName table, Result plain, List<Column> columns)
      throws IOException {
    Result[] stored = stored(clouds, table, plain);
    StringBuilder text = new StringBuilder();
    for (Column column : columns) {
      byte[] value = plain.getValue(column.familyBytes(), column.qualifierBytes());
      if (value != null) {
        text.append(column.qualifier()).append(" = ").append(column.format().decode(value));
        text.append("   (").append(column.format()).append(")\n");
        for (Party party : clouds.placement().clouds()) {
          byte[] cell =
              stored[party.index()].getValue(column.familyBytes(), column.qualifierBytes());
          String label = LABEL.formatted(party.index());
          text.append(label)
              .append(cell == null ? "(nothing)" : hex(cell, TextTable.WIDTH - label.length()))
              .append('\n');
        }
      }
    }
    return text.toString();
  }

  /** The same as lines of JSON, one per column; what a cloud stores is in hex, null for nothing. */
  public static List<JsonLine> json(
      Clouds clouds, TableName table, Result plain, List<Column> columns) throws IOException {
    Result[] stored = stored(clouds, table, plain);
    List<JsonLine> lines = new ArrayList<>();
    for (Column column : columns) {
      byte[] value = plain.getValue(column.familyBytes(), column.qualifierBytes());
      if (value != null) {
        List<String> cells = new ArrayList<>();
        for (Result row : stored) {
          byte[] cell = row.getValue(column.familyBytes(), column.qualifierBytes());
          cells.add(cell == null ? null : HexFormat.of().formatHex(cell));
        }
        lines.add(
            new JsonLine()
                .with("row", JsonValue.of(plain.getRow()))
                .with("column", column.name())
                .with("declared", column.format().toString())
                .with("value", JsonValue.of(column.format(), value))
                .with("stored", cells));
      }
    }
    return lines;
  }

  private static Result[] stored(Clouds clouds, TableName table, Result plain) throws IOException {
    List<Party> parties = clouds.placement().clouds();
    Result[] stored = new Result[parties.size()];
    for (Party party : parties) {
      stored[party.index()] = clouds.bare(party, table, plain.getRow());
    }
    return stored;
  }

  /** Bytes in groups, cut to a width; a cut text ends with the number of bytes. */
  static String hex(byte[] value, int width) {
    StringBuilder hex = new StringBuilder();
    for (int at = 0; at < value.length; ) {
      int end = Math.min(value.length, at + (at == 0 ? FIRST_GROUP : GROUP));
      hex.append(at == 0 ? "" : " ").append(HexFormat.of().formatHex(value, at, end));
      at = end;
    }
    if (hex.length() <= width) {
      return hex.toString();
    }
    String rest = "… (" + value.length + " bytes)";
    return hex.substring(0, width - rest.length()) + rest;
  }
}
