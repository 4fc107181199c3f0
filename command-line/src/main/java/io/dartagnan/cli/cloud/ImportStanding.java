package io.dartagnan.cli.cloud;

import java.util.Locale;
import org.apache.hadoop.hbase.TableName;

/** Standing of an import: what has become of the table, and how to go on from there. */
public final class ImportStanding {

  private enum Stage {
    CHECKING,
    DROPPING,
    CREATING,
    LOADING
  }

  private final TableName table;
  private final long rows;
  private Stage stage = Stage.CHECKING;
  private long stored;

  /**
   * The standing of an import that has done nothing yet.
   *
   * @param rows how many rows it will load
   */
  public ImportStanding(TableName table, long rows) {
    this.table = table;
    this.rows = rows;
  }

  /** The table that had the name is about to be deleted. */
  public synchronized void drops() {
    stage = Stage.DROPPING;
  }

  /** The table is about to be created. */
  public synchronized void creates() {
    stage = Stage.CREATING;
  }

  /** The table is there, with this many of the rows. */
  public synchronized void loads(long already) {
    stage = Stage.LOADING;
    stored = already;
  }

  /** More rows are stored. */
  public synchronized void stores(long more) {
    stored += more;
  }

  /** A sentence for one whose import has ended here; empty if nothing was changed. */
  public synchronized String sentence() {
    return switch (stage) {
      case CHECKING -> "";
      case DROPPING ->
          "table %s was being deleted, and some clouds may still have it, disabled; 'dartagnan drop %s' deletes the rest of it, and so does the same import with --drop"
              .formatted(table, table);
      case CREATING ->
          "table %s was being created, and some clouds may lack it; the same import with --drop begins anew"
              .formatted(table);
      case LOADING ->
          String.format(
              Locale.ROOT,
              "%,d of %,d rows are loaded into table %s; the same import with --continue (and without --drop) loads the others",
              stored,
              rows,
              table);
    };
  }
}
