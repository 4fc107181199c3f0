package io.dartagnan.clusters.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.client.configuration.CloudConfiguration;
import io.dartagnan.clusters.deployment.Deployment;
import io.dartagnan.clusters.deployment.DeploymentPorts;
import io.dartagnan.clusters.deployment.Settings;
import io.dartagnan.clusters.files.ConfigurationFile;
import io.dartagnan.clusters.hbase.HBaseServer.HBaseSite;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.mpc.Party;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterSettingsTest {
  private static final Map<String, String> SERVERS =
      Map.of("hbase.rpc.tls.keystore.location", "/servers.p12");
  private static final Map<String, String> CLIENTS =
      Map.of("hbase.rpc.tls.keystore.location", "/clients.p12");

  @TempDir Path folder;

  @Test
  void hadoopReadsBackWhatWasWritten() {
    Map<String, String> settings =
        Map.of("plain", "value", "<&>", "a < b && b > c", "quoted", "it's \"so\"");

    Configuration read = parse(ConfigurationFile.render(settings));

    settings.forEach((key, value) -> assertThat(read.get(key)).isEqualTo(value));
  }

  @Test
  void onlyTheOwnerReadsTheFile() throws Exception {
    Path file = folder.resolve("conf").resolve("hbase-site.xml");

    ConfigurationFile.write(file, Map.of("password", "x"));

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
        .isEqualTo("rwx------");
  }

  @Test
  void aCloudIsNamedAndBoundToThisMachineAlone() {
    Map<String, String> site = cloud(Role.CLOUD_1, 1);

    assertThat(site)
        .containsEntry("dartagnan.party", "1")
        .containsEntry("hbase.coprocessor.regionserver.classes", "io.dartagnan.server.MeshEndpoint")
        .containsEntry(
            "hbase.coprocessor.user.region.classes", "io.dartagnan.server.ProtectedRegion")
        .containsEntry("hbase.master.ipc.address", "127.0.0.1")
        .containsEntry("hbase.regionserver.ipc.address", "127.0.0.1")
        .containsEntry("hbase.zookeeper.property.clientPortAddress", "127.0.0.1")
        .containsEntry("dartagnan.mesh.bind.address", "127.0.0.1")
        .containsEntry("hbase.rootdir", "file:///state/cloud-1/data/hbase");
  }

  @Test
  void theBaselineKnowsNothingOfCoprocessors() {
    Map<String, String> site = baseline(true);

    assertThat(site.keySet())
        .noneMatch(key -> key.startsWith("dartagnan.") || key.contains("coprocessor"));
  }

  @Test
  void everyClusterLetsInOnlyWhoHasACertificate() {
    for (Map<String, String> site : List.of(cloud(Role.CLOUD_1, 1), baseline(true))) {
      assertThat(site)
          .containsEntry("hbase.server.netty.tls.enabled", "true")
          .containsEntry("hbase.server.netty.tls.supportplaintext", "false")
          .containsEntry("hbase.server.netty.tls.client.auth.mode", "NEED")
          .containsEntry("hbase.server.netty.tls.verify.client.hostname", "false")
          .containsEntry("hbase.client.netty.tls.enabled", "true")
          .containsEntry("hbase.rpc.tls.keystore.location", "/servers.p12");
    }
    assertThat(baseline(false).keySet()).noneMatch(key -> key.contains("tls"));
  }

  @Test
  void severalRegionServersInOneProcessTakeAnyFreePort() {
    assertThat(cloud(Role.CLOUD_0, 3))
        .containsEntry("hbase.regionserver.port", "0")
        .containsEntry("dartagnan.mesh.port", "0");
    assertThat(cloud(Role.CLOUD_0, 1).get("dartagnan.mesh.port")).isNotEqualTo("0");
  }

  @Test
  void theSafeClientFindsEachCloudAndABareClientOneOfThem() {
    List<Map<String, String>> sites = Role.CLOUDS.stream().map(cloud -> cloud(cloud, 1)).toList();
    List<Map<String, String>> ways = ways(sites, CLIENTS);

    Map<String, String> safe = ClientSite.safe(ways);
    Map<String, String> bare = ClientSite.bare(ways.get(2));

    assertThat(safe)
        .containsEntry("hbase.client.connection.impl", "io.dartagnan.client.SafeConnection")
        .containsEntry("dartagnan.party.2.hbase.zookeeper.quorum", "127.0.0.1")
        .containsEntry(
            "dartagnan.party.2.hbase.zookeeper.property.clientPort",
            sites.get(2).get("hbase.zookeeper.property.clientPort"))
        .containsEntry("dartagnan.party.2.zookeeper.znode.parent", "/cloud-2")
        .containsEntry("dartagnan.party.2.hbase.client.netty.tls.enabled", "true")
        .containsEntry("dartagnan.party.2.hbase.rpc.tls.keystore.location", "/clients.p12")
        .containsEntry("dartagnan.client.unencrypted", "refuse");
    assertThat(bare)
        .doesNotContainKey("hbase.client.connection.impl")
        .containsEntry("zookeeper.znode.parent", "/cloud-2")
        .containsEntry("hbase.client.netty.tls.enabled", "true")
        .containsEntry("hbase.rpc.tls.keystore.location", "/clients.p12");
    for (Map<String, String> client : List.of(safe, bare)) {
      assertThat(client.keySet())
          .noneMatch(
              key ->
                  key.contains("mesh.tls")
                      || key.contains("server.netty.tls")
                      || key.contains("redis"));
    }
  }

  @Test
  void theSafeClientOfOneCloudKnowsThatThereIsNoOther() {
    Map<String, String> safe = ClientSite.safe(ways(List.of(cloud(Role.CLOUD_0, 1)), CLIENTS));

    assertThat(safe)
        .containsEntry("hbase.client.connection.impl", "io.dartagnan.client.SafeConnection")
        .containsEntry("dartagnan.clouds", "1")
        .containsEntry("dartagnan.party.0.zookeeper.znode.parent", "/cloud-0")
        .containsEntry("dartagnan.client.unencrypted", "refuse");
    assertThat(safe.keySet())
        .noneMatch(
            key -> key.startsWith("dartagnan.party.1.") || key.startsWith("dartagnan.party.2."));
    List<Map<String, String>> three = Role.CLOUDS.stream().map(cloud -> cloud(cloud, 1)).toList();
    assertThat(ClientSite.safe(ways(three, CLIENTS))).doesNotContainKey("dartagnan.clouds");
  }

  @Test
  void aClientOfClustersWithoutTlsHasNoKey() {
    Map<String, String> plain = new LinkedHashMap<>(cloud(Role.CLOUD_2, 1));
    plain.put("hbase.server.netty.tls.enabled", "false");
    List<Map<String, String>> sites =
        List.of(cloud(Role.CLOUD_0, 1), cloud(Role.CLOUD_1, 1), plain);

    Map<String, String> safe = ClientSite.safe(ways(sites, CLIENTS));

    assertThat(safe)
        .containsEntry("dartagnan.party.1.hbase.client.netty.tls.enabled", "true")
        .containsEntry("dartagnan.client.unencrypted", "allow");
    assertThat(safe.keySet())
        .noneMatch(key -> key.startsWith("dartagnan.party.2.") && key.contains("tls"));
  }

  @Test
  void aClientFollowsAProtocolThatTheUserChose() {
    Map<String, String> site = new LinkedHashMap<>(cloud(Role.CLOUD_0, 1));
    site.put("hbase.rpc.tls.protocol", "TLSv1.3");

    assertThat(ClientSite.way(site, CLIENTS)).containsEntry("hbase.rpc.tls.protocol", "TLSv1.3");
  }

  @ParameterizedTest
  @EnumSource(Party.class)
  void theSafeClientConnectsToEachCloudAsABareClientWould(Party party) {
    List<Map<String, String>> sites = Role.CLOUDS.stream().map(cloud -> cloud(cloud, 1)).toList();
    List<Map<String, String>> ways = ways(sites, CLIENTS);
    Configuration safe = parse(ConfigurationFile.render(ClientSite.safe(ways)));

    Configuration cloud = CloudConfiguration.of(safe, party);

    ClientSite.bare(ways.get(party.index()))
        .forEach((key, value) -> assertThat(cloud.get(key)).as(key).isEqualTo(value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hbase.coprocessor.regionserver.classes",
        "hbase.coprocessor.user.region.classes",
        "hbase.client.connection.impl",
        "hbase.client.registry.impl",
        "hbase.client.async.connection.impl"
      })
  void theClassesThatHBaseLoadsAreThere(String key) {
    Map<String, String> all = new LinkedHashMap<>(cloud(Role.CLOUD_0, 1));
    all.putAll(ClientSite.safe(List.of()));

    assertThat(getClass().getResource("/" + all.get(key).replace('.', '/') + ".class"))
        .as(all.get(key))
        .isNotNull();
  }

  private static Map<String, String> cloud(Role role, int regionServers) {
    return HBaseSite.cloud(
            role, deployment(regionServers, true), Path.of("/state").resolve(role.id()), SERVERS)
        .settings();
  }

  private static Map<String, String> baseline(boolean encrypted) {
    return HBaseSite.plain(
            Role.BASELINE,
            deployment(1, encrypted),
            Path.of("/state/baseline"),
            encrypted ? SERVERS : Map.of())
        .settings();
  }

  private static List<Map<String, String>> ways(
      List<Map<String, String>> sites, Map<String, String> credentials) {
    return sites.stream().map(site -> ClientSite.way(site, credentials)).toList();
  }

  private static Deployment deployment(int regionServers, boolean encrypted) {
    Map<String, Integer> ports = new LinkedHashMap<>();
    int next = 20_000;
    for (Role role : Role.values()) {
      for (String key : DeploymentPorts.keys(role)) {
        ports.put(Deployment.portName(role, key), next++);
      }
    }
    return new Deployment(3, regionServers, true, encrypted, Settings.none(), ports);
  }

  private static Configuration parse(String xml) {
    Configuration configuration = new Configuration(false);
    configuration.addResource(
        new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)), "hbase-site.xml");
    return configuration;
  }
}
