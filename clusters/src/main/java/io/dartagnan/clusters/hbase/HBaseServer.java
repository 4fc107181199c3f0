package io.dartagnan.clusters.hbase;

import io.dartagnan.clusters.deployment.Deployment;
import io.dartagnan.clusters.deployment.DeploymentPorts;
import io.dartagnan.clusters.files.Artefacts;
import io.dartagnan.clusters.files.OwnerOnly;
import io.dartagnan.clusters.process.Pause;
import io.dartagnan.clusters.process.Port;
import io.dartagnan.clusters.process.Ports;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.process.StateFolder;
import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.discovery.DiscoveryException;
import io.dartagnan.provisioning.Site;
import io.dartagnan.server.ServerKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ClusterMetrics.Option;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.io.crypto.tls.X509Util;
import org.apache.hadoop.hbase.master.ServerManager;
import org.apache.hadoop.hbase.util.DNS;
import org.apache.hadoop.hbase.wal.WALFactory;
import org.apache.hadoop.hbase.zookeeper.ReadOnlyZKClient;

/**
 * One HBase cluster in one process: ZooKeeper, the master and its region servers.
 *
 * <p>One of three clouds has our coprocessors; a cloud alone and the baseline have nothing of ours.
 * The coprocessors' jar is copied into the cluster's folder, so that a rebuild of the checkout does
 * not pull classes away from under a running process.
 */
public final class HBaseServer extends JavaServer {
  private static final String MAIN_CLASS = "org.apache.hadoop.hbase.master.HMaster";

  private static final Duration QUIESCE_PATIENCE = Duration.ofSeconds(20);

  private final Deployment deployment;
  private final Artefacts artefacts;
  private final ClusterCredentials credentials;
  private final ClusterProbe probe;

  public HBaseServer(
      Role role,
      Deployment deployment,
      StateFolder state,
      Artefacts artefacts,
      ClusterCredentials credentials) {
    super(role, state, "hbase");
    this.deployment = deployment;
    this.artefacts = artefacts;
    this.credentials = credentials;
    this.probe = new ClusterProbe(this, deployment.regionServers());
  }

  @Override
  public void prepare() {
    OwnerOnly.folder(folder().resolve("data"));
    super.prepare();
  }

  @Override
  List<Path> classpath() {
    List<Path> jars = new ArrayList<>(artefacts.hbaseClasspath());
    if (meshed()) {
      jars.add(OwnerOnly.copy(artefacts.cloudJar(), folder().resolve("lib")));
    }
    return jars;
  }

  @Override
  List<String> program() {
    return List.of(MAIN_CLASS, "--localRegionServers=" + deployment.regionServers(), "start");
  }

  /** Its hbase-site.xml: what this tool chose, overridden by what the user set. */
  @Override
  public Map<String, String> site() {
    Site site =
        meshed()
            ? HBaseSite.cloud(role(), deployment, folder(), credentials.ofServers())
            : HBaseSite.plain(role(), deployment, folder(), credentials.ofServers());
    return site.setAll(deployment.settings().of(role())).settings();
  }

  /** Whether it is one of the clouds that compute together. */
  private boolean meshed() {
    return role().isCloud() && deployment.meshed();
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
            .of(role())
            .getOrDefault(
                X509Util.HBASE_SERVER_NETTY_TLS_ENABLED, Boolean.toString(deployment.encrypted())));
  }

  @Override
  public List<Port> ports() {
    Map<String, String> chosen = new LinkedHashMap<>();
    for (String key : DeploymentPorts.keys(deployment, role())) {
      boolean several =
          deployment.regionServers() > 1
              && (key.equals(HConstants.REGIONSERVER_PORT) || key.equals(ServerKeys.MESH_PORT));
      chosen.put(key, several ? "0" : Integer.toString(deployment.port(role(), key)));
    }
    // Also the ports of what only the user turned on, such as a web interface.
    deployment
        .settings()
        .of(role())
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
            ports.add(new Port(role(), key, number));
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

  /** Settings of one cluster: HBase on one machine, and for a cloud its place among the three. */
  static final class HBaseSite {
    private HBaseSite() {}

    /**
     * The settings this tool chooses for a plain HBase.
     *
     * @param folder the cluster's own folder
     * @param credentials where its servers find their key and whom they accept, if that is
     *     encrypted
     */
    static Site plain(
        Role role, Deployment deployment, Path folder, Map<String, String> credentials) {
      Site site = new Site();
      int regionServers = deployment.regionServers();
      site.set(HConstants.CLUSTER_DISTRIBUTED, "false");
      site.set("hbase.regionservers", regionServers);
      site.set(HConstants.HBASE_DIR, "file://" + folder.resolve("data").resolve("hbase"));
      site.set("hbase.tmp.dir", folder.resolve("tmp").toString());

      // Everything on the loopback address, by names that need no DNS.
      site.set(HConstants.ZOOKEEPER_QUORUM, Ports.LOOPBACK);
      site.set(HConstants.ZK_CFG_PROPERTY_PREFIX + "clientPortAddress", Ports.LOOPBACK);
      site.set(
          HConstants.ZOOKEEPER_DATA_DIR, folder.resolve("data").resolve("zookeeper").toString());
      site.set(
          HConstants.ZOOKEEPER_CLIENT_PORT,
          port(role, deployment, HConstants.ZOOKEEPER_CLIENT_PORT));
      site.set(HConstants.ZOOKEEPER_ZNODE_PARENT, "/" + role.id());
      site.set(DNS.MASTER_HOSTNAME_KEY, "localhost");
      site.set("hbase.master.ipc.address", Ports.LOOPBACK);
      site.set(HConstants.MASTER_PORT, port(role, deployment, HConstants.MASTER_PORT));
      site.set(DNS.UNSAFE_RS_HOSTNAME_KEY, "localhost");
      site.set("hbase.regionserver.ipc.address", Ports.LOOPBACK);
      site.set(HConstants.REGIONSERVER_PORT, port(role, deployment, HConstants.REGIONSERVER_PORT));
      // The pages of the web interfaces are not in the jar.
      site.set(HConstants.MASTER_INFO_PORT, "-1");
      site.set(HConstants.REGIONSERVER_INFO_PORT, "-1");

      // Log what was acknowledged: through the local file system's own stream, which reaches the
      // kernel with every sync. A killed process loses nothing. Hadoop's layer of checksums above
      // it
      // has no such sync, and opens two files for each block that is read; HBase has its own.
      site.set("fs.file.impl", RawLocalFileSystem.class.getName());
      site.set(WALFactory.WAL_PROVIDER, "filesystem");

      // A machine that runs three clusters at once can be slow for seconds without being dead.
      site.set(HConstants.ZK_SESSION_TIMEOUT + ".localHBaseCluster", "20000");
      site.set(HConstants.REGION_SERVER_HANDLER_COUNT, "16");
      site.set(HConstants.REGION_SERVER_HIGH_PRIORITY_HANDLER_COUNT, "8");

      // No waiting for more servers than there will be.
      site.set(ServerManager.WAIT_ON_REGIONSERVERS_MINTOSTART, regionServers);
      site.set(ServerManager.WAIT_ON_REGIONSERVERS_MAXTOSTART, regionServers);
      site.set("hbase.regionserver.msginterval", "1000");

      if (deployment.encrypted()) {
        site.serverTls();
        site.set(X509Util.HBASE_CLIENT_NETTY_TLS_HANDSHAKETIMEOUT, "20000");
      }
      return site.setAll(credentials);
    }

    /**
     * The settings this tool chooses for a cloud: those of a plain HBase, and the coprocessors'.
     *
     * @param credentials where HBase's servers and the mesh find their keys and whom they accept,
     *     and as whom discovery logs in to Redis
     */
    static Site cloud(
        Role role, Deployment deployment, Path folder, Map<String, String> credentials) {
      return plain(role, deployment, folder, credentials)
          .coprocessors()
          .party(role.party(), port(role, deployment, ServerKeys.MESH_PORT))
          .redis(DeploymentPorts.redis(deployment))
          .meshBound(Ports.LOOPBACK)
          .meshAdvertised(Ports.LOOPBACK);
    }

    /** One port when one server listens there; several in one process each take any free one. */
    private static int port(Role role, Deployment deployment, String key) {
      boolean perRegionServer =
          key.equals(HConstants.REGIONSERVER_PORT) || key.equals(ServerKeys.MESH_PORT);
      if (perRegionServer && deployment.regionServers() > 1) {
        return 0;
      }
      return deployment.port(role, key);
    }
  }

  /** Asks one HBase cluster whether it is ready for a client. */
  private static final class ClusterProbe {
    private final HBaseServer cluster;
    private final int regionServers;

    ClusterProbe(HBaseServer cluster, int regionServers) {
      this.cluster = cluster;
      this.regionServers = regionServers;
    }

    /**
     * The first thing that is still missing, or null when its master is initialised and all its
     * servers live and are registered.
     */
    String missing() {
      for (Port port : cluster.ports()) {
        if (!Ports.answers(port.number())) {
          return "its " + port.service() + " does not listen on port " + port.number();
        }
      }
      try (AdminSession session = AdminSession.open(cluster.way())) {
        Admin admin = session.admin();
        ClusterMetrics metrics =
            admin.getClusterMetrics(EnumSet.of(Option.LIVE_SERVERS, Option.REGIONS_IN_TRANSITION));
        List<String> live =
            metrics.getLiveServerMetrics().keySet().stream().map(ServerName::toString).toList();
        if (live.size() != regionServers) {
          return live.size() + " region servers live instead of " + regionServers;
        }
        int moving = metrics.getRegionStatesInTransition().size();
        if (moving > 0) {
          return moving + " of its regions are not assigned yet";
        }
        // Refused until the master is initialised.
        admin.getNamespaceDescriptor("default");
        return cluster.meshed() ? missingRegistration(live) : null;
      } catch (IOException e) {
        return "its master is not initialised";
      }
    }

    private String missingRegistration(List<String> live) {
      try {
        return MeshRegistrations.read(cluster.site()).containsAll(cluster.role().party(), live)
            ? null
            : "not all of its region servers are registered in discovery";
      } catch (DiscoveryException e) {
        return "discovery does not answer: " + e.getMessage();
      }
    }
  }

  /** Connection to a cluster's master on which every call is tried once and ends within seconds. */
  private static final class AdminSession implements AutoCloseable {
    /** Read once: whoever waits for clusters that start opens dozens of sessions. */
    private static final Configuration DEFAULTS = HBaseConfiguration.create();

    private final Connection connection;
    private final Admin admin;

    private AdminSession(Connection connection, Admin admin) {
      this.connection = connection;
      this.admin = admin;
    }

    /**
     * @param way to the cluster
     */
    static AdminSession open(Map<String, String> way) throws IOException {
      Configuration configuration = new Configuration(DEFAULTS);
      ClientSite.bare(way).forEach(configuration::set);
      configuration.set(HConstants.HBASE_CLIENT_RETRIES_NUMBER, "0");
      configuration.set(HConstants.HBASE_RPC_TIMEOUT_KEY, "3000");
      configuration.set(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, "5000");
      configuration.set(ReadOnlyZKClient.RECOVERY_RETRY, "0");
      Connection connection = ConnectionFactory.createConnection(configuration);
      try {
        return new AdminSession(connection, connection.getAdmin());
      } catch (IOException e) {
        connection.close();
        throw e;
      }
    }

    Admin admin() {
      return admin;
    }

    @Override
    public void close() throws IOException {
      try {
        admin.close();
      } finally {
        connection.close();
      }
    }
  }
}
