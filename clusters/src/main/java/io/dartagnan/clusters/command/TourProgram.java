package io.dartagnan.clusters.command;

import io.dartagnan.clusters.process.JavaCommand;
import io.dartagnan.clusters.terminal.CommandException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Tour of the command line over one CSV file, as a process of its own. */
final class TourProgram {
  private static final String PREFIX = "dartagnan: ";
  private static final String OWN_HELP = "'dartagnan tour --help'";
  private static final String HELP = "clusters/quickstart --help";

  private final ClientProgram program;
  private final List<String> options;

  /**
   * @param options of the tour, as the user gave them
   */
  TourProgram(ClientProgram program, Path input, List<String> options) {
    this.program = program;
    this.options = new ArrayList<>(List.of("--input", input.toString()));
    this.options.addAll(options);
  }

  /** The command line that runs it with a client's configuration. */
  List<String> on(Path configurationFolder) {
    return command(program.on(configurationFolder), List.of("tour"));
  }

  /**
   * Checks the file and the options without any cloud.
   *
   * @throws CommandException with what the tour says against them
   */
  void check() {
    try {
      Process process =
          new ProcessBuilder(command(program.alone(), List.of("tour", "--check")))
              .redirectErrorStream(true)
              .start();
      process.getOutputStream().close();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int status = process.waitFor();
      if (status != 0) {
        throw CommandException.of(status, sentence(said));
      }
    } catch (IOException e) {
      throw CommandException.failure("cannot check the file: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandException.failure("interrupted", e);
    }
  }

  /** Its own sentence where there is one; the user knows this script and not the tour. */
  private static String sentence(String said) {
    return said.lines()
        .filter(line -> line.startsWith(PREFIX))
        .findFirst()
        .orElse(PREFIX + said.strip())
        .substring(PREFIX.length())
        .replace(OWN_HELP, HELP);
  }

  private List<String> command(List<String> arguments, List<String> subcommand) {
    List<String> command = new ArrayList<>();
    command.add(JavaCommand.path());
    command.addAll(arguments);
    command.addAll(subcommand);
    command.addAll(options);
    return command;
  }
}
