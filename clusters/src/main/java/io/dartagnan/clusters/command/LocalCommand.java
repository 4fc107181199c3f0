package io.dartagnan.clusters.command;

import io.dartagnan.clusters.deployment.Deployment;
import io.dartagnan.clusters.deployment.Settings;
import io.dartagnan.clusters.files.LogTail;
import io.dartagnan.clusters.hbase.GatewayServer;
import io.dartagnan.clusters.hbase.MeshRegistrations;
import io.dartagnan.clusters.machine.ClientFolders;
import io.dartagnan.clusters.machine.Instance;
import io.dartagnan.clusters.machine.Machine;
import io.dartagnan.clusters.process.Ports;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.process.ServerProcess;
import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.clusters.terminal.ExitCode;
import io.dartagnan.clusters.terminal.Progress;
import io.dartagnan.clusters.terminal.Shell;
import io.dartagnan.discovery.DiscoveryException;
import io.dartagnan.server.ServerKeys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.TypeConversionException;

/** Command line behind {@code clusters/local}. */
@Command(
    name = "clusters/local",
    description = {
      "Three HBase clouds, Redis and the mesh between them, on this machine;",
      "or one plain HBase as the only cloud."
    },
    subcommands = {
      LocalCommand.Up.class,
      LocalCommand.Env.class,
      LocalCommand.Status.class,
      LocalCommand.Stop.class,
      LocalCommand.Start.class,
      LocalCommand.Kill.class,
      LocalCommand.Logs.class,
      GatewayCommand.class,
      LocalCommand.Down.class
    },
    mixinStandardHelpOptions = true,
    versionProvider = Program.Version.class,
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
final class LocalCommand extends ReportingCommand {
  private final Progress progress = Progress.onStandardError();

  private LocalCommand() {}

  static CommandLine commandLine() {
    return new LocalCommand().asGroup();
  }

  Instance instance() {
    return Program.instance(progress);
  }

  @Command(
      name = "up",
      description = "Starts Redis and three HBase clouds, or one alone; returns when all answer.",
      mixinStandardHelpOptions = true)
  static final class Up implements Callable<Integer> {
    @ParentCommand private LocalCommand local;

    @Option(
        names = "--clouds",
        paramLabel = "N",
        defaultValue = "3",
        description =
            "3 or 1; default ${DEFAULT-VALUE}. One is cloud 0 alone: a plain HBase, without"
                + " coprocessors, mesh and Redis.")
    private int clouds;

    @Option(
        names = "--region-servers",
        paramLabel = "N",
        defaultValue = "1",
        description = "Region servers per cluster, 1 to 16; default ${DEFAULT-VALUE}.")
    private int regionServers;

    @Option(names = "--baseline", description = "Adds a fourth, plain HBase to compare with.")
    private boolean baseline;

    @Mixin private EncryptionOption encryption;

    @Option(
        names = "--set",
        paramLabel = "key=value",
        description = {
          "A setting for every cluster's hbase-site.xml; wins over the tool's own. Repeatable.",
          "dartagnan.party.<0|1|2>.<key>=value and dartagnan.baseline.<key>=value set it in one.",
        })
    private final List<String> settings = new ArrayList<>();

    @Override
    public Integer call() {
      local
          .instance()
          .up(
              new Deployment(
                  clouds,
                  regionServers,
                  baseline,
                  encryption.encrypted(),
                  Settings.parse(settings),
                  Map.of()));
      return ExitCode.OK;
    }
  }

  @Command(
      name = "env",
      description = "Prints export lines with what a program needs to use the clouds.",
      mixinStandardHelpOptions = true)
  static final class Env implements Callable<Integer> {
    /** Those that say where a gateway answers, while it is up. */
    private static final Map<Role, String> VARIABLES =
        Map.of(Role.REST, "DARTAGNAN_REST_URL", Role.THRIFT, "DARTAGNAN_THRIFT");

    @ParentCommand private LocalCommand local;

    @Override
    public Integer call() {
      Instance instance = local.instance();
      Machine machine = instance.requireMachine();
      if (machine.running().isEmpty()) {
        throw instance.notUp();
      }
      ClientFolders folders = new ClientFolders(instance.state(), machine);
      Map<String, String> variables =
          Program.environment(
              instance.artefacts(),
              instance.state().path(),
              machine.deployment().parties(),
              folders::bare,
              folders.safe());
      if (machine.deployment().baseline()) {
        variables.put("DARTAGNAN_BASELINE_CONF", folders.bare(Role.BASELINE).toString());
      }
      machine.running().stream()
          .filter(GatewayServer.class::isInstance)
          .map(server -> ((GatewayServer) server).gateway())
          .forEach(gateway -> variables.put(VARIABLES.get(gateway.role()), gateway.address()));
      variables.forEach((name, value) -> System.out.println(Shell.export(name, value)));
      return ExitCode.OK;
    }
  }

  @Command(
      name = "status",
      description = {
        "Prints a line per process; exit code 3 when one is down.",
        "TLS is what its clients speak with it; the mesh between the clouds speaks it in any case."
      },
      mixinStandardHelpOptions = true)
  static final class Status implements Callable<Integer> {
    private static final String ROW = "%-9s  %8s  %-13s  %8s  %-3s  %s%n";

    @ParentCommand private LocalCommand local;

    @Override
    public Integer call() {
      Optional<Machine> recorded = local.instance().machine();
      if (recorded.isEmpty()) {
        local.instance().progress().say(local.instance().notUp().getMessage());
        return ExitCode.SOMETHING_IS_DOWN;
      }
      Machine machine = recorded.get();
      MeshRegistrations registrations = registrations(machine);
      boolean allUp = true;
      System.out.printf(ROW, "ROLE", "PID", "STATE", "MEMORY", "TLS", "PORTS");
      for (ServerProcess server : machine.servers()) {
        Optional<ProcessHandle> process = machine.process(server);
        String state = state(server, process);
        allUp &= state.equals("up");
        System.out.printf(
            ROW,
            server.role(),
            process.map(handle -> Long.toString(handle.pid())).orElse("-"),
            state,
            process.map(handle -> memory(handle.pid())).orElse("-"),
            server.encrypted() ? "on" : "off",
            process.isPresent() ? ports(server, registrations) : "-");
      }
      return allUp ? ExitCode.OK : ExitCode.SOMETHING_IS_DOWN;
    }

    private static String state(ServerProcess server, Optional<ProcessHandle> process) {
      if (process.isEmpty()) {
        return "down";
      }
      boolean answers = server.ports().stream().allMatch(Ports::answers);
      return answers ? "up" : "not answering";
    }

    /** Those decided before the start, and those that region servers chose and registered. */
    private static String ports(ServerProcess server, MeshRegistrations registrations) {
      List<String> decided =
          server.ports().stream().map(port -> port.service() + " " + port.number()).toList();
      boolean chosenLater =
          server.role().isCloud()
              && server.ports().stream().noneMatch(port -> port.key().equals(ServerKeys.MESH_PORT));
      if (chosenLater) {
        String chosen = registrations.describe(server.role().party());
        if (!chosen.isEmpty()) {
          return String.join(", ", decided) + ", " + chosen;
        }
      }
      return String.join(", ", decided);
    }

    private static MeshRegistrations registrations(Machine machine) {
      try {
        return machine.deployment().meshed() && machine.isUp(machine.server(Role.REDIS))
            ? MeshRegistrations.read(machine.cloudSite())
            : MeshRegistrations.none();
      } catch (DiscoveryException unreachable) {
        // The line of Redis says that it does not answer.
        return MeshRegistrations.none();
      }
    }
  }

  @Command(
      name = "stop",
      description = "Stops one process cleanly; its data stays.",
      mixinStandardHelpOptions = true)
  static final class Stop extends OfOneProcess {
    @Override
    public Integer call() {
      return instance()
          .exclusively(
              () -> {
                Machine machine = instance().requireMachine();
                ServerProcess server = machine.server(role());
                if (!machine.isUp(server)) {
                  instance().progress().say(role() + " is down already");
                }
                machine.stop(List.of(server), instance().progress());
                return ExitCode.OK;
              });
    }
  }

  @Command(
      name = "start",
      description = "Starts one process again; returns when it answers.",
      mixinStandardHelpOptions = true)
  static final class Start extends OfOneProcess {
    @Option(
        names = "--set",
        paramLabel = "key=value",
        description = {
          "A setting of this one cluster, from now on; it must be down. Wins over those of up.",
          "Repeatable.",
        })
    private final List<String> settings = new ArrayList<>();

    @Override
    public Integer call() {
      boolean wasUp = instance().exclusively(() -> instance().startOne(machine(), role()));
      if (wasUp) {
        instance().progress().say(role() + " was up already");
      }
      return ExitCode.OK;
    }

    private Machine machine() {
      Machine machine = instance().requireMachine();
      Settings own = Settings.parse(settings);
      return own.isEmpty() ? machine : instance().reconfigured(machine, role(), own);
    }
  }

  @Command(
      name = "kill",
      description = "Ends one process with SIGKILL, as a crash would.",
      mixinStandardHelpOptions = true)
  static final class Kill extends OfOneProcess {
    @Override
    public Integer call() {
      return instance()
          .exclusively(
              () -> {
                Machine machine = instance().requireMachine();
                ServerProcess server = machine.server(role());
                boolean ran = machine.isUp(server);
                machine.kill(server);
                instance()
                    .progress()
                    .say(ran ? role() + " is killed" : role() + " is down already");
                return ExitCode.OK;
              });
    }
  }

  @Command(
      name = "logs",
      description = "Prints where a process logs, and the end of its log.",
      mixinStandardHelpOptions = true)
  static final class Logs extends OfOneProcess {
    @Option(
        names = {"-n", "--lines"},
        paramLabel = "N",
        defaultValue = "50",
        description = "How many lines of the end; default ${DEFAULT-VALUE}.")
    private int lines;

    @Option(
        names = {"-f", "--follow"},
        description = "Goes on printing what is logged, until Ctrl-C.")
    private boolean follow;

    @Override
    public Integer call() {
      if (lines < 0) {
        throw CommandException.usage("--lines takes 0 or more, not " + lines);
      }
      ServerProcess server = instance().requireMachine().server(role());
      LogTail log = LogTail.of(server.log());
      System.out.println(server.log());
      log.lines(lines).forEach(System.out::println);
      System.out.flush();
      if (follow) {
        log.follow(
            line -> {
              System.out.println(line);
              System.out.flush();
            });
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "down",
      description = "Stops everything cleanly; data, logs and ports stay for the next up.",
      mixinStandardHelpOptions = true)
  static final class Down implements Callable<Integer> {
    @ParentCommand private LocalCommand local;

    @Option(names = "--wipe", description = "Deletes data, logs, certificates and ports as well.")
    private boolean wipe;

    @Override
    public Integer call() {
      local.instance().down(wipe);
      return ExitCode.OK;
    }
  }

  /** Command about one of the processes. */
  private abstract static class OfOneProcess implements Callable<Integer> {
    @ParentCommand private LocalCommand local;

    @Parameters(
        paramLabel = "CLOUD",
        converter = RoleConverter.class,
        description = Role.TYPED + ".")
    private Role role;

    final Instance instance() {
      return local.instance();
    }

    final Role role() {
      return role;
    }
  }

  /** Reads a CLOUD argument. */
  private static final class RoleConverter implements ITypeConverter<Role> {
    @Override
    public Role convert(String typed) {
      try {
        return Role.parse(typed);
      } catch (CommandException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  /** Its resident set as a person reads it, or {@code -} when this system does not tell. */
  private static String memory(long pid) {
    try {
      long kib = kib(pid);
      return kib < 0 ? "-" : String.format(Locale.ROOT, "%d MB", kib / 1024);
    } catch (IOException | NumberFormatException unknown) {
      return "-";
    }
  }

  private static long kib(long pid) throws IOException {
    Path status = Path.of("/proc", Long.toString(pid), "status");
    if (Files.exists(status)) {
      for (String line : Files.readAllLines(status)) {
        if (line.startsWith("VmRSS:")) {
          return Long.parseLong(line.replaceAll("[^0-9]", ""));
        }
      }
      return -1;
    }
    Process ps = new ProcessBuilder(List.of("ps", "-o", "rss=", "-p", Long.toString(pid))).start();
    return Long.parseLong(
        new String(ps.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip());
  }
}
