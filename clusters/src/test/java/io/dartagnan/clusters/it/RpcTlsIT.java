package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.clusters.certs.RpcCertificates;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.process.StateFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HBase's own TLS on the lines between clients and clouds: who gets in, and what a line shows. */
@EndToEnd
class RpcTlsIT {
  private static final String ENABLED = "hbase.client.netty.tls.enabled";
  private static final String KEYSTORE = "hbase.rpc.tls.keystore.";
  private static final String TRUSTSTORE = "hbase.rpc.tls.truststore.";

  private final LocalClusters clusters;
  @TempDir private Path folder;

  RpcTlsIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aClientWithoutTlsGetsNothing(int party) throws IOException {
    getsNothing(party, settings(ENABLED, "false"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aClientWithoutACertificateGetsNothing(int party) throws IOException {
    getsNothing(party, settings(KEYSTORE + "location", ""));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aClientWithACertificateThatNobodyKnowsGetsNothing(int party) throws IOException {
    RpcCertificates strange = new RpcCertificates(new StateFolder(folder));
    strange.ensure();
    Map<String, String> stranger = strange.ofClients(Role.ofParty(party));

    getsNothing(
        party,
        settings(
            KEYSTORE + "location", stranger.get(KEYSTORE + "location"),
            KEYSTORE + "password", stranger.get(KEYSTORE + "password")));
  }

  /** Or one cloud could stand for another, and have two shares of everything. */
  @Test
  void aCloudThatHasAnothersCertificateIsRefused() throws IOException {
    String truststore = clusters.folder("client").resolve("rpc").resolve("cloud-2.p12").toString();
    TableName name = TableName.valueOf("rpcTls");
    try (Connection safe = clusters.safe()) {
      Numbered numbered = Numbered.create(safe, name.getNameAsString()).load(1);
      assertThat(numbered.read(0)).isZero();
    }

    Configuration wrong = settings("dartagnan.party.1." + TRUSTSTORE + "location", truststore);
    try (Connection safe = clusters.safe(wrong);
        Table table = safe.getTable(name)) {
      assertThatThrownBy(() -> table.get(new Get(Bytes.toBytes(Numbered.row(0)))))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cloud 1");
    }
    getsNothing(1, settings(TRUSTSTORE + "location", truststore));
  }

  @Test
  void aClientThatForgotTlsIsRefusedBeforeItSendsAnything() throws IOException {
    Configuration forgot = settings("dartagnan.party.2." + ENABLED, "false");
    assertThat(clusters.client().get(ClientKeys.UNENCRYPTED)).isEqualTo("refuse");
    try (Connection safe = clusters.safe(forgot)) {
      assertThatThrownBy(safe::getAdmin)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("the connection to cloud 2 is not encrypted");
    }
  }

  @Test
  void whoeverTapsTheLinesSeesNeitherSharesNorPlainValues() throws Exception {
    SecretRow row = new SecretRow("tapped");
    try (TappedLines lines = TappedLines.of(clusters, folder)) {
      row.write(clusters, lines);

      for (int party = 0; party < 3; party++) {
        assertThat(lines.bytes(party)).as("bytes to and from cloud %d", party).isGreaterThan(1_000);
        assertThat(lines.saw(party, row.share(clusters, party))).isFalse();
        assertThat(lines.saw(party, row.shared())).isFalse();
        assertThat(lines.saw(party, row.plain())).isFalse();
      }
    }
  }

  private void getsNothing(int party, Configuration settings) throws IOException {
    new CloudEntry(clusters, party).isClosedWith(settings);
  }

  private static Configuration settings(String... keysAndValues) {
    Configuration settings = new Configuration(false);
    for (int i = 0; i < keysAndValues.length; i += 2) {
      settings.set(keysAndValues[i], keysAndValues[i + 1]);
    }
    return settings;
  }
}
