package io.dartagnan.clusters.terminal;

/** Failure of a command: one sentence for the terminal, and the exit code that goes with it. */
public final class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  private CommandException(int exitCode, String sentence, Throwable cause) {
    super(sentence, cause);
    this.exitCode = exitCode;
  }

  /** The command could not do what was asked. */
  public static CommandException failure(String sentence) {
    return new CommandException(ExitCode.FAILURE, sentence, null);
  }

  public static CommandException failure(String sentence, Throwable cause) {
    return new CommandException(ExitCode.FAILURE, sentence, cause);
  }

  /** Failure of a call that asks for something impossible. */
  public static CommandException usage(String sentence) {
    return new CommandException(ExitCode.USAGE, sentence, null);
  }

  /** Another program failed with this exit code. */
  public static CommandException of(int exitCode, String sentence) {
    return new CommandException(exitCode, sentence, null);
  }

  public int exitCode() {
    return exitCode;
  }
}
