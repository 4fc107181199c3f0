package io.dartagnan.clusters;

/** What went wrong, as one sentence for the terminal, and the exit code that goes with it. */
final class LocalException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  private LocalException(int exitCode, String sentence, Throwable cause) {
    super(sentence, cause);
    this.exitCode = exitCode;
  }

  /** The command could not do what was asked. */
  static LocalException failure(String sentence) {
    return new LocalException(ExitCode.FAILURE, sentence, null);
  }

  static LocalException failure(String sentence, Throwable cause) {
    return new LocalException(ExitCode.FAILURE, sentence, cause);
  }

  /** What was asked makes no sense. */
  static LocalException usage(String sentence) {
    return new LocalException(ExitCode.USAGE, sentence, null);
  }

  int exitCode() {
    return exitCode;
  }
}
