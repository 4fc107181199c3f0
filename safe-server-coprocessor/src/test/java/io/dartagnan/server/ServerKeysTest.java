package io.dartagnan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mesh.Versions;
import io.dartagnan.mesh.tls.StoreFile;
import io.dartagnan.mesh.tls.TlsIdentity;
import io.dartagnan.mesh.tls.TlsProvider;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerKeysTest {
  private final Configuration conf = new Configuration(false);

  @Test
  void theSettingsOfACloudAreRead() throws Exception {
    conf.set(ServerKeys.PARTY, " 2 ");
    conf.set(ServerKeys.REDIS_URI, "redis://here:1234");

    assertThat(ServerKeys.party(conf)).isEqualTo(Party.P2);
    assertThat(ServerKeys.redis(conf)).hasHost("here").hasPort(1234);
    assertThat(ServerKeys.millis(conf, ServerKeys.LEASE_MS, 15_000))
        .isEqualTo(Duration.ofSeconds(15));
  }

  @Test
  void aMissingSettingIsNamed() {
    assertThatThrownBy(() -> ServerKeys.party(conf))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("dartagnan.party is not set");
    assertThatThrownBy(() -> ServerKeys.requirePassword(conf, ServerKeys.KEYSTORE_PASSWORD))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(ServerKeys.KEYSTORE_PASSWORD);
  }

  @ParameterizedTest
  @ValueSource(strings = {"3", "-1", "one"})
  void aPartyThatIsNoneIsRefused(String party) {
    conf.set(ServerKeys.PARTY, party);
    assertThatThrownBy(() -> ServerKeys.party(conf))
        .isInstanceOf(IOException.class)
        .hasMessage("dartagnan.party is set to '" + party + "', it must be 0, 1 or 2");
  }

  @Test
  void aMalformedRedisUriIsRefusedWithoutItsPassword() {
    conf.set(ServerKeys.REDIS_URI, "redis://:s3cret%pass@here:6379");
    assertThatThrownBy(() -> ServerKeys.redis(conf))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(ServerKeys.REDIS_URI)
        .hasNoCause()
        .message()
        .doesNotContain("s3cret");
  }

  private void setStores(String keystore, String truststore) {
    conf.set(ServerKeys.KEYSTORE, keystore);
    conf.set(ServerKeys.KEYSTORE_PASSWORD, "s3cret");
    conf.set(ServerKeys.TRUSTSTORE, truststore);
    conf.set(ServerKeys.TRUSTSTORE_PASSWORD, "s3cret");
  }

  @Test
  void theFilesOfTheMeshHaveTheTypesThatTheirExtensionsTellOrThatAreSet() throws Exception {
    setStores("/tls/keystore.p12", "/tls/trusted.store");
    conf.set(ServerKeys.TRUSTSTORE_TYPE, "jks");

    TlsIdentity identity = ServerKeys.tls(conf);

    assertThat(identity.keystore().type()).isEqualTo(StoreFile.Type.PKCS12);
    assertThat(identity.truststore().type()).isEqualTo(StoreFile.Type.JKS);
    assertThat(identity.provider()).isEqualTo(TlsProvider.AUTO);
    assertThat(identity.pollInterval()).isEqualTo(Duration.ofSeconds(5));
    assertThat(identity.toString()).doesNotContain("s3cret");
  }

  @Test
  void aTypeOrProviderThatIsNoneIsRefusedWithItsKey() {
    setStores("/tls/keystore.p12", "/tls/trusted.store");
    assertThatThrownBy(() -> ServerKeys.tls(conf))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "dartagnan.mesh.tls.truststore.type: the extension of /tls/trusted.store does not tell"
                + " its type, set pkcs12 or jks");

    setStores("/tls/keystore.p12", "/tls/truststore.p12");
    conf.set(ServerKeys.TLS_PROVIDER, "gnutls");
    assertThatThrownBy(() -> ServerKeys.tls(conf))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "dartagnan.mesh.tls.provider: TLS provider 'gnutls' given, auto, jdk or openssl is"
                + " allowed");
  }

  @Test
  void theNewestVersionOfTheMeshMayBeHeldBackToOneThatThisReleaseSpeaks() throws Exception {
    setStores("/tls/keystore.p12", "/tls/truststore.p12");
    Duration timeout = Duration.ofSeconds(1);
    assertThat(ServerKeys.mesh(conf, Party.P0, timeout).versions()).isEqualTo(Versions.ALL);

    conf.setInt(ServerKeys.MESH_VERSION_NEWEST, Versions.OLDEST);
    assertThat(ServerKeys.mesh(conf, Party.P0, timeout).versions())
        .isEqualTo(new Versions(Versions.OLDEST, Versions.OLDEST));

    for (int none : new int[] {Versions.OLDEST - 1, Versions.NEWEST + 1}) {
      conf.setInt(ServerKeys.MESH_VERSION_NEWEST, none);
      assertThatThrownBy(() -> ServerKeys.mesh(conf, Party.P0, timeout))
          .isInstanceOf(IOException.class)
          .hasMessage(
              "dartagnan.mesh.version.newest is set to %d, this release speaks versions 2 to 3 of"
                      .formatted(none)
                  + " the mesh's protocol");
    }
  }

  /** A slip must not turn on what was to be turned off. */
  @Test
  void aSwitchThatIsNeitherTrueNorFalseIsRefused() throws Exception {
    Configuration conf = new Configuration(false);
    assertThat(ServerKeys.flag(conf, ServerKeys.LEFTOVERS_REMOVE, true)).isTrue();
    conf.set(ServerKeys.LEFTOVERS_REMOVE, " false ");
    assertThat(ServerKeys.flag(conf, ServerKeys.LEFTOVERS_REMOVE, true)).isFalse();
    conf.set(ServerKeys.LEFTOVERS_REMOVE, "no");
    assertThatThrownBy(() -> ServerKeys.flag(conf, ServerKeys.LEFTOVERS_REMOVE, true))
        .isInstanceOf(IOException.class)
        .hasMessage("dartagnan.leftovers.remove is set to 'no', it must be true or false");
  }
}
