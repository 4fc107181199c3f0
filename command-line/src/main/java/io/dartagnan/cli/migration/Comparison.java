package io.dartagnan.cli.migration;

import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.cli.terminal.LoadProgress;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Arrays;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Comparison of a protected table with the plain one that it was copied from. */
final class Comparison {

  private final SourceTable source;
  private final Connection safe;
  private final TableName copy;

  Comparison(SourceTable source, Connection safe, TableName copy) {
    this.source = source;
    this.safe = safe;
    this.copy = copy;
  }

  /**
   * Reads both side by side.
   *
   * @param rows about how many there are
   * @param err where its progress goes
   * @return how many there are
   * @throws CommandException naming the first row that differs
   */
  long run(long rows, PrintWriter err) throws IOException {
    long compared = 0;
    try (LoadProgress progress = LoadProgress.of("comparing", "compared", rows, err);
        SourceTable.Rows plain = source.rows();
        Table table = safe.getTable(copy);
        ResultScanner scanner = table.getScanner(new Scan())) {
      Result expected = plain.next();
      Result found = scanner.next();
      while (expected != null || found != null) {
        require(source.name(), copy, expected, found);
        compared++;
        progress.add(1);
        expected = plain.next();
        found = scanner.next();
      }
    }
    return compared;
  }

  /** Returns when both are the same row with the same values; null stands for behind the last. */
  static void require(TableName source, TableName copy, Result expected, Result found) {
    int order =
        expected == null
            ? 1
            : found == null ? -1 : Bytes.compareTo(expected.getRow(), found.getRow());
    if (order < 0) {
      throw failure(expected, "is in %s and not in %s".formatted(source, copy));
    }
    if (order > 0) {
      throw failure(found, "is in %s and not in %s".formatted(copy, source));
    }
    Cell[] left = expected.rawCells();
    Cell[] right = found.rawCells();
    boolean same = left.length == right.length;
    for (int i = 0; same && i < left.length; i++) {
      same =
          CellUtil.matchingColumn(left[i], right[i])
              && Arrays.equals(CellUtil.cloneValue(left[i]), CellUtil.cloneValue(right[i]));
    }
    if (!same) {
      throw failure(expected, "is not the same in %s and %s".formatted(source, copy));
    }
  }

  private static CommandException failure(Result row, String what) {
    return new CommandException(
        "row '%s' %s; if somebody has written to either since, import again with --continue, otherwise anew with --drop"
            .formatted(Bytes.toStringBinary(row.getRow()), what));
  }
}
