package io.dartagnan.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** Settings of the clouds and of the application: they have to say the same of ports and keys. */
class SitesTest {
  private static final String HOST = "docker.example";

  private final List<CloudPlace> places =
      CloudPlace.three(HOST, IntStream.range(20_000, 20_009).boxed().toList());

  private Configuration server(int cloud) {
    Configuration site = new Configuration(false);
    site.addResource(
        new ByteArrayInputStream(
            Sites.ofServer(places.get(cloud), places, "mesh-secret", "rpc-secret")
                .xml()
                .getBytes(StandardCharsets.UTF_8)));
    return site;
  }

  @Test
  void aServerCallsItselfWhatAClientDials() {
    Configuration site = server(1);

    assertThat(site.get("hbase.zookeeper.property.clientPort")).isEqualTo("20003");
    assertThat(site.get("hbase.master.port")).isEqualTo("20004");
    assertThat(site.get("hbase.regionserver.port")).isEqualTo("20005");
    assertThat(site.get("hbase.master.hostname")).isEqualTo(HOST);
    assertThat(site.get("hbase.unsafe.regionserver.hostname")).isEqualTo(HOST);
    assertThat(site.get("dartagnan.party")).isEqualTo("1");
  }

  @Test
  void allThreeHaveOneListThatSaysOfEachWhatItSaysItself() {
    for (int cloud = 0; cloud < 3; cloud++) {
      assertThat(server(cloud).get("dartagnan.discovery.servers"))
          .isEqualTo(
              "0/docker.example,20002=cloud-0:18600,1/docker.example,20005=cloud-1:18600,2/docker.example,20008=cloud-2:18600");
      assertThat(server(cloud).get("dartagnan.mesh.advertised.host")).isEqualTo("cloud-" + cloud);
      assertThat(server(cloud).get("dartagnan.mesh.port")).isEqualTo("18600");
    }
  }

  @Test
  void plaintextAndStrangersAreTurnedAway() {
    Configuration site = server(0);

    assertThat(site.getBoolean("hbase.server.netty.tls.enabled", false)).isTrue();
    assertThat(site.getBoolean("hbase.server.netty.tls.supportplaintext", true)).isFalse();
    assertThat(site.get("hbase.server.netty.tls.client.auth.mode")).isEqualTo("NEED");
    assertThat(site.get("hbase.rpc.tls.keystore.location"))
        .isEqualTo("/etc/dartagnan/rpc/keystore.p12");
    assertThat(site.get("dartagnan.mesh.tls.truststore.location"))
        .isEqualTo("/etc/dartagnan/mesh/truststore.p12");
  }

  @Test
  void settingsPrintNoPassword() {
    assertThat(Sites.ofServer(places.get(0), places, "mesh-secret", "rpc-secret").toString())
        .contains("dartagnan.mesh.tls.keystore.password")
        .doesNotContain("secret");
  }

  @Test
  void aClientFindsTheThreeCloudsAndItsStores() throws Exception {
    Path folder;
    try (ClientFolder client = ClientFolder.make()) {
      Configuration site = new Configuration(false);
      Sites.ofClient(places, Keys.make(HOST), client).settings().forEach(site::set);

      assertThat(site.get("hbase.client.connection.impl"))
          .isEqualTo("io.dartagnan.client.SafeConnection");
      assertThat(site.get("dartagnan.client.unencrypted")).isEqualTo("refuse");
      for (Party party : Party.ALL) {
        String prefix = "dartagnan.party." + party.index() + ".";
        assertThat(site.get(prefix + "hbase.zookeeper.quorum")).isEqualTo(HOST);
        assertThat(site.getInt(prefix + "hbase.zookeeper.property.clientPort", 0))
            .isEqualTo(places.get(party.index()).zookeeperPort());
        for (String store : List.of("keystore", "truststore")) {
          Path file = Path.of(site.get(prefix + "hbase.rpc.tls." + store + ".location"));
          assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
              .isEqualTo("rw-------");
        }
      }
      folder = Path.of(site.get("dartagnan.party.0.hbase.rpc.tls.keystore.location")).getParent();
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
          .isEqualTo("rwx------");
    }
    assertThat(folder).doesNotExist();
  }
}
