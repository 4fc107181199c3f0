package io.dartagnan.clusters.command;

import io.dartagnan.clusters.deployment.DeploymentPorts;
import io.dartagnan.clusters.deployment.Gateway;
import io.dartagnan.clusters.deployment.Settings;
import io.dartagnan.clusters.machine.Instance;
import io.dartagnan.clusters.machine.Machine;
import io.dartagnan.clusters.process.Ports;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.clusters.terminal.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
    name = "gateway",
    description = {
      "Starts HBase's REST or Thrift gateway over the clouds; prints where it answers.",
      "It is a trusted client: whoever reaches its port reads and writes plaintext."
    },
    footer = {
      "",
      "status, logs, stop, start and kill take rest or thrift as they take a cloud. down stops",
      "it, and the next up does not start it. docs/gateways.md has the rest."
    },
    mixinStandardHelpOptions = true)
final class GatewayCommand implements Callable<Integer> {
  @ParentCommand private LocalCommand local;

  @Parameters(paramLabel = "GATEWAY", description = "rest or thrift.")
  private String typed;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "Its port; a free one, kept until down --wipe, unless given.")
  private Integer port;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      description =
          "The address on which it listens: 127.0.0.1, which no other machine reaches, unless given;"
              + " 0.0.0.0 for all addresses of this machine.")
  private String bind;

  @Option(
      names = "--set",
      paramLabel = "key=value",
      description =
          "A setting for its hbase-site.xml; wins over the tool's own. Repeatable. For instance"
              + " hbase.rest.readonly=true, or dartagnan.schema.<pattern>.default='xor bytes(64)'"
              + " for the tables that programs create through it.")
  private final List<String> settings = new ArrayList<>();

  @Override
  public Integer call() {
    Role role = role();
    Instance instance = local.instance();
    Gateway gateway = instance.exclusively(() -> start(instance, role));
    System.out.println(gateway.address());
    return ExitCode.OK;
  }

  private Role role() {
    return Role.GATEWAYS.stream()
        .filter(each -> each.id().equals(typed))
        .findFirst()
        .orElseThrow(
            () ->
                CommandException.usage("there is no gateway '" + typed + "'; name rest or thrift"));
  }

  private Gateway start(Instance instance, Role role) {
    Machine machine = instance.requireMachine();
    if (machine.running().isEmpty()) {
      throw instance.notUp();
    }
    Optional<Gateway> recorded = Gateway.load(instance.state(), role);
    Optional<Gateway> running = recorded.filter(gateway -> machine.isUp(machine.server(role)));
    Gateway asked = asked(running.orElseGet(() -> standard(role, recorded, machine)));
    if (running.isPresent() && !running.get().equals(asked)) {
      throw CommandException.failure(
          "%s is up already with other options (%s); clusters/local stop %s first, or repeat those"
              .formatted(role, running.get().options(), role.id()));
    }
    asked.save(instance.state());
    try {
      if (instance.startOne(instance.requireMachine(), role)) {
        instance.progress().say(role + " was up already");
      }
    } catch (CommandException e) {
      recorded.ifPresentOrElse(
          former -> former.save(instance.state()), () -> Gateway.forget(instance.state(), role));
      throw e;
    }
    if (!asked.bind().equals(Ports.LOOPBACK)) {
      instance
          .progress()
          .say(
              "whoever reaches port %d of %s reads and writes plaintext"
                  .formatted(asked.port(), asked.bind()));
    }
    return asked;
  }

  /** One for which nothing was typed, on the port that it had before. */
  private static Gateway standard(Role role, Optional<Gateway> former, Machine machine) {
    int port =
        former
            .map(Gateway::port)
            .orElseGet(() -> DeploymentPorts.ofGateway(machine.deployment(), role));
    return new Gateway(role, Ports.LOOPBACK, port, Map.of());
  }

  /** A gateway as it was asked for; what was not typed is the other's. */
  private Gateway asked(Gateway other) {
    Map<String, String> given = Settings.parse(settings).asMap();
    return new Gateway(
        other.role(),
        bind == null ? other.bind() : bind,
        port == null ? other.port() : port,
        given.isEmpty() ? other.settings() : given);
  }
}
