package io.dartagnan.cli.load;

import io.dartagnan.cli.cloud.Clouds;
import io.dartagnan.cli.cloud.CloudsOption;
import io.dartagnan.cli.cloud.ImportStanding;
import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.cli.terminal.EarlyEnd;
import io.dartagnan.cli.terminal.JsonLine;
import io.dartagnan.cli.terminal.LoadProgress;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.BitSet;
import java.util.Locale;
import org.apache.hadoop.hbase.TableName;

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
}
