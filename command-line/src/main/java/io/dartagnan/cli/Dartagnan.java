package io.dartagnan.cli;

import io.dartagnan.cli.aggregate.AggregateCommand;
import io.dartagnan.cli.aggregate.Aggregates.CloudAggregates;
import io.dartagnan.cli.doctor.DoctorCommand;
import io.dartagnan.cli.doctor.RepairCommand;
import io.dartagnan.cli.doctor.VerifyCommand;
import io.dartagnan.cli.keys.KeysCommand;
import io.dartagnan.cli.load.ImportCommand;
import io.dartagnan.cli.table.DropCommand;
import io.dartagnan.cli.table.ExportCommand;
import io.dartagnan.cli.table.RowCommand.CloudsCommand;
import io.dartagnan.cli.table.RowCommand.GetCommand;
import io.dartagnan.cli.table.ScanCommand;
import io.dartagnan.cli.table.TablesCommand;
import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.cli.terminal.LibraryLogs;
import io.dartagnan.cli.terminal.Sentence;
import io.dartagnan.cli.tour.TourCommand;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * The program {@code dartagnan}. Answers go to standard output, all else to standard error. The
 * process ends with 0 when the command was done, with 1 when it failed, and with 2 when it was
 * called wrongly. A failure is reported as one sentence.
 */
@Command(
    name = "dartagnan",
    description = "One logical HBase over three clouds that trust no one.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nIt ends with%n",
    exitCodeList = {
      "0:the command was done",
      "1:it failed, and one sentence says why and what was done before",
      "2:it was called wrongly, and nothing was done",
      "3:doctor or verify found something, or repair had to leave a table",
      "130:it was interrupted (143: terminated)"
    },
    footer = {
      "",
      "clusters/dartagnan works on the clouds that clusters/local has up or, where --conf or the variable",
      "DARTAGNAN_CONF names a folder, on those of the hbase-site.xml in it."
    },
    subcommands = {
      TourCommand.class,
      ImportCommand.class,
      TablesCommand.class,
      DropCommand.class,
      GetCommand.class,
      ScanCommand.class,
      CloudsCommand.class,
      ExportCommand.class,
      DoctorCommand.class,
      VerifyCommand.class,
      RepairCommand.class,
      KeysCommand.class,
      Dartagnan.CompletionCommand.class
    })
public final class Dartagnan {

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Print the stack trace of a failure, and what HBase's client logs.")
  private boolean verbose;

  private Dartagnan() {}

  /** Runs one command and ends the process. */
  public static void main(String[] args) {
    PrintStream err = System.err;
    LibraryLogs.show(List.of(args).contains("--verbose"));
    System.exit(run(args, System.out, err));
  }

  /** Runs one command. */
  static int run(String[] args, OutputStream out, OutputStream err) {
    Dartagnan dartagnan = new Dartagnan();
    CommandLine commandLine = new CommandLine(dartagnan);
    AggregateCommand.addAll(commandLine, CloudAggregates::open);
    int status =
        commandLine
            .setOut(utf8(out))
            .setErr(utf8(err))
            .setUsageHelpAutoWidth(true)
            .setParameterExceptionHandler((failure, given) -> misunderstood(failure))
            .setExecutionExceptionHandler(dartagnan::failed)
            .execute(args);
    if (status == 0 && commandLine.getOut().checkError()) {
      commandLine.getErr().println("dartagnan: the output could not be written in full");
      return CommandException.FAILED;
    }
    return status;
  }

  private static PrintWriter utf8(OutputStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }

  private static int misunderstood(ParameterException failure) {
    CommandLine command = failure.getCommandLine();
    command
        .getErr()
        .println(
            "dartagnan: %s; see '%s --help'"
                .formatted(Sentence.of(failure), command.getCommandSpec().qualifiedName()));
    return CommandException.USAGE;
  }

  private int failed(Exception failure, CommandLine command, ParseResult given) {
    PrintWriter err = command.getErr();
    err.println("dartagnan: " + Sentence.of(failure));
    if (verbose) {
      failure.printStackTrace(err);
    }
    return failure instanceof CommandException known ? known.exitCode() : CommandException.FAILED;
  }

  /** Prints a script by which a shell completes commands and options of this program. */
  @Command(
      name = "completion",
      description = {
        "Print a script by which bash (and zsh with bashcompinit) completes commands and options.",
        "  source <(clusters/dartagnan completion)"
      },
      mixinStandardHelpOptions = true)
  static final class CompletionCommand implements Runnable {

    @Spec private CommandSpec spec;

    @Override
    public void run() {
      CommandLine program = spec.root().commandLine();
      spec.commandLine().getOut().print(AutoComplete.bash(program.getCommandName(), program));
      spec.commandLine().getOut().flush();
    }
  }
}
