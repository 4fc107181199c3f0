package io.dartagnan.cli.doctor;

import io.dartagnan.cli.cloud.Clouds;
import io.dartagnan.cli.cloud.CloudsOption;
import io.dartagnan.cli.column.TableNames;
import io.dartagnan.cli.terminal.EarlyEnd;
import io.dartagnan.cli.terminal.JsonLine;
import io.dartagnan.cli.terminal.OutputOption;
import io.dartagnan.cli.terminal.RowProgress;
import io.dartagnan.client.maintenance.Difference;
import io.dartagnan.client.maintenance.TableAudit;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says whether the three clouds hold the same. */
@Command(
    name = "verify",
    description = {
      "Say whether the three clouds hold the same versions of every row, and where they do not.",
      "It ends with 0 when they do and with 3 otherwise. It reads digests, coordinates and write ids,",
      "no value, and changes nothing. 'dartagnan doctor' looks at all else."
    },
    mixinStandardHelpOptions = true)
public final class VerifyCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "TABLE",
      arity = "0..*",
      description = "The tables (default: every table with a schema).")
  private List<String> names = List.of();

  @Option(
      names = "--all",
      description =
          "Print every difference, not only the first " + AuditLines.FIRST + " of a table.")
  private boolean all;

  @Mixin private OutputOption output;
  @Mixin private CloudsOption connection;

  @Override
  public Integer call() throws IOException {
    connection.ofThree("verify");
    List<TableName> named = names.stream().map(TableNames::parse).toList();
    AuditLines lines =
        new AuditLines(
            spec.commandLine().getOut(), spec.commandLine().getErr(), output.isJson(), all);
    boolean consistent =
        EarlyEnd.during(
            spec.commandLine().getErr(),
            lines::standing,
            () -> connection.on(clouds -> verify(clouds, named, lines)));
    return consistent ? 0 : DoctorCommand.FOUND;
  }

  private boolean verify(Clouds clouds, List<TableName> named, AuditLines lines)
      throws IOException {
    TableFindings findings = TableFindings.gather(connection.configuration());
    Collection<TableName> tables = findings.chosen(named);
    TableAudit audit = TableAudit.over(clouds.safe());
    boolean consistent = true;
    for (TableName table : tables) {
      lines.begin(table);
      List<String> ofTable = findings.of(table);
      ofTable.forEach(lines::descriptor);
      boolean same = false;
      if (findings.isServed(table)) {
        same = lines.end(audit.run(table, lines));
      }
      consistent &= same && ofTable.isEmpty();
    }
    return consistent;
  }

  /** The lines that audits of tables print, one table after the other. */
  static final class AuditLines implements TableAudit.Listener {

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
    boolean end(TableAudit.Result result) {
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

    private String words(TableAudit.Result result) {
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
                Locale.ROOT,
                "; %,d of them were not looked at by themselves",
                result.notLookedAt()));
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
}
