package io.dartagnan.cli.terminal;

/** A failure that the user can act on. The message is one sentence, printed as it is. */
public final class CommandException extends RuntimeException {

  /** Exit code of a command that was understood and could not be done. */
  public static final int FAILED = 1;

  /** Exit code of a command line that is wrong. */
  public static final int USAGE = 2;

  private static final long serialVersionUID = 1L;

  private final int exitCode;

  public CommandException(String sentence) {
    this(sentence, null, FAILED);
  }

  public CommandException(String sentence, Throwable cause) {
    this(sentence, cause, FAILED);
  }

  private CommandException(String sentence, Throwable cause, int exitCode) {
    super(sentence, cause);
    this.exitCode = exitCode;
  }

  /** A failure whose cause is a wrong command line. */
  public static CommandException usage(String sentence) {
    return new CommandException(sentence, null, USAGE);
  }

  /** The same failure with words before its sentence, for instance the place of the mistake. */
  public CommandException behind(String words) {
    return new CommandException(words + getMessage(), this, exitCode);
  }

  public int exitCode() {
    return exitCode;
  }
}
