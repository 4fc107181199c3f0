package io.dartagnan.clusters.command;

import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.clusters.terminal.ExitCode;
import java.io.UncheckedIOException;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;

/**
 * Command line of a script of this module. A failure of it is one sentence on standard error, and
 * an exit code.
 */
abstract class ReportingCommand {
  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Shows the stack trace of an error.")
  private boolean verbose;

  final CommandLine asCommandLine() {
    return new CommandLine(this)
        .setParameterExceptionHandler((e, given) -> misused(e))
        .setExecutionExceptionHandler((e, line, parsed) -> failed(e, line));
  }

  /** The command line of a script that does nothing without a subcommand. */
  final CommandLine asGroup() {
    CommandLine commandLine = asCommandLine();
    return commandLine.setExecutionStrategy(
        parsed -> {
          if (!parsed.hasSubcommand() && CommandLine.executeHelpRequest(parsed) == null) {
            commandLine.usage(commandLine.getErr());
            return ExitCode.USAGE;
          }
          return new CommandLine.RunLast().execute(parsed);
        });
  }

  private static int misused(ParameterException e) {
    CommandLine line = e.getCommandLine();
    line.getErr()
        .println(
            "error: "
                + e.getMessage()
                + "; see "
                + line.getCommandSpec().qualifiedName()
                + " --help");
    return ExitCode.USAGE;
  }

  private int failed(Exception e, CommandLine line) {
    line.getErr().println("error: " + sentence(e));
    if (verbose) {
      e.printStackTrace(line.getErr());
    }
    return e instanceof CommandException local ? local.exitCode() : ExitCode.FAILURE;
  }

  private static String sentence(Exception e) {
    if (e instanceof CommandException) {
      return e.getMessage();
    }
    if (e instanceof UncheckedIOException) {
      return e.getMessage() + ": " + e.getCause();
    }
    return "unexpected " + e + " (--verbose shows where)";
  }
}
