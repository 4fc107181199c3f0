package io.dartagnan.clusters.terminal;

/** Exit codes of {@code clusters/local}. */
public final class ExitCode {
  public static final int OK = 0;
  public static final int FAILURE = 1;
  public static final int USAGE = 2;
  public static final int SOMETHING_IS_DOWN = 3;

  private ExitCode() {}
}
