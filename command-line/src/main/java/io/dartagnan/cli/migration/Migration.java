package io.dartagnan.cli.migration;

import io.dartagnan.cli.cloud.Clouds;
import io.dartagnan.cli.cloud.CloudsOption;
import io.dartagnan.cli.cloud.ImportStanding;
import io.dartagnan.cli.cloud.NewTable;
import io.dartagnan.cli.column.SchemaComparison;
import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.cli.terminal.EarlyEnd;
import io.dartagnan.cli.terminal.LoadProgress;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Copy of a plain table into a protected one, in the order of the row keys, so that one that was
 * interrupted goes on at the last row that is there. Afterwards every value is compared.
 */
final class Migration {

  private static final int ROWS_PER_WRITE = 250;

  private final SourceTable source;
  private final TableDescriptor descriptor;
  private final long rows;
  private final ImportStanding standing;

  /**
   * A copy that is to be run.
   *
   * @param rows how many the source had when it was read for the schema
   */
  Migration(SourceTable source, TableDescriptor descriptor, long rows) {
    this.source = source;
    this.descriptor = descriptor;
    this.rows = rows;
    this.standing = new ImportStanding(descriptor.getTableName(), rows);
  }

  /**
   * Creates the table or goes on with it, copies, and compares.
   *
   * @param drop whether a table of this name is deleted first
   * @param goesOn whether the table is there with the first of the rows
   * @return how many rows were compared
   */
  long run(CloudsOption connection, PrintWriter err, boolean drop, boolean goesOn)
      throws IOException {
    EarlyEnd.during(
        err, standing::sentence, () -> connection.on(clouds -> copy(clouds, err, drop, goesOn)));
    return connection.on(
        clouds -> new Comparison(source, clouds.safe(), descriptor.getTableName()).run(rows, err));
  }

  private Void copy(Clouds clouds, PrintWriter err, boolean drop, boolean goesOn)
      throws IOException {
    TableName name = descriptor.getTableName();
    byte[] last = null;
    if (goesOn) {
      last = lastRow(clouds, name);
    } else {
      try (Admin admin = clouds.safe().getAdmin()) {
        new NewTable(descriptor, standing).create(admin, source.splitKeys(), drop);
      }
    }
    standing.loads(0);
    try (LoadProgress progress = LoadProgress.of(rows, err);
        SourceTable.Rows reading = source.rows();
        Table to = clouds.safe().getTable(name)) {
      // Of the batch that was interrupted any rows may be missing, so one batch is written again.
      Deque<Put> again = new ArrayDeque<>();
      List<Put> batch = new ArrayList<>();
      for (Result row = reading.next(); row != null; row = reading.next()) {
        Put put = put(row);
        if (last != null && Bytes.compareTo(row.getRow(), last) <= 0) {
          again.add(put);
          if (again.size() > ROWS_PER_WRITE) {
            again.remove();
            standing.stores(1);
            progress.add(1);
          }
          continue;
        }
        batch.add(put);
        if (again.size() + batch.size() >= ROWS_PER_WRITE) {
          batch.addAll(again);
          again.clear();
          write(to, batch, progress);
          batch = new ArrayList<>();
        }
      }
      batch.addAll(again);
      write(to, batch, progress);
    }
    return null;
  }

  private void write(Table to, List<Put> batch, LoadProgress progress) throws IOException {
    int size = batch.size();
    if (size > 0) {
      to.put(batch);
      standing.stores(size);
      progress.add(size);
    }
  }

  /** The last row that is there; null if there is none. */
  private byte[] lastRow(Clouds clouds, TableName name) throws IOException {
    try (Admin admin = clouds.safe().getAdmin()) {
      if (!admin.tableExists(name)) {
        throw Clouds.noTable(name);
      }
      SchemaComparison.require(admin.getDescriptor(name), descriptor);
    }
    try (Table table = clouds.safe().getTable(name);
        ResultScanner scanner = table.getScanner(new Scan().setReversed(true).setLimit(1))) {
      Result last = scanner.next();
      return last == null ? null : last.getRow();
    }
  }

  private static Put put(Result row) {
    Put put = new Put(row.getRow());
    for (Cell cell : row.rawCells()) {
      put.addColumn(
          CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell), CellUtil.cloneValue(cell));
    }
    return put;
  }

  /** Comparison of a protected table with the plain one that it was copied from. */
  static final class Comparison {

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
}
