package io.dartagnan.cli.repair;

import io.dartagnan.cli.cloud.Clouds;
import io.dartagnan.cli.cloud.CloudsOption;
import io.dartagnan.cli.column.TableNames;
import io.dartagnan.cli.doctor.DoctorCommand;
import io.dartagnan.cli.doctor.TableFindings;
import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.cli.terminal.EarlyEnd;
import io.dartagnan.cli.terminal.OutputOption;
import io.dartagnan.client.maintenance.TableRepair;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Collection;
import java.util.List;
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
    Collection<TableName> known = protectedTables();
    for (TableName table : named) {
      if (!known.contains(table)) {
        throw new CommandException(
            "there is no table %s with a schema on any cloud; 'dartagnan tables' lists the tables"
                .formatted(table));
      }
    }
    TableRepair repair = TableRepair.over(clouds.safe());
    boolean all = true;
    for (TableName table : named.isEmpty() ? known : named) {
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

  private Collection<TableName> protectedTables() throws InterruptedIOException {
    try {
      return TableFindings.gather(connection.configuration()).protectedTables();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the clouds were asked for their tables");
    }
  }
}
