package io.dartagnan.cli;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints a script by which a shell completes commands and options of this program. */
@Command(
    name = "completion",
    description = {
      "Print a script by which bash (and zsh with bashcompinit) completes commands and options.",
      "  source <(clusters/dartagnan completion)"
    },
    mixinStandardHelpOptions = true)
final class CompletionCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    CommandLine program = spec.root().commandLine();
    spec.commandLine().getOut().print(AutoComplete.bash(program.getCommandName(), program));
    spec.commandLine().getOut().flush();
  }
}
