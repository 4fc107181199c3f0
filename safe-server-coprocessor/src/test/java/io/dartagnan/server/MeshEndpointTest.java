package io.dartagnan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dartagnan.mesh.TestCertificates;
import io.dartagnan.mesh.Versions;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.query.Operation;
import io.dartagnan.query.Query;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.query.QuerySession;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.TableSchema;
import io.dartagnan.server.write.WriteObserver;
import io.dartagnan.status.DiscoveryStatus;
import io.dartagnan.status.PeerStatus;
import io.dartagnan.status.ServerStatus;
import io.dartagnan.status.StatusAnswer;
import io.dartagnan.wire.Page;
import io.dartagnan.wire.QueryFailure;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.coprocessor.MetricsCoprocessor;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.coprocessor.RegionServerCoprocessorEnvironment;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A RegionServer's endpoint from its start to its stop, and a region on it, as HBase drives them.
 */
@Timeout(60)
class MeshEndpointTest {
  private static final ServerName SERVER = ServerName.valueOf("rs0", 16020, 1);
  private static final byte[] FAMILY = {'f'};
  private static final byte[] QUALIFIER = {'q'};
  private static final Protection PROTECTION = Protection.parse("additive int64");
  private static final TableDescriptor TABLE =
      TableSchema.declare(
              TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
                  .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY)),
              "f",
              "q",
              PROTECTION)
          .build();

  @TempDir static Path folder;
  private static TestCertificates certificates;

  private final Configuration conf = new Configuration(false);
  private final MetricRegistry registry =
      MetricsCoprocessor.createRegistryForRSCoprocessor(MeshEndpointTest.class.getName());
  private MeshEndpoint endpoint = new MeshEndpoint();

  @BeforeAll
  static void makeCertificates() throws Exception {
    certificates = TestCertificates.in(folder);
  }

  @BeforeEach
  void configure() {
    conf.set(ServerKeys.PARTY, "0");
    conf.set(ServerKeys.SERVERS, "0/rs0,16020=mesh0.example:18600");
    conf.set(ServerKeys.MESH_BIND_ADDRESS, "127.0.0.1");
    conf.set(ServerKeys.MESH_ADVERTISED_HOST, "mesh0.example");
    conf.set(ServerKeys.MESH_ADVERTISED_PORT, "18600");
    conf.set(ServerKeys.KEYSTORE, certificates.keystore(Party.P0).toString());
    conf.set(ServerKeys.KEYSTORE_PASSWORD, new String(certificates.password()));
    conf.set(ServerKeys.TRUSTSTORE, certificates.truststore().toString());
    conf.set(ServerKeys.TRUSTSTORE_PASSWORD, new String(certificates.password()));
  }

  /** Also of an endpoint that did not come to its end of the start, whatever stopped it. */
  @AfterEach
  void nothingIsLeft() throws IOException {
    endpoint.stop(server());
    MetricsCoprocessor.removeRegistry(registry);
    await("no thread of the mesh is left")
        .atMost(Duration.ofSeconds(20))
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().startsWith("dartagnan-mesh-0-")));
  }

  @Test
  void itsNumbersAreShownUntilItStops() throws Exception {
    endpoint.start(server());
    assertThat(registry.getMetrics()).containsKeys("meshSessionsOpen", "discoveryLookups");

    endpoint.stop(server());

    assertThat(registry.getMetrics()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.5.11", "2.60.0", "3.0.0-beta-1", "Unknown"})
  void anotherLineOfHBaseIsRefusedByName(String found) {
    endpoint = new MeshEndpoint(found);
    assertThatThrownBy(() -> endpoint.start(server()))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("HBase " + found, "HBase 2.6.x", ServerKeys.ANY_HBASE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.6.0", "2.6.4-hadoop3"})
  void theLineThatItIsBuiltForIsTaken(String found) throws Exception {
    endpoint = new MeshEndpoint(found);
    endpoint.start(server());
  }

  /** What keeps a server from starting says which setting it is, and what it may be. */
  @ParameterizedTest(name = "{0} = {1}")
  @CsvSource({
    "dartagnan.evaluation.max, 0, 'is 0, it must be 1 or more'",
    "dartagnan.evaluation.max, many, 'is set to ''many'', it must be a whole number'",
    "dartagnan.evaluation.running.max, 0, 'is 0, it must be 1 or more'",
    "dartagnan.evaluation.wait.ms, 0, 'is set to 0, it must be at least 1 millisecond'",
    "dartagnan.evaluation.drain.ms, -1, 'is set to -1, it must be 0, for none, or more'",
    "dartagnan.evaluation.drain.ms, 10s, 'is set to ''10s'', it must be a whole number'",
    "dartagnan.evaluation.slow.ms, -1, 'is -1, it must be 0, for none, or more'",
    "dartagnan.memory.max.bytes, 1000000, 'is set to 1000000, it must be at least'",
    "dartagnan.columns.max.bytes, -1, 'is set to -1, it must be 0, for none, or more'",
    "dartagnan.evaluation.overlap.max, -1, 'is -1, it must be 0, for none, or more'",
    "dartagnan.evaluation.overlap.max, 1.5, 'is set to ''1.5'', it must be a whole number'",
    "dartagnan.alignment.missing.max, -1, 'is -1, it must be 0 or more'",
    "dartagnan.alignment.missing.max, few, 'is set to ''few'', it must be a whole number'",
    "dartagnan.leftovers.age.ms, 0, 'is set to 0, it must be at least 1 millisecond'",
    "dartagnan.mesh.timeout.ms, 30s, 'is set to ''30s'', it must be a whole number'",
    "dartagnan.mesh.timeout.ms, 0, 'is set to 0, it must be at least 1 millisecond'",
    "dartagnan.mesh.keepalive.ms, x, 'is set to ''x'', it must be a whole number'",
    "dartagnan.mesh.delay.ms, x, 'is set to ''x'', it must be a whole number'",
    "dartagnan.mesh.port, http, 'is set to ''http'', it must be a whole number'",
    "dartagnan.mesh.advertised.port, x, 'is set to ''x'', it must be a whole number'",
    "dartagnan.mesh.window.bytes, 512k, 'is set to ''512k'', it must be a whole number'",
    "dartagnan.mesh.peer.max.bytes, x, 'is set to ''x'', it must be a whole number'",
    "dartagnan.mesh.pending.max.sessions, 3000000000, 'is set to ''3000000000'', it must be'",
    "dartagnan.mesh.pending.max.bytes, x, 'is set to ''x'', it must be a whole number'",
    "dartagnan.mesh.tls.filepoll.interval.millis, x, 'is set to ''x'', it must be a whole number'",
  })
  void aSettingThatDoesNotFitIsNamedWithWhatIsAllowed(String key, String value, String reason) {
    conf.set(key, value);
    assertThatThrownBy(() -> endpoint.start(server()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(key + ' ' + reason);
  }

  /** The protocols count on half of the default: with less two may wait for each other. */
  @Test
  void aWindowThatIsTooSmallForTheProtocolsIsRefused() {
    conf.set(ServerKeys.MESH_WINDOW_BYTES, "524287");
    assertThatThrownBy(() -> endpoint.start(server()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("dartagnan.mesh.window.bytes is set to 524287")
        .hasMessageContaining("at least 524288");
  }

  /** HBase stops a server's coprocessors first, and closes its regions after that. */
  @Test
  void aFilterThatMeetsAServerThatStopsMayComeBack() throws Exception {
    endpoint.start(server());
    ProtectedRegion region =
        region(() -> RegionInfoBuilder.newBuilder(TABLE.getTableName()).build());
    endpoint.stop(server());

    QueryFailure failure = answer(region);

    assertThat(failure.mayPass()).isTrue();
    assertThat(failure.reason()).contains("region server rs0,16020,1").contains("stopping");
  }

  @Test
  void theWritesOfAProtectedTableAreGuarded() throws Exception {
    endpoint.start(server());
    assertThat(region(() -> null).getRegionObserver()).containsInstanceOf(WriteObserver.class);
    assertThat(guardOfAnotherTable()).isEmpty();
  }

  private static Optional<RegionObserver> guardOfAnotherTable() {
    return regionOfAnotherTable().getRegionObserver().filter(WriteObserver.class::isInstance);
  }

  private static ProtectedRegion regionOfAnotherTable() {
    TableDescriptor unprotected =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("u"))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
            .build();
    return region(object(Region.class, Map.of("getTableDescriptor", () -> unprotected)));
  }

  @ParameterizedTest(name = "a region of a protected table: {0}")
  @ValueSource(booleans = {true, false})
  void itsStatusIsToldByItsRegionsOfAnyTable(boolean isProtected) throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = socket.getLocalPort();
    }
    conf.set(ServerKeys.SERVERS, conf.get(ServerKeys.SERVERS) + ",1/rs1,16020=127.0.0.1:" + free);
    endpoint.start(server());
    RegionObserver region =
        (isProtected ? region(() -> null) : regionOfAnotherTable())
            .getRegionObserver()
            .orElseThrow();

    ServerStatus status = ((StatusAnswer.Ready) status(region)).status();

    assertThat(status.party()).isEqualTo(Party.P0);
    assertThat(status.server()).isEqualTo(SERVER.toString());
    assertThat(status.release()).matches("\\d+\\.\\d+\\.\\d+.*");
    assertThat(status.oldestMeshVersion()).isEqualTo(Versions.OLDEST);
    assertThat(status.newestMeshVersion()).isEqualTo(Versions.NEWEST);
    assertThat(status.meshHost()).isEqualTo("mesh0.example");
    assertThat(status.meshPort()).isEqualTo(18600);
    assertThat(status.certificates()).hasSize(3);
    assertThat(status.ownCertificate().party()).isEqualTo(Party.P0);
    assertThat(status.ownCertificate().fingerprint()).matches("[0-9a-f]{64}");
    assertThat(status.discovery())
        .isEqualTo(
            new DiscoveryStatus("the list of servers in the configuration", "", List.of(), 0));
    assertThat(status.peers())
        .singleElement()
        .satisfies(
            peer -> {
              assertThat(peer.party()).isEqualTo(Party.P1);
              assertThat(peer.server()).isEqualTo("rs1,16020,0");
              assertThat(peer.port()).isEqualTo(free);
              assertThat(peer.connection()).isEqualTo(PeerStatus.Connection.UNREACHABLE);
              assertThat(peer.reason()).contains("refused");
            });
  }

  @Test
  void whoAsksAServerWithoutAnEndpointIsToldSo() throws Exception {
    endpoint.start(server());
    endpoint.stop(server());
    assertThat(status(region(() -> null).getRegionObserver().orElseThrow()))
        .isInstanceOfSatisfying(
            StatusAnswer.Unavailable.class,
            answer ->
                assertThat(answer.reason()).contains("hbase.coprocessor.regionserver.classes"));
  }

  /** The answer once it is not pending; nothing is read from the region for it. */
  @SuppressWarnings("unchecked")
  private static StatusAnswer status(RegionObserver region) throws IOException {
    Get get =
        new Get(Bytes.toBytes("r")).setAttribute(StatusAnswer.ATTRIBUTE, StatusAnswer.question());
    Deadline deadline = new Deadline("a status");
    while (true) {
      deadline.check();
      AtomicBoolean bypassed = new AtomicBoolean();
      ObserverContext<RegionCoprocessorEnvironment> context =
          object(
              ObserverContext.class,
              Map.of(
                  "bypass",
                  () -> {
                    bypassed.set(true);
                    return null;
                  }));
      List<Cell> cells = new ArrayList<>();
      region.preGetOp(context, get, cells);
      assertThat(bypassed).isTrue();
      StatusAnswer answer = StatusAnswer.decode(CellUtil.cloneValue(cells.get(0)));
      if (!(answer instanceof StatusAnswer.Pending)) {
        return answer;
      }
      Thread.onSpinWait();
    }
  }

  /** HBase aborts a server whose coprocessor throws anything but an IOException. */
  @Test
  void aDefectIsAnAnswer() throws Exception {
    endpoint.start(server());
    ProtectedRegion region =
        region(
            () -> {
              throw new IllegalStateException("a defect, with something of its own to say");
            });

    QueryFailure failure = answer(region);

    assertThat(failure.mayPass()).isFalse();
    assertThat(failure.reason()).isEqualTo("the query failed: IllegalStateException");
  }

  /**
   * Whichever way a scan goes, its rows lie in the region: from the lower end on, and below the
   * higher one, which a reversed scan gives as its start.
   */
  @ParameterizedTest(name = "region {0} to {1}, reversed: {2}, from {3} to {4}: {5}")
  @CsvSource({
    "b, d, false, b, d, true",
    "b, d, false, c, cc, true",
    "b, d, false, a, d, false",
    "b, d, false, b, da, false",
    "b, d, false, b, '', false",
    "b, d, false, '', d, false",
    "b, d, true, d, b, true",
    "b, d, true, cc, c, true",
    "b, d, true, d, a, false",
    "b, d, true, da, b, false",
    "b, d, true, '', b, false",
    "b, d, true, d, '', false",
    "b, '', false, b, '', true",
    "b, '', false, b, x, true",
    "b, '', true, '', b, true",
    "b, '', true, x, b, true",
    "b, '', true, '', a, false",
    "'', d, false, '', d, true",
    "'', d, true, d, '', true",
    "'', d, true, '', '', false",
    "'', '', false, '', '', true",
    "'', '', true, '', '', true",
  })
  void aScanBeyondItsRegionMayComeBack(
      String regionStart,
      String regionEnd,
      boolean reversed,
      String start,
      String stop,
      boolean covered)
      throws Exception {
    endpoint.start(server());
    ProtectedRegion region =
        region(
            () ->
                RegionInfoBuilder.newBuilder(TABLE.getTableName())
                    .setStartKey(Bytes.toBytes(regionStart))
                    .setEndKey(Bytes.toBytes(regionEnd))
                    .build());
    Scan scan =
        new Scan()
            .setReversed(reversed)
            .withStartRow(Bytes.toBytes(start), !reversed)
            .withStopRow(Bytes.toBytes(stop), reversed);

    QueryFailure failure = answer(region, scan);

    // What is covered is to begin at the peers, of which there are none.
    if (covered) {
      assertThat(failure.reason()).contains("cannot be located");
    } else {
      assertThat(failure.mayPass()).isTrue();
      assertThat(failure.reason()).isEqualTo("the region's boundaries have changed");
    }
  }

  private static QueryFailure answer(ProtectedRegion region) throws IOException {
    return answer(region, new Scan());
  }

  private static QueryFailure answer(ProtectedRegion region, Scan scan) throws IOException {
    scan.setAttribute(Query.ATTRIBUTE, query().encode());
    RegionScanner opened = object(RegionScanner.class, Map.of("close", () -> null));
    RegionScanner scanner =
        region.getRegionObserver().orElseThrow().postScannerOpen(null, scan, opened);
    Deadline deadline = new Deadline("an answer");
    while (true) {
      deadline.check();
      List<Cell> cells = new ArrayList<>();
      boolean more = scanner.nextRaw(cells);
      byte[] value = CellUtil.cloneValue(cells.get(0));
      if (!more) {
        // As HBase does behind the last page.
        scanner.close();
        return QueryFailure.decode(value);
      }
      assertThat(Page.decode(value).kind()).isEqualTo(Page.Kind.HEARTBEAT);
    }
  }

  private static Query query() {
    return new Query(
        new QuerySession(1, 2, 3),
        Party.P0,
        List.of(SERVER.toString(), "rs1,16020,1", "rs2,16020,1"),
        ProtocolSuites.DEFAULT,
        List.of(new QueryColumn(FAMILY, QUALIFIER, PROTECTION)),
        new Operation.Select(PublicCondition.present(0), Operation.Select.NO_LIMIT));
  }

  private static ProtectedRegion region(Supplier<RegionInfo> info) throws IOException {
    Region region =
        object(Region.class, Map.of("getTableDescriptor", () -> TABLE, "getRegionInfo", info));
    return region(region);
  }

  private static ProtectedRegion region(Region region) {
    ProtectedRegion coprocessor = new ProtectedRegion();
    coprocessor.start(
        object(
            RegionCoprocessorEnvironment.class,
            Map.of(
                "getRegion", () -> region,
                "getServerName", () -> SERVER,
                "getConfiguration", () -> new Configuration(false))));
    return coprocessor;
  }

  private RegionServerCoprocessorEnvironment server() {
    return object(
        RegionServerCoprocessorEnvironment.class,
        Map.of(
            "getConfiguration", () -> conf,
            "getServerName", () -> SERVER,
            "getMetricRegistryForRegionServer", () -> registry));
  }

  /** An object of HBase's interface that answers what is asked of it here and nothing else. */
  private static <T> T object(Class<T> type, Map<String, Supplier<?>> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              Supplier<?> answer = answers.get(method.getName());
              if (answer == null) {
                throw new UnsupportedOperationException(method.getName());
              }
              return answer.get();
            }));
  }
}
