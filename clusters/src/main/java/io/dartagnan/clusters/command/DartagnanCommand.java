package io.dartagnan.clusters.command;

import io.dartagnan.clusters.machine.ClientFolders;
import io.dartagnan.clusters.machine.Instance;
import io.dartagnan.clusters.machine.Machine;
import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.clusters.terminal.ExitCode;
import io.dartagnan.clusters.terminal.Progress;
import io.dartagnan.provisioning.Site;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Prints the arguments of {@code java} with which the script {@code clusters/dartagnan} becomes the
 * command line, one on a line.
 */
@Command(name = "clusters/dartagnan")
final class DartagnanCommand extends ReportingCommand implements Callable<Integer> {
  private static final Set<String> NEED_NO_CLOUDS =
      Set.of("-h", "--help", "-V", "--version", "--print-schema");

  private static final String COMPLETION = "completion";

  @Spec private CommandSpec spec;

  @Option(names = "--conf", description = "The folder that --conf or DARTAGNAN_CONF names, if any.")
  private Path conf;

  @Parameters(description = "The arguments of the command line.")
  private final List<String> arguments = new ArrayList<>();

  private DartagnanCommand() {}

  static CommandLine commandLine() {
    return new DartagnanCommand().asCommandLine().setExpandAtFiles(false);
  }

  @Override
  public Integer call() {
    ClientProgram program = new ClientProgram(Program.artefacts());
    boolean alone =
        arguments.isEmpty()
            || arguments.get(0).equals(COMPLETION)
            || arguments.stream().anyMatch(NEED_NO_CLOUDS::contains);
    PrintWriter print = spec.commandLine().getOut();
    (alone ? program.alone() : program.on(conf == null ? ofInstance() : given()))
        .forEach(print::println);
    print.flush();
    return ExitCode.OK;
  }

  private Path given() {
    if (!Files.isReadable(conf.resolve(Site.FILE))) {
      throw CommandException.failure(
          "--conf or DARTAGNAN_CONF is %s, and there is no %s that can be read; name the folder of a client's configuration, or neither to use the clouds of clusters/local"
              .formatted(conf, Site.FILE));
    }
    return conf.toAbsolutePath();
  }

  /** The folder for the clouds that {@code clusters/local} has up. */
  private Path ofInstance() {
    Instance instance = Program.instance(Progress.onStandardError());
    Machine machine = instance.requireMachine();
    if (machine.running().isEmpty()) {
      throw instance.notUp();
    }
    return new ClientFolders(instance.state(), machine).safe();
  }
}
