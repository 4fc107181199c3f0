package io.dartagnan.cli.tour;

import io.dartagnan.cli.load.ImportPlan;
import io.dartagnan.cli.predicate.WhereClause;
import io.dartagnan.cli.terminal.CommandException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The answers that must come back: computed in plaintext from the imported file, which is held in
 * memory in row order.
 */
public final class Expectation {

  private static final int NAMED_ROWS = 5;

  /** A row that must be there: its key, and its values by qualifier. */
  record Row(byte[] key, SortedMap<String, byte[]> values) {}

  private final String family;
  private final List<Row> rows = new ArrayList<>();

  public Expectation(ImportPlan plan, String family) {
    this.family = family;
    for (int record = 0; record < plan.size(); record++) {
      rows.add(new Row(plan.key(record), plan.values(record)));
    }
    rows.sort(Comparator.comparing(Row::key, Bytes.BYTES_COMPARATOR));
  }

  /** All rows, in the order of their keys. */
  List<Row> all() {
    return List.copyOf(rows);
  }

  /** The first rows. */
  List<Row> first(int count) {
    return List.copyOf(rows.subList(0, Math.min(count, rows.size())));
  }

  /** The rows that satisfy a clause. */
  List<Row> matching(WhereClause clause) {
    return rows.stream()
        .filter(row -> clause.matches(column -> row.values().get(column.qualifier())))
        .toList();
  }

  /**
   * Compares an answer with the rows it must have: keys, order, and every column of every row.
   *
   * @return the sentence that says so
   * @throws CommandException naming the rows that are missing, too many, or different
   */
  String verify(String question, List<Row> expected, List<Result> answer) {
    Map<byte[], Row> missing = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    expected.forEach(row -> missing.put(row.key(), row));
    List<String> extra = new ArrayList<>();
    List<String> different = new ArrayList<>();
    byte[] previous = null;
    for (Result result : answer) {
      byte[] key = result.getRow();
      String name = Bytes.toStringBinary(key);
      if (previous != null && Bytes.compareTo(previous, key) >= 0) {
        throw failure(question, "row " + name + " is repeated or out of order");
      }
      previous = key;
      Row row = missing.remove(key);
      if (row == null) {
        extra.add(name);
      } else {
        List<String> columns = differences(row, result);
        if (!columns.isEmpty()) {
          different.add(name + " (" + String.join(", ", columns) + ")");
        }
      }
    }
    List<String> wrong = new ArrayList<>();
    say(wrong, "missing", missing.keySet().stream().map(Bytes::toStringBinary).toList());
    say(wrong, "too many", extra);
    say(wrong, "different", different);
    if (!wrong.isEmpty()) {
      throw failure(question, String.join("; ", wrong));
    }
    return "verified: %d %s, all columns equal"
        .formatted(expected.size(), expected.size() == 1 ? "row" : "rows");
  }

  private List<String> differences(Row row, Result result) {
    SortedMap<String, byte[]> rest = new TreeMap<>(row.values());
    List<String> columns = new ArrayList<>();
    for (Cell cell : result.rawCells()) {
      String qualifier = Bytes.toString(CellUtil.cloneQualifier(cell));
      byte[] value = rest.remove(qualifier);
      boolean equal =
          value != null
              && family.equals(Bytes.toString(CellUtil.cloneFamily(cell)))
              && Arrays.equals(value, CellUtil.cloneValue(cell));
      if (!equal) {
        columns.add(qualifier);
      }
    }
    columns.addAll(rest.keySet());
    return columns;
  }

  private static void say(List<String> wrong, String what, List<String> names) {
    if (!names.isEmpty()) {
      String more =
          names.size() > NAMED_ROWS ? " and " + (names.size() - NAMED_ROWS) + " more" : "";
      wrong.add(
          names.size()
              + " rows "
              + what
              + ": "
              + String.join(", ", names.subList(0, Math.min(NAMED_ROWS, names.size())))
              + more);
    }
  }

  private static CommandException failure(String question, String what) {
    return new CommandException(
        "WRONG ANSWER to " + question + ": it is not what was imported: " + what);
  }
}
