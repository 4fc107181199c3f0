package io.dartagnan.cli.terminal;

import picocli.CommandLine.Option;

/** The option by which a command prints its results for a program. */
public final class OutputOption {

  @Option(
      names = "--json",
      description =
          "Print results for a program: one JSON object per line, and nothing else on standard"
              + " output.")
  private boolean json;

  public boolean isJson() {
    return json;
  }
}
