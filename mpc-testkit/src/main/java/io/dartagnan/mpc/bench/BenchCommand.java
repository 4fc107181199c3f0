package io.dartagnan.mpc.bench;

import io.dartagnan.mpc.exchange.ProtocolException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * The command line of a bench: what was called wrongly, and what came out wrong, is a sentence; a
 * defect of the bench is a stack trace.
 */
public final class BenchCommand {
  private BenchCommand() {}

  /**
   * The command.
   *
   * @param bench has picocli's annotations
   * @param wrong what the bench throws when a result is not what it should be
   */
  public static CommandLine of(Object bench, Class<? extends RuntimeException> wrong) {
    return new CommandLine(bench)
        .setParameterExceptionHandler(BenchCommand::refuse)
        .setExecutionExceptionHandler(
            (failure, command, arguments) -> {
              if (wrong.isInstance(failure) || failure instanceof ProtocolException) {
                command.getErr().println("error: " + failure.getMessage());
                return CommandLine.ExitCode.SOFTWARE;
              }
              throw failure;
            });
  }

  private static int refuse(ParameterException refusal, String[] arguments) {
    refusal
        .getCommandLine()
        .getErr()
        .println("error: " + refusal.getMessage() + "; --help describes the options");
    return CommandLine.ExitCode.USAGE;
  }
}
