package io.dartagnan.server;

import io.dartagnan.discovery.Discovery;
import io.dartagnan.discovery.RecordSigner;
import io.dartagnan.discovery.ServerRecord;
import io.dartagnan.mesh.MeshSettings;
import io.dartagnan.mesh.session.Mesh;
import io.dartagnan.mesh.tls.PartyCertificates;
import io.dartagnan.mpc.Party;
import io.dartagnan.server.query.EvaluationRecord.EndReason;
import io.dartagnan.server.query.EvaluationSettings;
import io.dartagnan.server.query.Evaluations;
import io.dartagnan.server.query.admission.AdmissionSettings;
import io.dartagnan.server.query.admission.MemoryBudget;
import io.dartagnan.server.status.ServerSurvey;
import io.dartagnan.server.status.StatusReporter;
import io.dartagnan.server.storage.ColumnBudget;
import io.dartagnan.server.write.ServerWrites;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.coprocessor.RegionServerCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionServerCoprocessorEnvironment;
import org.apache.hadoop.hbase.util.VersionInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A RegionServer's place in the mesh: starts it with the server, registers it with discovery, and
 * ends both with the server. Loaded through {@code hbase.coprocessor.regionserver.classes}.
 */
public final class MeshEndpoint implements RegionServerCoprocessor {
  private static final Logger LOG = LoggerFactory.getLogger(MeshEndpoint.class);

  private static final long DEFAULT_TIMEOUT_MS = 30_000;
  private static final int DEFAULT_MAX_EVALUATIONS = 512;
  private static final int DEFAULT_MAX_OVERLAP = 64;
  private static final int DEFAULT_MAX_MISSING = 10_000;

  /** What the version of a supported HBase begins with; docs/compatibility.md has more. */
  private static final String SUPPORTED = "2.6.";

  private static final long DEFAULT_DRAIN_MS = 10_000;

  // Region coprocessors find their server's endpoint here: HBase offers them no other way, and one
  // process may run several RegionServers.
  private static final Map<ServerName, MeshEndpoint> RUNNING = new ConcurrentHashMap<>();

  private final String hbase;
  private ServerName server;
  private Party party;
  private PartyCertificates certificates;
  private Discovery discovery;
  private Discovery.Registration registration;
  private Mesh mesh;
  private Evaluations evaluations;
  private Duration drain = Duration.ZERO;
  private ServerWrites writes;
  private ColumnBudget columns;
  private StatusReporter status;
  private RegionServerGauges gauges;

  /** HBase makes it. */
  public MeshEndpoint() {
    this(VersionInfo.getVersion());
  }

  /** An endpoint that a version of HBase makes. */
  MeshEndpoint(String hbase) {
    this.hbase = hbase;
  }

  /**
   * The endpoint of a RegionServer in this process.
   *
   * @throws IOException if the server loaded none, or is stopping
   */
  static MeshEndpoint of(ServerName server) throws IOException {
    MeshEndpoint endpoint = RUNNING.get(server);
    if (endpoint == null) {
      throw new IOException(
          "region server %s has no mesh: it is stopping; if it is not, add %s to hbase.coprocessor.regionserver.classes"
              .formatted(server, MeshEndpoint.class.getName()));
    }
    return endpoint;
  }

  @Override
  @SuppressWarnings("rawtypes") // as HBase declares it
  public void start(CoprocessorEnvironment environment) throws IOException {
    Configuration conf = environment.getConfiguration();
    server = ((RegionServerCoprocessorEnvironment) environment).getServerName();
    if (!ServerKeys.flag(conf, ServerKeys.ANY_HBASE, false)) {
      requireSupported();
    }
    party = ServerKeys.party(conf);
    writes =
        new ServerWrites(
            party,
            ServerKeys.millis(
                    conf, ServerKeys.LEFTOVER_AGE_MS, ServerWrites.DEFAULT_LEFTOVER_AGE_MS)
                .toMillis(),
            ServerKeys.flag(conf, ServerKeys.LEFTOVERS_REMOVE, true),
            ServerKeys.integer(
                conf, ServerKeys.MARKERS_KEPT_MS, ServerWrites.DEFAULT_MARKERS_KEPT_MS));
    try {
      Duration timeout = ServerKeys.millis(conf, ServerKeys.MESH_TIMEOUT_MS, DEFAULT_TIMEOUT_MS);
      MeshSettings settings = ServerKeys.mesh(conf, party, timeout);
      certificates = PartyCertificates.load(party, settings.tls());
      discovery =
          ConfiguredDiscovery.open(
              conf,
              new RecordSigner(certificates::privateKey),
              each -> certificates.publicKeys(Party.of(each)));
      mesh = Mesh.start(settings, certificates, this::locate);
      MemoryBudget memory = ServerMemory.budget(conf, settings.limits());
      ServerMemory.overcommitment(conf, memory, Runtime.getRuntime().maxMemory())
          .ifPresent(LOG::warn);
      drain = ServerKeys.millisOrNone(conf, ServerKeys.DRAIN_MS, DEFAULT_DRAIN_MS);
      evaluations = new Evaluations(party, mesh, evaluationSettings(conf, timeout), memory);
      evaluations.metrics().trace(new EvaluationSpans());
      columns =
          new ColumnBudget(memory, ServerMemory.columns(conf), evaluations.metrics().columns());
      registration =
          discovery.register(
              new ServerRecord(
                  party.index(),
                  server.toString(),
                  conf.getTrimmed(ServerKeys.MESH_ADVERTISED_HOST, server.getHostname()),
                  ServerKeys.integer(conf, ServerKeys.MESH_ADVERTISED_PORT, mesh.port())));
      status =
          new StatusReporter(
              new ServerSurvey(
                  registration.record(),
                  certificates,
                  discovery,
                  mesh,
                  () -> evaluations.metrics().aborts(EndReason.DEVIATION),
                  () -> evaluations.metrics().lastDeviation()),
              "dartagnan-mesh-" + party.index() + "-status");
      gauges =
          RegionServerGauges.register(
              ((RegionServerCoprocessorEnvironment) environment).getMetricRegistryForRegionServer(),
              party,
              mesh,
              discovery.metrics(),
              evaluations,
              writes.counts());
    } catch (IllegalArgumentException e) {
      stop(environment);
      throw new IOException("the mesh of " + party + " cannot start: " + e.getMessage(), e);
    } catch (IOException | RuntimeException e) {
      stop(environment);
      throw e;
    }
    RUNNING.put(server, this);
  }

  /**
   * Checks the version of HBase that loaded this class, whose internal interfaces it calls.
   *
   * @throws IOException if it is of another line than the supported one
   */
  private void requireSupported() throws IOException {
    if (!hbase.startsWith(SUPPORTED)) {
      throw new IOException(
          "this region server runs HBase %s; these coprocessors are for HBase %sx: run them there, or take the release for your HBase; %s=true starts them all the same, untested"
              .formatted(hbase, SUPPORTED, ServerKeys.ANY_HBASE));
    }
  }

  private static EvaluationSettings evaluationSettings(Configuration conf, Duration timeout)
      throws IOException {
    return new EvaluationSettings(
        timeout,
        new AdmissionSettings(
            ServerKeys.integer(conf, ServerKeys.MAX_EVALUATIONS, DEFAULT_MAX_EVALUATIONS),
            ServerKeys.integer(conf, ServerKeys.MAX_RUNNING, AdmissionSettings.defaultRunningMax()),
            ServerKeys.millis(
                conf, ServerKeys.ADMISSION_WAIT_MS, AdmissionSettings.WAIT.toMillis()),
            AdmissionSettings.SLICE,
            AdmissionSettings.overdue(timeout)),
        ServerKeys.integer(conf, ServerKeys.MAX_OVERLAP, DEFAULT_MAX_OVERLAP),
        ServerKeys.integer(conf, ServerKeys.MAX_MISSING, DEFAULT_MAX_MISSING),
        Duration.ofMillis(
            ServerKeys.number(conf, ServerKeys.SLOW_MS, EvaluationSettings.SLOW.toMillis())));
  }

  private InetSocketAddress locate(Party peer, String peerServer) throws IOException {
    ServerRecord record = discovery.lookup(peer.index(), peerServer);
    return new InetSocketAddress(record.host(), record.port());
  }

  @Override
  @SuppressWarnings("rawtypes") // as HBase declares it
  public void stop(CoprocessorEnvironment environment) throws IOException {
    // HBase stops coprocessors before it closes regions: until this returns it answers as before.
    drain();
    RUNNING.remove(server, this);
    if (gauges != null) {
      gauges.close();
    }
    if (status != null) {
      status.close();
    }
    // In the reverse order of start: first nobody finds this server, then nothing runs on it.
    if (registration != null) {
      registration.close();
    }
    if (evaluations != null) {
      evaluations.close();
    }
    if (columns != null) {
      columns.close();
    }
    if (mesh != null) {
      mesh.close();
    }
    if (discovery != null) {
      discovery.close();
    }
    if (certificates != null) {
      certificates.close();
    }
  }

  private void drain() {
    if (evaluations == null) {
      return;
    }
    int before = evaluations.underWay();
    if (before > 0) {
      LOG.info("stopping; {} filters under way have {} ms to end", before, drain.toMillis());
    }
    try {
      int left = evaluations.drain(drain);
      if (left > 0) {
        LOG.info(
            "{} filters did not end within {} ms ({}); their clients begin again elsewhere",
            left,
            drain.toMillis(),
            ServerKeys.DRAIN_MS);
      } else if (before > 0) {
        LOG.info("all filters have ended");
      }
    } catch (InterruptedException e) {
      // Whoever stops the server does not want to wait.
      Thread.currentThread().interrupt();
    }
  }

  Party party() {
    return party;
  }

  ServerWrites writes() {
    return writes;
  }

  ColumnBudget columns() {
    return columns;
  }

  StatusReporter status() {
    return status;
  }

  Evaluations evaluations() {
    return evaluations;
  }
}
