package io.dartagnan.clusters.machine;

import io.dartagnan.clusters.certs.DevelopmentCertificates;
import io.dartagnan.clusters.certs.RedisCertificate;
import io.dartagnan.clusters.certs.RpcCertificates;
import io.dartagnan.clusters.deployment.Deployment;
import io.dartagnan.clusters.deployment.DeploymentPorts;
import io.dartagnan.clusters.deployment.Gateway;
import io.dartagnan.clusters.deployment.Settings;
import io.dartagnan.clusters.files.Artefacts;
import io.dartagnan.clusters.hbase.HBaseServer;
import io.dartagnan.clusters.process.LockFile;
import io.dartagnan.clusters.process.PortBlock;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.process.ServerProcess;
import io.dartagnan.clusters.process.StateFolder;
import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.clusters.terminal.Progress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Instance of the whole system on this machine: a state folder, and the processes recorded there.
 *
 * @param state its folder
 * @param artefacts what its processes run
 * @param progress who is told of what happens
 */
public record Instance(StateFolder state, Artefacts artefacts, Progress progress) {

  /** The wait for another command: short, since whoever waits longer wants to be told by whom. */
  private static final Duration LOCK_PATIENCE = Duration.ofSeconds(1);

  /** The same for the end: an up that was just interrupted is still ending what it started. */
  private static final Duration DOWN_PATIENCE = Duration.ofSeconds(60);

  /** The machine that {@code up} recorded, if it ever ran. */
  public Optional<Machine> machine() {
    return Deployment.load(state).map(deployment -> new Machine(state, deployment, artefacts));
  }

  /**
   * The machine that {@code up} recorded.
   *
   * @throws CommandException when it never ran
   */
  public Machine requireMachine() {
    return machine().orElseThrow(this::notUp);
  }

  /** The sentence for a command that needs what is not up. */
  public CommandException notUp() {
    return CommandException.failure(
        "nothing is up in " + state.path() + "; clusters/local up brings it up");
  }

  /** Runs a change of what runs while no other command changes anything. */
  public <T> T exclusively(Supplier<T> change) {
    return exclusively(LOCK_PATIENCE, change);
  }

  private <T> T exclusively(Duration patience, Supplier<T> change) {
    LockFile held = state.lock(patience);
    try (held) {
      return change.get();
    }
  }

  /**
   * Starts everything that is not up yet, and waits until all of it answers.
   *
   * @param asked the deployment; its ports do not count
   * @throws CommandException when that fails; what was started is down again
   */
  public void up(Deployment asked) {
    if (!asked.encrypted()) {
      progress.say(
          "HBase's own TLS is off: whoever reads the lines of a client to all three clouds has every"
              + " value; without --unencrypted it is on");
    }
    progress.say(
        exclusively(() -> start(asked))
            ? "up; clusters/local env prints what programs need"
            : "everything was up already and answers");
  }

  /** Whether anything was started. */
  private boolean start(Deployment asked) {
    try (PortBlock free = PortBlock.claim()) {
      return start(asked, free.ports());
    }
  }

  private boolean start(Deployment asked, List<Integer> free) {
    Optional<Machine> earlier = machine();
    Map<String, Integer> ports =
        DeploymentPorts.choose(
            earlier.map(each -> each.deployment().ports()).orElse(Map.of()), free);
    Deployment deployment =
        new Deployment(
            asked.regionServers(), asked.baseline(), asked.encrypted(), asked.settings(), ports);
    if (earlier.isPresent() && !earlier.get().running().isEmpty()) {
      Deployment running = earlier.get().deployment();
      if (!running.sameOptions(asked)) {
        throw CommandException.failure(
            "already up with other options ("
                + running.options()
                + "); bring it down first, or repeat those");
      }
    }
    Machine machine = new Machine(state, deployment, artefacts);
    List<ServerProcess> down =
        machine.servers().stream().filter(server -> !machine.isUp(server)).toList();
    new DevelopmentCertificates(state).ensure();
    new RedisCertificate(state).ensure();
    if (deployment.encrypted()) {
      new RpcCertificates(state).ensure();
    }
    try (Startup startup = new Startup(machine, progress)) {
      startup.requirePorts(down);
      deployment.save(state);
      startup.start(down);
      startup.await(machine.servers());
      startup.keep();
    }
    return !down.isEmpty();
  }

  /**
   * Starts one process, unless it is up, and waits until it answers.
   *
   * @return whether it was up already
   * @throws CommandException when something that it needs is down, or it does not answer; then it
   *     is down again
   */
  public boolean startOne(Machine machine, Role role) {
    ServerProcess server = machine.server(role);
    for (Role needed : needed(role)) {
      if (!machine.isUp(machine.server(needed))) {
        throw CommandException.failure(
            "%s is down, and %s needs it; clusters/local start %s"
                .formatted(needed, role, needed.argument()));
      }
    }
    boolean wasUp = machine.isUp(server);
    List<ServerProcess> one = List.of(server);
    try (Startup startup = new Startup(machine, progress)) {
      if (!wasUp) {
        startup.requirePorts(one);
        startup.start(one);
      }
      startup.await(one);
      startup.keep();
    }
    return wasUp;
  }

  /**
   * The machine with other settings of one cluster, which stay. It has to be down, since it reads
   * them when it starts.
   *
   * @throws CommandException when it is up, or no HBase
   */
  public Machine reconfigured(Machine machine, Role role, Settings settings) {
    ServerProcess server = machine.server(role);
    if (!(server instanceof HBaseServer)) {
      throw CommandException.usage(
          "--set is for a cloud or baseline; " + role + " has no settings");
    }
    if (machine.isUp(server)) {
      throw CommandException.failure(
          "%s is up, and reads settings when it starts; clusters/local stop %s first"
              .formatted(role, role.argument()));
    }
    Deployment deployment = machine.deployment();
    Deployment changed = deployment.with(deployment.settings().with(role, settings));
    changed.save(state);
    return new Machine(state, changed, artefacts);
  }

  private static List<Role> needed(Role role) {
    if (role.isGateway()) {
      return Role.CLOUDS;
    }
    return role.isCloud() ? List.of(Role.REDIS) : List.of();
  }

  /**
   * Stops everything cleanly. A later {@code up} does not start gateways again.
   *
   * @param wipe whether data, logs, certificates and ports go too
   */
  public void down(boolean wipe) {
    exclusively(
        DOWN_PATIENCE,
        () -> {
          Optional<Machine> machine = machine();
          if (machine.isEmpty() || machine.get().running().isEmpty()) {
            progress.say("nothing is up in " + state.path());
          }
          machine.ifPresent(each -> each.stop(each.servers(), progress));
          Role.GATEWAYS.forEach(role -> Gateway.forget(state, role));
          if (wipe) {
            state.wipe();
            progress.say("wiped " + state.path());
          }
          return null;
        });
  }
}
