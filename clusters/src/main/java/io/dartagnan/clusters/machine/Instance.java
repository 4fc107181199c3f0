package io.dartagnan.clusters.machine;

import io.dartagnan.clusters.certs.DevelopmentCertificates;
import io.dartagnan.clusters.certs.RedisCertificate;
import io.dartagnan.clusters.certs.RpcCertificates;
import io.dartagnan.clusters.deployment.Deployment;
import io.dartagnan.clusters.deployment.DeploymentPorts;
import io.dartagnan.clusters.deployment.Gateway;
import io.dartagnan.clusters.deployment.Settings;
import io.dartagnan.clusters.files.Artefacts;
import io.dartagnan.clusters.files.LogTail;
import io.dartagnan.clusters.hbase.HBaseServer;
import io.dartagnan.clusters.process.ExitActions;
import io.dartagnan.clusters.process.LockFile;
import io.dartagnan.clusters.process.Pause;
import io.dartagnan.clusters.process.Port;
import io.dartagnan.clusters.process.Ports;
import io.dartagnan.clusters.process.Ports.PortBlock;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.process.ServerProcess;
import io.dartagnan.clusters.process.StateFolder;
import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.clusters.terminal.Progress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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
          "HBase's own TLS is off: whoever reads the lines of a client to "
              + (asked.meshed()
                  ? "all three clouds has every value"
                  : "the cloud sees what that cloud sees")
              + "; without --unencrypted it is on");
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
            asked.clouds(),
            asked.regionServers(),
            asked.baseline(),
            asked.encrypted(),
            asked.settings(),
            ports);
    if (earlier.isPresent() && !earlier.get().running().isEmpty()) {
      Deployment running = earlier.get().deployment();
      if (!running.sameOptions(asked)) {
        throw CommandException.failure(
            "already up with other options ("
                + running.options()
                + "); bring it down first, or repeat those");
      }
    }
    earlier.ifPresent(each -> requireSameClouds(each.deployment(), asked));
    Machine machine = new Machine(state, deployment, artefacts);
    List<ServerProcess> down =
        machine.servers().stream().filter(server -> !machine.isUp(server)).toList();
    if (deployment.meshed()) {
      new DevelopmentCertificates(state).ensure();
      new RedisCertificate(state).ensure();
    }
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

  /** What one cloud keeps is of no use to three, nor the other way round. */
  private void requireSameClouds(Deployment earlier, Deployment asked) {
    if (earlier.clouds() != asked.clouds()) {
      throw CommandException.failure(
          ("%s was brought up with --clouds %d and keeps its data; use another folder through"
                  + " DARTAGNAN_STATE, or clusters/local down --wipe first, which deletes the data")
              .formatted(state.path(), earlier.clouds()));
    }
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
    for (Role needed : needed(machine.deployment(), role)) {
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

  private static List<Role> needed(Deployment deployment, Role role) {
    if (role.isGateway()) {
      return deployment.parties();
    }
    return role.isCloud() && deployment.meshed() ? List.of(Role.REDIS) : List.of();
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

  /**
   * Starts processes and waits until they answer, or leaves none of them behind.
   *
   * <p>Unless {@link #keep} was reached, closing ends what was started here; so does a signal that
   * ends this program.
   */
  private static final class Startup implements AutoCloseable {
    static final Duration DEADLINE = Duration.ofSeconds(120);

    private static final int POLL_MILLIS = 500;
    private static final int LAST_LINES = 8;

    private final Machine machine;
    private final Progress progress;
    private final List<ServerProcess> started = new ArrayList<>();
    private final Map<Role, LogTail> logs = new EnumMap<>(Role.class);
    private final Map<Role, LogTail> consoles = new EnumMap<>(Role.class);
    private final Runnable undoing = this::interrupted;
    private boolean over;
    private boolean shown;

    public Startup(Machine machine, Progress progress) {
      this.machine = machine;
      this.progress = progress;
      ExitActions.ofThisProgram().add(undoing);
    }

    /**
     * Refuses a start that a port stands against.
     *
     * @throws CommandException when one is taken, or wanted twice
     */
    public void requirePorts(List<ServerProcess> servers) {
      Ports.requireDistinct(ports(machine.servers()));
      Ports.requireFree(ports(servers));
    }

    private static List<Port> ports(List<ServerProcess> servers) {
      return servers.stream().flatMap(server -> server.ports().stream()).toList();
    }

    /** Starts all of them at the same time. */
    public void start(List<ServerProcess> servers) {
      for (ServerProcess server : servers) {
        server.prepare();
        launch(server);
      }
      if (!servers.isEmpty()) {
        progress.say(
            "started "
                + String.join(", ", servers.stream().map(each -> each.role().toString()).toList()));
      }
    }

    private synchronized void launch(ServerProcess server) {
      if (over) {
        throw CommandException.failure("interrupted");
      }
      logs.put(server.role(), LogTail.fromNow(server.log()));
      consoles.put(server.role(), LogTail.fromNow(server.console()));
      started.add(server);
      machine.record(server).launch(server);
    }

    /**
     * Waits until all of them answer.
     *
     * @throws CommandException when one ends or gives up, or does not answer before the deadline
     */
    public void await(List<ServerProcess> servers) {
      ExecutorService threads =
          Executors.newCachedThreadPool(
              task -> {
                Thread thread = new Thread(task, "await");
                thread.setDaemon(true);
                return thread;
              });
      try {
        CompletionService<Role> answers = new ExecutorCompletionService<>(threads);
        long deadline = System.nanoTime() + DEADLINE.toNanos();
        for (ServerProcess server : servers) {
          answers.submit(() -> awaitOne(server, deadline));
        }
        for (int i = 0; i < servers.size(); i++) {
          progress.say(answers.take().get() + " answers");
        }
      } catch (ExecutionException e) {
        throw e.getCause() instanceof CommandException sentence
            ? sentence
            : CommandException.failure("waiting failed: " + e.getCause(), e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw CommandException.failure("interrupted", e);
      } finally {
        threads.shutdownNow();
      }
    }

    private Role awaitOne(ServerProcess server, long deadline) {
      LogTail log = logs.getOrDefault(server.role(), LogTail.fromNow(server.log()));
      while (true) {
        if (!machine.isUp(server) || log.abort() != null) {
          if (isOver()) {
            throw CommandException.failure("interrupted");
          }
          throw failed(server, log);
        }
        String missing = server.missing();
        if (missing == null) {
          return server.role();
        }
        if (System.nanoTime() - deadline >= 0) {
          throw CommandException.failure(
              server.role()
                  + " is not ready after "
                  + DEADLINE.toSeconds()
                  + " s: "
                  + missing
                  + "; its log is "
                  + server.log());
        }
        Pause.millis(POLL_MILLIS);
      }
    }

    private CommandException failed(ServerProcess server, LogTail ownLog) {
      LogTail log = ownLog;
      Path file = server.log();
      if (log.cause().isEmpty()) {
        log = consoles.getOrDefault(server.role(), LogTail.of(server.console()));
        file = server.console();
      }
      showOnce(server.role(), log);
      String cause = log.cause();
      return CommandException.failure(
          server.role()
              + " failed to start"
              + (cause.isEmpty() ? "" : ": " + cause)
              + "; its log is "
              + file);
    }

    /**
     * Shows the log of the first that ended: when several end, they mostly do so for one reason.
     */
    private synchronized void showOnce(Role role, LogTail log) {
      if (shown) {
        return;
      }
      shown = true;
      log.lines(LAST_LINES).forEach(line -> progress.say("  " + role + " | " + line));
    }

    /** Leaves everything that was started running. */
    public synchronized void keep() {
      over = true;
      started.clear();
    }

    private synchronized boolean isOver() {
      return over;
    }

    private void interrupted() {
      boolean any;
      synchronized (this) {
        any = !started.isEmpty();
      }
      if (any) {
        progress.say("interrupted; ending what was started");
      }
      undo();
    }

    private synchronized void undo() {
      over = true;
      machine.abandon(List.copyOf(started), progress);
      started.clear();
    }

    @Override
    public void close() {
      undo();
      ExitActions.ofThisProgram().remove(undoing);
    }
  }
}
