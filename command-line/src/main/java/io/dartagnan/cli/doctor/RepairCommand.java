package io.dartagnan.cli.doctor;

import io.dartagnan.cli.cloud.Clouds;
import io.dartagnan.cli.cloud.CloudsOption;
import io.dartagnan.cli.column.TableNames;
import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.cli.terminal.EarlyEnd;
import io.dartagnan.cli.terminal.JsonLine;
import io.dartagnan.cli.terminal.LoadProgress;
import io.dartagnan.cli.terminal.OutputOption;
import io.dartagnan.cli.terminal.RowProgress;
import io.dartagnan.client.maintenance.TableRepair;
import io.dartagnan.mpc.Party;
import io.dartagnan.repair.RepairCounts;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.TableName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Rebuilds what one cloud has lost of tables whose columns are replicated. */
@Command(
    name = "repair",
    description = {
      "Rebuild what one cloud has lost, or has otherwise than the two others, from those two.",
      "Only tables whose protected columns are all 'replicated' can be rebuilt: of the others no two",
      "clouds have every share. No value is revealed, also not to this program. A repair that was",
      "interrupted goes on with the same command. Look at 'dartagnan verify' before and after."
    },
    mixinStandardHelpOptions = true)
public final class RepairCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "CLOUD", description = "The cloud to rebuild: 0, 1 or 2.")
  private int cloud;

  @Parameters(
      index = "1..*",
      paramLabel = "TABLE",
      arity = "0..*",
      description = "The tables (default: every table with a schema that can be rebuilt).")
  private List<String> names = List.of();

  @Option(names = "--dry-run", description = "Say what would be rebuilt, and write nothing.")
  private boolean dry;

  @Mixin private OutputOption output;
  @Mixin private CloudsOption connection;

  @Override
  public Integer call() throws IOException {
    if (cloud < 0 || cloud >= Party.ALL.size()) {
      throw CommandException.usage("there is no cloud %d; name 0, 1 or 2".formatted(cloud));
    }
    connection.ofThree("repair");
    List<TableName> named = names.stream().map(TableNames::parse).toList();
    RepairLines lines =
        new RepairLines(
            Party.of(cloud),
            dry,
            output.isJson(),
            spec.commandLine().getOut(),
            spec.commandLine().getErr());
    boolean all =
        EarlyEnd.during(
            spec.commandLine().getErr(),
            lines::standing,
            () -> connection.on(clouds -> repair(clouds, named, lines)));
    return all ? 0 : DoctorCommand.FOUND;
  }

  private boolean repair(Clouds clouds, List<TableName> named, RepairLines lines)
      throws IOException {
    Collection<TableName> tables = TableFindings.gather(connection.configuration()).chosen(named);
    TableRepair repair = TableRepair.over(clouds.safe());
    boolean all = true;
    for (TableName table : tables) {
      lines.begin(table);
      try {
        lines.end(repair.run(Party.of(cloud), table, dry, lines));
      } catch (UnsupportedOperationException e) {
        if (!named.isEmpty()) {
          throw new CommandException(e.getMessage(), e);
        }
        lines.left(e.getMessage());
        all = false;
      }
    }
    return all;
  }

  /** The lines that repairs of tables print, one table after the other. */
  static final class RepairLines implements TableRepair.Listener {
    private final Party lost;
    private final boolean dry;
    private final boolean json;
    private final PrintWriter out;
    private final PrintWriter err;

    private RowProgress comparing;
    private LoadProgress rebuilding;
    private volatile TableName table;
    private volatile RepairCounts counts;

    RepairLines(Party lost, boolean dry, boolean json, PrintWriter out, PrintWriter err) {
      this.lost = lost;
      this.dry = dry;
      this.json = json;
      this.out = out;
      this.err = err;
    }

    /** The next table is looked at. */
    void begin(TableName next) {
      counts = RepairCounts.NONE;
      table = next;
      comparing = new RowProgress("table %s: compared".formatted(table), err);
    }

    /** A sentence on what was done, for a command that ends early. */
    String standing() {
      if (table == null || dry) {
        return "";
      }
      return String.format(
          Locale.ROOT,
          "%,d rows of table %s are rebuilt so far on cloud %d; the same command goes on",
          counts.rows(),
          table,
          lost.index());
    }

    @Override
    public void created() {
      err.printf("table %s was missing on cloud %d and is created%n", table, lost.index());
    }

    @Override
    public void compared(long rows) {
      comparing.add(rows);
    }

    @Override
    public void begins(long rows) {
      // Rows that were written since may come on top.
      rebuilding = LoadProgress.of("repairing", "looked at", Math.max(1, rows), err);
    }

    @Override
    public void repaired(long rows, RepairCounts more) {
      counts = counts.plus(more);
      rebuilding.add(rows);
    }

    /** The table cannot be rebuilt, and nobody has named it. */
    void left(String reason) {
      if (json) {
        out.println(
            new JsonLine()
                .with("table", table.getNameAsString())
                .with("cloud", lost.index())
                .with("left", reason));
      } else {
        out.println("left: " + reason);
      }
    }

    /** The table is done. */
    void end(TableRepair.Result result) {
      if (rebuilding != null) {
        rebuilding.close();
        rebuilding = null;
      }
      out.println(json ? line(result) : words(result));
    }

    private JsonLine line(TableRepair.Result result) {
      RepairCounts sum = result.counts();
      return new JsonLine()
          .with("table", table.getNameAsString())
          .with("cloud", lost.index())
          .with("dry", dry)
          .with("missing", result.missing())
          .with("compared", result.compared())
          .with("rows", sum.rows())
          .with("versions", sum.versions())
          .with("unsettled", sum.unsettled())
          .with("deleted", sum.deleted())
          .with("alone", sum.alone());
    }

    private String words(TableRepair.Result result) {
      if (dry && result.missing()) {
        return "table %s is missing on cloud %d; it would be created, and all its rows rebuilt"
            .formatted(table, lost.index());
      }
      RepairCounts sum = result.counts();
      StringBuilder words =
          new StringBuilder(
              String.format(
                  Locale.ROOT,
                  "table %s: %,d rows compared, %,d versions of %,d rows %s on cloud %d",
                  table,
                  result.compared(),
                  sum.versions(),
                  sum.rows(),
                  dry ? "would be rebuilt" : "rebuilt",
                  lost.index()));
      add(words, sum.unsettled(), "%,d of them not known to have been acknowledged");
      add(words, sum.deleted(), "%,d versions left that cloud " + lost.index() + " has deleted");
      add(words, sum.alone(), "%,d versions left that the two others do not have alike");
      return words.toString();
    }

    private static void add(StringBuilder words, long number, String sentence) {
      if (number > 0) {
        words.append("; ").append(String.format(Locale.ROOT, sentence, number));
      }
    }
  }
}
