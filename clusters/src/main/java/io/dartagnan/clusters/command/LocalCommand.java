package io.dartagnan.clusters.command;

import io.dartagnan.clusters.deployment.Deployment;
import io.dartagnan.clusters.files.Artefacts;
import io.dartagnan.clusters.machine.Machine;
import io.dartagnan.clusters.process.StateFolder;
import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.clusters.terminal.ExitCode;
import io.dartagnan.clusters.terminal.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line behind {@code clusters/local}. */
@Command(
    name = "clusters/local",
    description = "Three HBase clouds, Redis and the mesh between them, on this machine.",
    subcommands = {
      UpCommand.class,
      EnvCommand.class,
      StatusCommand.class,
      StopCommand.class,
      StartCommand.class,
      KillCommand.class,
      LogsCommand.class,
      DownCommand.class
    },
    mixinStandardHelpOptions = true,
    version = "0.1.0-SNAPSHOT",
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:it failed; one sentence on standard error says why",
      "2:it was called wrongly",
      "3:something is down (status)"
    },
    footer = {
      "",
      "DARTAGNAN_STATE names another folder for data, logs, ports and pids, so that several",
      "instances run side by side. DARTAGNAN_BUILD=never uses the build as it is."
    })
public final class LocalCommand extends ReportingCommand {
  /** The system property that names the checkout. */
  static final String CHECKOUT_PROPERTY = "dartagnan.checkout";

  /** The system property that names the state folder. */
  static final String STATE_PROPERTY = "dartagnan.state";

  /** Cut short on purpose: whoever waits longer wants to be told by whom. */
  private static final Duration LOCK_PATIENCE = Duration.ofSeconds(1);

  private final Progress progress = Progress.onStandardError();

  private LocalCommand() {}

  /**
   * Runs one command.
   *
   * @param arguments the command and its options
   */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    CommandLine commandLine = new LocalCommand().asCommandLine();
    commandLine.setExecutionStrategy(
        parsed -> {
          if (!parsed.hasSubcommand() && CommandLine.executeHelpRequest(parsed) == null) {
            commandLine.usage(commandLine.getErr());
            return ExitCode.USAGE;
          }
          return new CommandLine.RunLast().execute(parsed);
        });
    return commandLine;
  }

  StateFolder state() {
    return new StateFolder(Path.of(required(STATE_PROPERTY)));
  }

  Artefacts artefacts() {
    return new Artefacts(Path.of(required(CHECKOUT_PROPERTY)));
  }

  private static String required(String property) {
    String value = System.getProperty(property);
    if (value == null) {
      throw CommandException.usage("start this program through clusters/local");
    }
    return value;
  }

  Progress progress() {
    return progress;
  }

  /** What {@code up} recorded, if it ever ran. */
  Optional<Machine> machine() {
    return Deployment.load(state())
        .map(deployment -> new Machine(state(), deployment, artefacts()));
  }

  /**
   * What {@code up} recorded.
   *
   * @throws CommandException when it never ran
   */
  Machine requireMachine() {
    return machine().orElseThrow(this::notUp);
  }

  CommandException notUp() {
    return CommandException.failure(
        "nothing is up in " + state().path() + "; clusters/local up brings it up");
  }

  /** Something that changes what runs. */
  interface Change {
    int apply();
  }

  /** Applies a change while no other command changes anything. */
  int exclusively(Change change) {
    return exclusively(LOCK_PATIENCE, change);
  }

  int exclusively(Duration patience, Change change) {
    try (FileChannel held = state().lock(patience)) {
      if (!held.isOpen()) {
        throw new IllegalStateException("the lock was lost");
      }
      return change.apply();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot unlock " + state().path(), e);
    }
  }
}
