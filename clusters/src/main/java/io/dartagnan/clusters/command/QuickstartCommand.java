package io.dartagnan.clusters.command;

import io.dartagnan.clusters.deployment.Deployment;
import io.dartagnan.clusters.deployment.Settings;
import io.dartagnan.clusters.process.JavaCommand;
import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.clusters.terminal.ExitCode;
import io.dartagnan.clusters.terminal.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/** Command line behind {@code clusters/quickstart}. */
@Command(
    name = "clusters/quickstart",
    customSynopsis = "clusters/quickstart [--input FILE.csv] [--keep] [TOUR OPTION...]",
    description = {
      "%nStarts three HBase clouds, Redis and the mesh between them on this machine (and builds"
          + " them first if need be), imports a CSV file into a protected table, reads and filters"
          + " it, checks every answer against the file, shows what each cloud holds, and shuts"
          + " everything down again. Needs a JDK 17 and nothing else.%n"
    },
    sortOptions = false,
    footer = {
      "",
      "Tour options choose the schema and the questions:",
      "  --table NAME  --key COLUMN  --column 'NAME=SCHEME TYPE'  --schema FILE  --suite NAME",
      "  --regions N  --equals 'COLUMN=VALUE'  --range 'COLUMN >= VALUE'  --verbose",
      "",
      "It keeps to a state folder of its own, so that it can run beside clusters/local up.",
      "Ends with 0 when every answer was right, 1 when something failed, 2 when an option is wrong."
    })
final class QuickstartCommand implements Callable<Integer> {
  @Option(
      names = "--input",
      paramLabel = "FILE.csv",
      description = "The file to import (default: the sample, clusters/sample/appointments.csv).")
  private Path input;

  @Option(
      names = "--clouds",
      paramLabel = "N",
      defaultValue = "3",
      description = "3, or 1 for one plain HBase and encrypted columns; default ${DEFAULT-VALUE}.")
  private int clouds;

  @Option(names = "--keep", description = "Leaves the clouds up at the end when all went well.")
  private boolean keep;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "This help.")
  private boolean help;

  @Unmatched private final List<String> tour = new ArrayList<>();

  private QuickstartCommand() {}

  static CommandLine commandLine() {
    return new CommandLine(new QuickstartCommand())
        .setUsageHelpWidth(100)
        .setExpandAtFiles(false)
        .setParameterExceptionHandler(
            (e, given) -> {
              say(e.getMessage() + "; see clusters/quickstart --help");
              return ExitCode.USAGE;
            });
  }

  private static void say(String sentence) {
    System.err.println("quickstart: " + sentence);
  }

  @Override
  public Integer call() {
    try {
      Path file =
          input == null ? Program.checkout().resolve("clusters/sample/appointments.csv") : input;
      requireContent(file);
      TourProgram program = new TourProgram(new ClientProgram(Program.artefacts()), file, tour);
      return new OwnClouds("quickstart", Program.instance(Progress.onStandardError()))
          .run(
              new Deployment(clouds, 1, false, true, Settings.none(), Map.of()),
              // A file that cannot be imported is better known before clouds start.
              program::check,
              folders -> program.on(folders.safe()),
              keep);
    } catch (CommandException e) {
      say(e.getMessage());
      return e.exitCode();
    }
  }

  private static void requireContent(Path file) {
    if (!Files.exists(file)) {
      throw CommandException.failure(file + ": there is no such file; --input takes a CSV file");
    }
    if (Files.isDirectory(file)) {
      throw CommandException.failure(file + " is a folder; --input takes a CSV file");
    }
    if (!Files.isReadable(file)) {
      throw CommandException.failure(file + " cannot be read; check its permissions");
    }
    try {
      if (Files.size(file) == 0) {
        throw CommandException.failure(
            file + " is empty; a header line and at least one record are needed");
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  /** Tour of the command line over one CSV file, as a process of its own. */
  private static final class TourProgram {
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
}
