package io.dartagnan.clusters.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.client.configuration.CloudConfiguration;
import io.dartagnan.clusters.deployment.Deployment;
import io.dartagnan.clusters.deployment.DeploymentPorts;
import io.dartagnan.clusters.deployment.Settings;
import io.dartagnan.clusters.files.ConfigurationFile;
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
    Map<String, String> site =
        HBaseSite.plain(Role.BASELINE, deployment(1), Path.of("/state/baseline"));

    assertThat(site.keySet())
        .noneMatch(key -> key.startsWith("dartagnan.") || key.contains("coprocessor"));
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

    Map<String, String> safe = ClientSite.safe(sites);
    Map<String, String> bare = ClientSite.bare(sites.get(2));

    assertThat(safe)
        .containsEntry("hbase.client.connection.impl", "io.dartagnan.client.SafeConnection")
        .containsEntry("dartagnan.party.2.hbase.zookeeper.quorum", "127.0.0.1")
        .containsEntry(
            "dartagnan.party.2.hbase.zookeeper.property.clientPort",
            sites.get(2).get("hbase.zookeeper.property.clientPort"))
        .containsEntry("dartagnan.party.2.zookeeper.znode.parent", "/cloud-2");
    assertThat(bare)
        .doesNotContainKey("hbase.client.connection.impl")
        .containsEntry("zookeeper.znode.parent", "/cloud-2");
    for (Map<String, String> client : List.of(safe, bare)) {
      assertThat(client.keySet()).noneMatch(key -> key.contains("tls") || key.contains("redis"));
    }
  }

  @ParameterizedTest
  @EnumSource(Party.class)
  void theSafeClientConnectsToEachCloudAsABareClientWould(Party party) {
    List<Map<String, String>> sites = Role.CLOUDS.stream().map(cloud -> cloud(cloud, 1)).toList();
    Configuration safe = parse(ConfigurationFile.render(ClientSite.safe(sites)));

    Configuration cloud = CloudConfiguration.of(safe, party);

    ClientSite.bare(sites.get(party.index()))
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
        role, deployment(regionServers), Path.of("/state").resolve(role.id()), Map.of());
  }

  private static Deployment deployment(int regionServers) {
    Map<String, Integer> ports = new LinkedHashMap<>();
    int next = 20_000;
    for (Role role : Role.values()) {
      for (String key : DeploymentPorts.keys(role)) {
        ports.put(Deployment.portName(role, key), next++);
      }
    }
    return new Deployment(regionServers, true, Settings.none(), ports);
  }

  private static Configuration parse(String xml) {
    Configuration configuration = new Configuration(false);
    configuration.addResource(
        new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)), "hbase-site.xml");
    return configuration;
  }
}
