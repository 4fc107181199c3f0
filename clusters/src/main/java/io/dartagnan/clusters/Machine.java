package io.dartagnan.clusters;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The processes of one deployment on this machine. */
final class Machine {
  /** A clean stop takes two to three seconds; a machine under load may need more. */
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(30);

  private static final Duration ABANDON_PATIENCE = Duration.ofSeconds(3);

  private static final Duration KILL_PATIENCE = Duration.ofSeconds(10);

  private final StateFolder state;
  private final Deployment deployment;
  private final List<ServerProcess> servers = new ArrayList<>();

  Machine(StateFolder state, Deployment deployment, Artefacts artefacts) {
    this.state = state;
    this.deployment = deployment;
    for (Role role : deployment.roles()) {
      servers.add(
          role == Role.REDIS
              ? new RedisServer(state, DeploymentPorts.redis(deployment))
              : new HBaseServer(role, deployment, state, artefacts));
    }
  }

  Deployment deployment() {
    return deployment;
  }

  List<ServerProcess> servers() {
    return List.copyOf(servers);
  }

  /**
   * @throws LocalException when this deployment has no such process
   */
  ServerProcess server(Role role) {
    return servers.stream()
        .filter(server -> server.role() == role)
        .findFirst()
        .orElseThrow(
            () ->
                LocalException.failure(
                    "there is no "
                        + role
                        + " here; clusters/local down, then up --baseline, brings one up"));
  }

  /** The settings of a cloud's servers; of those that all clouds share it matters not whose. */
  Map<String, String> cloudSite() {
    return servers.stream()
        .filter(server -> server.role().isCloud())
        .map(server -> ((HBaseServer) server).site())
        .findFirst()
        .orElseThrow();
  }

  ProcessRecord record(ServerProcess server) {
    return new ProcessRecord(state.pidFile(server.role()), server.marker());
  }

  Optional<ProcessHandle> process(ServerProcess server) {
    return record(server).find();
  }

  boolean isUp(ServerProcess server) {
    return process(server).isPresent();
  }

  List<ServerProcess> running() {
    return servers.stream().filter(this::isUp).toList();
  }

  /** Ends the processes cleanly: the clusters at the same time, then Redis, which they need. */
  void stop(List<ServerProcess> which, Progress progress) {
    List<ServerProcess> clusters =
        which.stream().filter(each -> each.role() != Role.REDIS).filter(this::isUp).toList();
    quiesce(clusters);
    end(clusters, STOP_PATIENCE, progress);
    end(which.stream().filter(each -> each.role() == Role.REDIS).toList(), STOP_PATIENCE, progress);
  }

  private static void quiesce(List<ServerProcess> clusters) {
    List<Thread> threads = clusters.stream().map(each -> new Thread(each::quiesce)).toList();
    threads.forEach(Thread::start);
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw LocalException.failure("interrupted", e);
    }
  }

  /** Ends the processes without much ado: what they acknowledged is in their logs. */
  void abandon(List<ServerProcess> which, Progress progress) {
    end(which, ABANDON_PATIENCE, progress);
  }

  private void end(List<ServerProcess> which, Duration patience, Progress progress) {
    List<ServerProcess> ran = which.stream().filter(this::isUp).toList();
    for (ServerProcess server : ran) {
      process(server).ifPresent(ProcessHandle::destroy);
    }
    long deadline = System.nanoTime() + patience.toNanos();
    for (ServerProcess server : ran) {
      if (!record(server).awaitEnd(Duration.ofNanos(deadline - System.nanoTime()))) {
        kill(server);
      }
      progress.say(server.role() + " is down");
    }
    which.forEach(server -> record(server).delete());
  }

  /** Ends the process at once, with SIGKILL. */
  void kill(ServerProcess server) {
    process(server).ifPresent(ProcessHandle::destroyForcibly);
    if (!record(server).awaitEnd(KILL_PATIENCE)) {
      throw LocalException.failure(server.role() + " survived SIGKILL");
    }
    record(server).delete();
  }
}
