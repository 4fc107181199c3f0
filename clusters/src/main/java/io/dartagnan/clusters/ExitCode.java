package io.dartagnan.clusters;

/** The exit codes of {@code clusters/local}. */
final class ExitCode {
  static final int OK = 0;
  static final int FAILURE = 1;
  static final int USAGE = 2;
  static final int SOMETHING_IS_DOWN = 3;

  private ExitCode() {}
}
