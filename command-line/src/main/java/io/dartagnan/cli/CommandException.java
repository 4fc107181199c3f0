package io.dartagnan.cli;

/** A failure that the user can act on. The message is one sentence, printed as it is. */
final class CommandException extends RuntimeException {

  /** What the process ends with when the command was understood and could not be done. */
  static final int FAILED = 1;

  /** What the process ends with when the command line itself is wrong. */
  static final int USAGE = 2;

  private static final long serialVersionUID = 1L;

  private final int exitCode;

  CommandException(String sentence) {
    this(sentence, null, FAILED);
  }

  CommandException(String sentence, Throwable cause) {
    this(sentence, cause, FAILED);
  }

  private CommandException(String sentence, Throwable cause, int exitCode) {
    super(sentence, cause);
    this.exitCode = exitCode;
  }

  /** The command line is wrong. */
  static CommandException usage(String sentence) {
    return new CommandException(sentence, null, USAGE);
  }

  /** The same failure with words before its sentence, such as the place that it speaks of. */
  CommandException behind(String words) {
    return new CommandException(words + getMessage(), this, exitCode);
  }

  int exitCode() {
    return exitCode;
  }
}
