package io.dartagnan.cli.verify;

import io.dartagnan.cli.cloud.Clouds;
import io.dartagnan.cli.cloud.CloudsOption;
import io.dartagnan.cli.column.TableNames;
import io.dartagnan.cli.doctor.DoctorCommand;
import io.dartagnan.cli.doctor.TableFindings;
import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.cli.terminal.EarlyEnd;
import io.dartagnan.cli.terminal.OutputOption;
import io.dartagnan.client.maintenance.TableAudit;
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
    TableFindings findings = gather();
    Collection<TableName> known = findings.protectedTables();
    for (TableName table : named) {
      if (!known.contains(table)) {
        throw new CommandException(
            "there is no table %s with a schema on any cloud; 'dartagnan tables' lists the tables"
                .formatted(table));
      }
    }
    TableAudit audit = TableAudit.over(clouds.safe());
    boolean consistent = true;
    for (TableName table : named.isEmpty() ? known : named) {
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

  private TableFindings gather() throws InterruptedIOException {
    try {
      return TableFindings.gather(connection.configuration());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the clouds were asked for their tables");
    }
  }
}
