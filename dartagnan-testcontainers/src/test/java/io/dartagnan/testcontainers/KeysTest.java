package io.dartagnan.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import io.dartagnan.provisioning.Site.Stores;
import io.dartagnan.testcontainers.Keys.PinnedStores;
import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.security.KeyStore;
import java.util.Collections;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;

/** Real TLS in memory, with each of the stores: it says who gets in. */
class KeysTest {
  private static final String HOST = "docker.example";

  private final Keys keys = Keys.make(HOST);

  @Test
  void theApplicationAndACloudAcceptEachOther() throws Exception {
    for (Party party : Party.ALL) {
      handshake(keys.client(party), keys.rpc(party));
    }
  }

  @Test
  void aCloudIsNotAcceptedInThePlaceOfAnother() {
    assertThatThrownBy(() -> handshake(keys.client(Party.P0), keys.rpc(Party.P1)))
        .isInstanceOf(SSLException.class);
  }

  @Test
  void aCloudsOwnServersAcceptEachOther() throws Exception {
    handshake(keys.rpc(Party.P2), keys.rpc(Party.P2));
  }

  @Test
  void aCloudIsNoClientOfAnother() {
    assertThatThrownBy(() -> handshake(keys.rpc(Party.P2), keys.rpc(Party.P1)))
        .isInstanceOf(SSLException.class);
  }

  @Test
  void theApplicationOfOneSetIsNotAcceptedByAnother() {
    assertThatThrownBy(() -> handshake(Keys.make(HOST).client(Party.P0), keys.rpc(Party.P0)))
        .isInstanceOf(SSLException.class);
  }

  @Test
  void theMeshHasAKeyOfItsOwnAndTheCertificatesOfThree() throws Exception {
    PinnedStores stores = keys.mesh(Party.P1);

    assertThat(Collections.list(store(stores.keystore(), stores).aliases()))
        .containsExactly("party-1");
    assertThat(Collections.list(store(stores.truststore(), stores).aliases()))
        .containsExactlyInAnyOrder("party-0", "party-1", "party-2");
  }

  private static KeyStore store(byte[] file, PinnedStores stores) throws Exception {
    KeyStore store = KeyStore.getInstance(Stores.TYPE);
    store.load(new ByteArrayInputStream(file), stores.revealPassword().toCharArray());
    return store;
  }

  private static SSLContext context(PinnedStores stores) throws Exception {
    KeyManagerFactory key = KeyManagerFactory.getInstance("PKIX");
    key.init(store(stores.keystore(), stores), stores.revealPassword().toCharArray());
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(store(stores.truststore(), stores));
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(key.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  private static void handshake(PinnedStores client, PinnedStores server) throws Exception {
    SSLEngine dialling = context(client).createSSLEngine(HOST, 16020);
    dialling.setUseClientMode(true);
    SSLParameters parameters = dialling.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    dialling.setSSLParameters(parameters);
    SSLEngine listening = context(server).createSSLEngine();
    listening.setUseClientMode(false);
    listening.setNeedClientAuth(true);
    dialling.beginHandshake();
    listening.beginHandshake();
    ByteBuffer toServer = ByteBuffer.allocate(1 << 16);
    ByteBuffer toClient = ByteBuffer.allocate(1 << 16);
    while (isShaking(dialling) || isShaking(listening)) {
      step(dialling, toClient, toServer);
      step(listening, toServer, toClient);
    }
  }

  private static boolean isShaking(SSLEngine engine) {
    return engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING
        && engine.getHandshakeStatus() != HandshakeStatus.FINISHED;
  }

  private static void step(SSLEngine engine, ByteBuffer from, ByteBuffer to) throws SSLException {
    from.flip();
    ByteBuffer plain = ByteBuffer.allocate(1 << 16);
    boolean waits = false;
    while (!waits) {
      switch (engine.getHandshakeStatus()) {
        case NEED_TASK -> engine.getDelegatedTask().run();
        case NEED_WRAP -> engine.wrap(ByteBuffer.allocate(0), to);
        default -> {
          waits = !from.hasRemaining();
          if (!waits) {
            engine.unwrap(from, plain);
          }
        }
      }
    }
    from.compact();
  }
}
