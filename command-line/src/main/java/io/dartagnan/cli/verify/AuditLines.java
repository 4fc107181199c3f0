package io.dartagnan.cli.verify;

import io.dartagnan.cli.terminal.JsonLine;
import io.dartagnan.cli.terminal.RowProgress;
import io.dartagnan.client.maintenance.AuditListener;
import io.dartagnan.client.maintenance.AuditResult;
import io.dartagnan.client.maintenance.Difference;
import io.dartagnan.mpc.Party;
import java.io.PrintWriter;
import java.util.Locale;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;

/** The lines that audits of tables print, one table after the other. */
final class AuditLines implements AuditListener {

  /** Differences of a table that are printed if not all are asked for. */
  static final int FIRST = 20;

  private final PrintWriter out;
  private final PrintWriter err;
  private final boolean json;
  private final boolean all;

  private TableName table;
  private RowProgress progress;
  private long found;
  private volatile long rows;
  private volatile boolean begun;

  AuditLines(PrintWriter out, PrintWriter err, boolean json, boolean all) {
    this.out = out;
    this.err = err;
    this.json = json;
    this.all = all;
  }

  /** The next table is looked at. */
  void begin(TableName next) {
    table = next;
    progress = new RowProgress("table %s: compared".formatted(table), err);
    found = 0;
    rows = 0;
    begun = true;
  }

  /** A sentence on what was done, for a command that ends early. */
  String standing() {
    return begun
        ? String.format(
            Locale.ROOT,
            "%,d rows of table %s were compared; verify reads only, start it again whenever you like",
            rows,
            table)
        : "";
  }

  /** Something is wrong with the table's descriptors. */
  void descriptor(String sentence) {
    out.println(
        json
            ? new JsonLine().with("table", table.getNameAsString()).with("wrong", sentence)
            : sentence);
  }

  @Override
  public void compared(long more) {
    rows += more;
    progress.add(more);
  }

  @Override
  public void found(Difference difference) {
    found++;
    if (json) {
      out.println(line(difference));
    } else if (all || found <= FIRST) {
      out.println("table %s, %s".formatted(table, difference.words()));
    }
  }

  private JsonLine line(Difference difference) {
    return new JsonLine()
        .with("table", table.getNameAsString())
        .with("row", Bytes.toStringBinary(difference.column().row()))
        .with("family", Bytes.toStringBinary(difference.column().family()))
        .with("qualifier", Bytes.toStringBinary(difference.column().qualifier()))
        .with("timestamp", difference.timestamp())
        .with("difference", difference.kind().name().toLowerCase(Locale.ROOT))
        .with("clouds", difference.clouds().stream().map(Party::index).toList())
        .with("words", difference.words());
  }

  /** The table is done; whether nothing was found. */
  boolean end(AuditResult result) {
    if (json) {
      out.println(
          new JsonLine()
              .with("table", table.getNameAsString())
              .with("rows", result.rows())
              .with("differing", result.differing())
              .with("notLookedAt", result.notLookedAt())
              .with("busy", result.busy())
              .with("consistent", result.isConsistent()));
    } else {
      out.println(words(result));
    }
    return result.isConsistent();
  }

  private String words(AuditResult result) {
    StringBuilder words =
        new StringBuilder(
            String.format(Locale.ROOT, "table %s: %,d rows compared, ", table, result.rows()));
    if (result.isConsistent()) {
      return words.append("the clouds agree").toString();
    }
    words.append(
        String.format(
            Locale.ROOT,
            result.differing() == 1 ? "%,d row differs" : "%,d rows differ",
            result.differing()));
    if (!all && found > FIRST) {
      words.append(
          String.format(
              Locale.ROOT,
              "; the first %d of %,d differences are shown, --all shows them",
              FIRST,
              found));
    }
    if (result.notLookedAt() > 0) {
      words.append(
          String.format(
              Locale.ROOT, "; %,d of them were not looked at by themselves", result.notLookedAt()));
    }
    if (result.busy() > 0) {
      words.append(
          String.format(
              Locale.ROOT,
              "; %,d of them were written again and again meanwhile, look again when writers rest",
              result.busy()));
    }
    return words.toString();
  }
}
