package io.dartagnan.cli.load;

import io.dartagnan.cli.cloud.Clouds;
import io.dartagnan.cli.cloud.CloudsOption;
import io.dartagnan.cli.cloud.ImportStanding;
import io.dartagnan.cli.cloud.NewTable;
import io.dartagnan.cli.column.SchemaComparison;
import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.cli.terminal.EarlyEnd;
import io.dartagnan.cli.terminal.JsonLine;
import io.dartagnan.cli.terminal.LoadProgress;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
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
 * Import of a plan into a table, from its creation or from where an earlier one ended. However it
 * ends, it says what was loaded and how to go on.
 */
public final class Import {

  /**
   * A finished import.
   *
   * @param rows how many were loaded
   * @param already how many an earlier import had loaded
   */
  public record Done(TableName table, long rows, long already, long millis) {

    /** The same for a program. */
    JsonLine json() {
      return new JsonLine()
          .with("table", table.getNameAsString())
          .with("rows", rows)
          .with("already", already)
          .with("ms", millis);
    }

    @Override
    public String toString() {
      return String.format(
              Locale.ROOT, "imported %,d rows into table %s in %,d ms", rows, table, millis)
          + (already == 0 ? "" : String.format(Locale.ROOT, "; %,d were there already", already));
    }
  }

  private final TableName table;
  private final ImportPlan plan;
  private final SchemaOptions options;
  private final boolean goesOn;
  private final ImportStanding standing;

  /**
   * An import that is to be run.
   *
   * @param goesOn whether the table is there with some of the rows
   */
  public Import(TableName table, ImportPlan plan, SchemaOptions options, boolean goesOn) {
    this.table = table;
    this.plan = plan;
    this.options = options;
    this.goesOn = goesOn;
    this.standing = new ImportStanding(table, plan.size());
  }

  /**
   * Connects and loads.
   *
   * @throws CommandException when it cannot be finished: why, what was loaded, and how to go on
   */
  public Done run(CloudsOption connection, PrintWriter err) throws IOException {
    return EarlyEnd.during(
        err, standing::sentence, () -> connection.on(clouds -> load(clouds, err)));
  }

  private Done load(Clouds clouds, PrintWriter err) throws IOException {
    Importer importer = new Importer(clouds.safe(), table, options.family(), standing);
    BitSet records;
    if (goesOn) {
      records = importer.missing(plan);
    } else {
      importer.create(plan, options.regions(), options.drop());
      records = new BitSet(plan.size());
      records.set(0, plan.size());
    }
    long rows = records.cardinality();
    try (LoadProgress progress = LoadProgress.of(rows, err)) {
      importer.load(plan, records, progress);
      return new Done(table, rows, plan.size() - rows, progress.elapsedMillis());
    }
  }

  /** Creates the table of a plan and loads it. */
  private static final class Importer {

    private static final int ROWS_PER_WRITE = 250;

    private final Connection connection;
    private final TableName table;
    private final String family;
    private final ImportStanding standing;

    Importer(Connection connection, TableName table, String family, ImportStanding standing) {
      this.connection = connection;
      this.table = table;
      this.family = family;
      this.standing = standing;
    }

    /**
     * Creates the table.
     *
     * @param regions how many regions to divide it into
     * @param drop whether a table that has this name is deleted first
     * @throws CommandException if there is such a table and it is not to be dropped
     */
    void create(ImportPlan plan, int regions, boolean drop) throws IOException {
      try (Admin admin = connection.getAdmin()) {
        new NewTable(plan.schema().descriptor(table, family), standing)
            .create(admin, plan.splitKeys(regions), drop);
      }
    }

    /**
     * The records that a table lacks which an earlier import of the same file began.
     *
     * @throws CommandException if there is no such table, or it is no part of the file
     */
    BitSet missing(ImportPlan plan) throws IOException {
      try (Admin admin = connection.getAdmin()) {
        if (!admin.tableExists(table)) {
          throw Clouds.noTable(table);
        }
        ImportedPart part = new ImportedPart(plan, table, family);
        part.requireSchema(admin.getDescriptor(table));
        BitSet missing;
        try (Table from = connection.getTable(table)) {
          missing = part.missing(from);
        }
        standing.loads(plan.size() - missing.cardinality());
        return missing;
      }
    }

    /** Writes these records. */
    void load(ImportPlan plan, BitSet records, LoadProgress progress) throws IOException {
      byte[] familyBytes = Bytes.toBytes(family);
      List<Put> batch = new ArrayList<>();
      try (Table to = connection.getTable(table)) {
        for (int record = records.nextSetBit(0); record >= 0; ) {
          batch.add(plan.put(record, familyBytes));
          record = records.nextSetBit(record + 1);
          if (record < 0 || batch.size() == ROWS_PER_WRITE) {
            int rows = batch.size();
            to.put(batch);
            standing.stores(rows);
            progress.add(rows);
            batch = new ArrayList<>();
          }
        }
      }
    }
  }

  /**
   * Part of a file that an earlier import has loaded. An import goes on only with a table that
   * holds what it would have made itself, so that nobody's rows are mixed with another file's.
   */
  static final class ImportedPart {

    private final ImportPlan plan;
    private final TableName table;
    private final String family;

    ImportedPart(ImportPlan plan, TableName table, String family) {
      this.plan = plan;
      this.table = table;
      this.family = family;
    }

    /**
     * Returns when the table was created by the same plan.
     *
     * @throws CommandException naming the first value of the descriptor that differs
     */
    void requireSchema(TableDescriptor descriptor) {
      SchemaComparison.require(descriptor, plan.schema().descriptor(table, family));
    }

    /**
     * The records that the table lacks.
     *
     * @throws CommandException if it has a row that is not in the file, or is not what the file
     *     says
     */
    BitSet missing(Table from) throws IOException {
      Map<byte[], Integer> recordOfKey = new TreeMap<>(Bytes.BYTES_COMPARATOR);
      for (int record = 0; record < plan.size(); record++) {
        recordOfKey.put(plan.key(record), record);
      }
      BitSet missing = new BitSet(plan.size());
      missing.set(0, plan.size());
      try (ResultScanner scanner = from.getScanner(new Scan())) {
        for (Result row : scanner) {
          Integer record = recordOfKey.get(row.getRow());
          if (record == null || !holds(row, plan.values(record))) {
            throw new CommandException(
                "--continue goes on with the import of the same file, and row '%s' of table %s is not what %s says; import into another table, or anew with --drop"
                    .formatted(Bytes.toStringBinary(row.getRow()), table, plan.file().file()));
          }
          missing.clear(record);
        }
      }
      return missing;
    }

    private boolean holds(Result row, SortedMap<String, byte[]> values) {
      NavigableMap<byte[], byte[]> stored = row.getFamilyMap(Bytes.toBytes(family));
      return stored != null
          && stored.size() == values.size()
          && values.entrySet().stream()
              .allMatch(
                  value -> {
                    byte[] cell = stored.get(Bytes.toBytes(value.getKey()));
                    return cell != null && Bytes.equals(cell, value.getValue());
                  });
    }
  }
}
