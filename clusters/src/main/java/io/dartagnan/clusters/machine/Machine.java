package io.dartagnan.clusters.machine;

import io.dartagnan.clusters.certs.DevelopmentCertificates;
import io.dartagnan.clusters.certs.RedisCertificate;
import io.dartagnan.clusters.certs.RpcCertificates;
import io.dartagnan.clusters.deployment.Deployment;
import io.dartagnan.clusters.deployment.DeploymentPorts;
import io.dartagnan.clusters.deployment.Gateway;
import io.dartagnan.clusters.files.Artefacts;
import io.dartagnan.clusters.hbase.ClusterCredentials;
import io.dartagnan.clusters.hbase.GatewayServer;
import io.dartagnan.clusters.hbase.HBaseServer;
import io.dartagnan.clusters.process.PidFile;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.process.ServerProcess;
import io.dartagnan.clusters.process.StateFolder;
import io.dartagnan.clusters.redis.RedisServer;
import io.dartagnan.clusters.redis.RedisTls;
import io.dartagnan.clusters.redis.RedisUser;
import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.clusters.terminal.Progress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Processes of one deployment on this machine. */
public final class Machine {
  /** A clean stop takes two to three seconds; a machine under load may need more. */
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(30);

  private static final Duration ABANDON_PATIENCE = Duration.ofSeconds(3);

  private static final Duration KILL_PATIENCE = Duration.ofSeconds(10);

  private final StateFolder state;
  private final Deployment deployment;
  private final List<ServerProcess> servers = new ArrayList<>();

  public Machine(StateFolder state, Deployment deployment, Artefacts artefacts) {
    this.state = state;
    this.deployment = deployment;
    RedisTls tls = redisTls(state);
    RedisServer redis = new RedisServer(state, DeploymentPorts.redis(deployment), tls);
    Optional<RedisTls> spoken = redis.encrypted() ? Optional.of(tls) : Optional.empty();
    for (Role role : deployment.roles()) {
      servers.add(
          role == Role.REDIS
              ? redis
              : new HBaseServer(
                  role,
                  deployment,
                  state,
                  artefacts,
                  new LocalCredentials(state, role, deployment, spoken)));
    }
    for (Role role : Role.GATEWAYS) {
      Gateway.load(state, role)
          .ifPresent(
              gateway ->
                  servers.add(new GatewayServer(gateway, state, artefacts, this::waysToClouds)));
    }
  }

  private static RedisTls redisTls(StateFolder state) {
    RedisCertificate made = new RedisCertificate(state);
    return new RedisTls(made.key(), made.certificate(), made.truststore(), made::password);
  }

  public Deployment deployment() {
    return deployment;
  }

  public List<ServerProcess> servers() {
    return List.copyOf(servers);
  }

  /**
   * @throws CommandException when this deployment has no such process
   */
  public ServerProcess server(Role role) {
    return servers.stream()
        .filter(server -> server.role() == role)
        .findFirst()
        .orElseThrow(
            () -> CommandException.failure("there is no " + role + " here; " + instead(role)));
  }

  /** What there is, or what to do, where a process is not there. */
  private static String instead(Role role) {
    if (role.isGateway()) {
      return "clusters/local gateway " + role.id() + " starts one";
    }
    return role == Role.BASELINE
        ? "clusters/local down, then up --baseline, brings one up"
        : "with --clouds 1 there is cloud 0 alone, and no Redis";
  }

  /** The settings of a cloud's servers; of those that all clouds share it matters not whose. */
  public Map<String, String> cloudSite() {
    return clouds().get(0).site();
  }

  /** The ways of a client to each cloud, in the order of the parties. */
  List<Map<String, String>> waysToClouds() {
    return clouds().stream().map(HBaseServer::way).toList();
  }

  private List<HBaseServer> clouds() {
    return servers.stream()
        .filter(server -> server.role().isCloud())
        .map(HBaseServer.class::cast)
        .toList();
  }

  PidFile record(ServerProcess server) {
    return new PidFile(state.pidFile(server.role()), server.marker());
  }

  public Optional<ProcessHandle> process(ServerProcess server) {
    return record(server).find();
  }

  public boolean isUp(ServerProcess server) {
    return process(server).isPresent();
  }

  public List<ServerProcess> running() {
    return servers.stream().filter(this::isUp).toList();
  }

  /**
   * Ends the processes cleanly: the gateways, then the clusters at the same time, then Redis; each
   * before what it needs.
   */
  public void stop(List<ServerProcess> which, Progress progress) {
    end(which.stream().filter(each -> each.role().isGateway()).toList(), STOP_PATIENCE, progress);
    List<ServerProcess> clusters =
        which.stream().filter(each -> each instanceof HBaseServer).filter(this::isUp).toList();
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
      throw CommandException.failure("interrupted", e);
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
  public void kill(ServerProcess server) {
    process(server).ifPresent(ProcessHandle::destroyForcibly);
    if (!record(server).awaitEnd(KILL_PATIENCE)) {
      throw CommandException.failure(server.role() + " survived SIGKILL");
    }
    record(server).delete();
  }

  /**
   * Credentials of a cluster on this machine, from the files of the state folder.
   *
   * @param deployment says whether HBase's own TLS is on, and whether clouds have a mesh
   * @param redis by which a cloud knows Redis, if that speaks TLS
   */
  private record LocalCredentials(
      StateFolder state, Role cluster, Deployment deployment, Optional<RedisTls> redis)
      implements ClusterCredentials {

    @Override
    public Map<String, String> ofServers() {
      Map<String, String> settings = new LinkedHashMap<>();
      if (deployment.encrypted()) {
        settings.putAll(new RpcCertificates(state).ofServers(cluster));
      }
      if (cluster.isCloud() && deployment.meshed()) {
        settings.putAll(new DevelopmentCertificates(state).settings(cluster));
        settings.putAll(new RedisUser(state, cluster).settings());
        redis.ifPresent(tls -> settings.putAll(tls.settings()));
      }
      return settings;
    }

    @Override
    public Map<String, String> ofClients() {
      return deployment.encrypted() ? new RpcCertificates(state).ofClients(cluster) : Map.of();
    }
  }
}
