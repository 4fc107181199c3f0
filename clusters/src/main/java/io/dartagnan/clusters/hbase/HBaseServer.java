package io.dartagnan.clusters.hbase;

import io.dartagnan.clusters.deployment.Deployment;
import io.dartagnan.clusters.deployment.DeploymentPorts;
import io.dartagnan.clusters.files.Artefacts;
import io.dartagnan.clusters.files.ConfigurationFile;
import io.dartagnan.clusters.files.OwnerOnly;
import io.dartagnan.clusters.process.JavaCommand;
import io.dartagnan.clusters.process.Pause;
import io.dartagnan.clusters.process.Port;
import io.dartagnan.clusters.process.Ports;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.process.ServerProcess;
import io.dartagnan.clusters.process.StateFolder;
import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.server.ServerKeys;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.crypto.tls.X509Util;

/**
 * One HBase cluster in one process: ZooKeeper, the master and its region servers.
 *
 * <p>The cloud's jar is copied into the cluster's folder, so that a rebuild of the checkout does
 * not pull classes away from under a running process.
 */
public final class HBaseServer implements ServerProcess {
  private static final String MAIN_CLASS = "org.apache.hadoop.hbase.master.HMaster";

  private static final Duration QUIESCE_PATIENCE = Duration.ofSeconds(20);

  private final Role role;
  private final Deployment deployment;
  private final StateFolder state;
  private final Artefacts artefacts;
  private final ClusterCredentials credentials;
  private final ClusterProbe probe;

  public HBaseServer(
      Role role,
      Deployment deployment,
      StateFolder state,
      Artefacts artefacts,
      ClusterCredentials credentials) {
    this.role = role;
    this.deployment = deployment;
    this.state = state;
    this.artefacts = artefacts;
    this.credentials = credentials;
    this.probe = new ClusterProbe(this, deployment.regionServers());
  }

  @Override
  public Role role() {
    return role;
  }

  /** Its hbase-site.xml: what this tool chose, overridden by what the user set. */
  public Map<String, String> site() {
    Map<String, String> site =
        role.isCloud()
            ? HBaseSite.cloud(role, deployment, folder(), credentials.ofServers())
            : HBaseSite.plain(role, deployment, folder(), credentials.ofServers());
    site.putAll(deployment.settings().of(role));
    return site;
  }

  /** Settings by which a client finds it and is let in. */
  public Map<String, String> way() {
    return ClientSite.way(site(), credentials.ofClients());
  }

  @Override
  public boolean encrypted() {
    return Boolean.parseBoolean(
        deployment
            .settings()
            .of(role)
            .getOrDefault(
                X509Util.HBASE_SERVER_NETTY_TLS_ENABLED, Boolean.toString(deployment.encrypted())));
  }

  @Override
  public List<Port> ports() {
    Map<String, String> chosen = new LinkedHashMap<>();
    for (String key : DeploymentPorts.keys(role)) {
      boolean several =
          deployment.regionServers() > 1
              && (key.equals(HConstants.REGIONSERVER_PORT) || key.equals(ServerKeys.MESH_PORT));
      chosen.put(key, several ? "0" : Integer.toString(deployment.port(role, key)));
    }
    // Also the ports of what only the user turned on, such as a web interface.
    deployment
        .settings()
        .of(role)
        .forEach(
            (key, value) -> {
              if (key.endsWith(".port") || key.equals(HConstants.ZOOKEEPER_CLIENT_PORT)) {
                chosen.put(key, value);
              }
            });
    List<Port> ports = new ArrayList<>();
    chosen.forEach(
        (key, value) -> {
          int number = number(key, value);
          if (number > 0) {
            ports.add(new Port(role, key, number));
          }
        });
    return ports;
  }

  private int number(String key, String value) {
    boolean several = key.equals(HConstants.REGIONSERVER_PORT) || key.equals(ServerKeys.MESH_PORT);
    try {
      int number = Integer.parseInt(value);
      if (number >= 65_536) {
        throw new NumberFormatException(value);
      }
      if (number <= 0
          && (key.equals(HConstants.ZOOKEEPER_CLIENT_PORT) || key.equals(HConstants.MASTER_PORT))) {
        throw new NumberFormatException(value);
      }
      if (number > 0 && several && deployment.regionServers() > 1) {
        throw CommandException.usage(
            key
                + " must stay 0 (any free port) with --region-servers "
                + deployment.regionServers()
                + ": several servers cannot share port "
                + number);
      }
      return number;
    } catch (NumberFormatException e) {
      throw CommandException.usage(key + " takes a port, 1 to 65535, not '" + value + "'");
    }
  }

  @Override
  public void prepare() {
    OwnerOnly.folder(folder().resolve("data"));
    OwnerOnly.folder(folder().resolve("tmp"));
    OwnerOnly.folder(log().getParent());
    LoggingConfiguration.writeServer(conf());
    ConfigurationFile.write(conf().resolve(ConfigurationFile.HBASE_SITE), site());
    OwnerOnly.write(javaArguments(), renderJavaArguments());
  }

  private String renderJavaArguments() {
    List<String> arguments = new ArrayList<>(ServerJvm.options(folder(), log()));
    arguments.add("-cp");
    arguments.add(classpath());
    arguments.add(MAIN_CLASS);
    arguments.add("--localRegionServers=" + deployment.regionServers());
    arguments.add("start");
    return ServerJvm.argumentFile(arguments);
  }

  private String classpath() {
    List<String> entries = new ArrayList<>();
    entries.add(conf().toString());
    for (Path jar : artefacts.hbaseClasspath()) {
      entries.add(jar.toString());
    }
    if (role.isCloud()) {
      entries.add(OwnerOnly.copy(artefacts.cloudJar(), folder().resolve("lib")).toString());
    }
    return String.join(File.pathSeparator, entries);
  }

  @Override
  public List<String> command() {
    return List.of(JavaCommand.path(), "@" + javaArguments());
  }

  @Override
  public String marker() {
    return javaArguments().toString();
  }

  @Override
  public Path log() {
    return folder().resolve("logs").resolve("hbase.log");
  }

  @Override
  public Path console() {
    return folder().resolve("logs").resolve("hbase.out");
  }

  @Override
  public String missing() {
    return probe.missing();
  }

  /**
   * Shuts the cluster down through its master, which ends the region servers first. A signal alone
   * ends them and ZooKeeper in any order, and a region server without ZooKeeper waits for it for
   * the length of a session.
   */
  @Override
  public void quiesce() {
    int masterPort = Integer.parseInt(site().get(HConstants.MASTER_PORT));
    try (AdminSession session = AdminSession.open(way())) {
      session.admin().shutdown();
    } catch (IOException cannotBeAsked) {
      return;
    }
    long deadline = System.nanoTime() + QUIESCE_PATIENCE.toNanos();
    while (Ports.answers(masterPort) && System.nanoTime() - deadline < 0) {
      Pause.millis(100);
    }
  }

  private Path folder() {
    return state.of(role);
  }

  private Path conf() {
    return folder().resolve("conf");
  }

  private Path javaArguments() {
    return conf().resolve("java.args");
  }
}
