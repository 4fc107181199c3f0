package io.dartagnan.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dartagnan.mesh.session.Mesh;
import io.dartagnan.mesh.tls.PartyCertificates;
import io.dartagnan.mesh.tls.TlsIdentity;
import io.dartagnan.mesh.tls.TlsProvider;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that a TLS session of an earlier connection lets nobody in. */
@ExtendWith(NoLeaks.class)
class ResumedSessionTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String PROTOCOL = "TLSv1.3";

  @TempDir private Path folder;

  /** Connects, greets, and is welcomed. */
  private static void assertWelcome(SSLContext context, int port) throws IOException {
    try (RawPeer peer = RawPeer.with(context, PROTOCOL, port)) {
      peer.hello(2, 3);
      assertThat(peer.firstAnswered()).isNotNegative();
    }
  }

  private static boolean isRefused(SSLContext context, int port) {
    try (RawPeer peer = RawPeer.with(context, PROTOCOL, port)) {
      peer.hello(2, 3);
      return peer.firstAnswered() < 0;
    } catch (IOException refused) {
      return true;
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = TlsProvider.class,
      names = {"JDK", "OPENSSL"})
  void aSessionThatIsResumedIsCheckedByThePinsOfNow(TlsProvider provider) throws Exception {
    TestCertificates made = TestCertificates.in(folder);
    Path truststore = Files.copy(made.truststore(), folder.resolve("truststore-0.p12"));
    TlsIdentity identity =
        new TlsIdentity(made.keystore(Party.P0), made.password(), truststore, made.password())
            .withProvider(provider)
            .withPollInterval(Duration.ofHours(1));
    RawPeer.Gullible trust = new RawPeer.Gullible();
    SSLContext context = RawPeer.context(made, made.keystore(Party.P1), trust);
    CompletableFuture<Integer> port = new CompletableFuture<>();
    CompletableFuture<Boolean> refused = new CompletableFuture<>();
    try (PartyCertificates certificates = PartyCertificates.load(Party.P0, identity)) {
      // Before the mesh hears of it: the pins are new, and what resumes sessions is not.
      certificates.onChange(() -> refused.complete(isRefused(context, port.join())));
      MeshSettings settings = MeshSettings.of(Party.P0, "127.0.0.1", 0, identity, PATIENCE);
      try (Mesh mesh = Mesh.start(settings, certificates, (party, server) -> null)) {
        port.complete(mesh.port());
        assertWelcome(context, mesh.port());
        assertWelcome(context, mesh.port());

        made.writeTruststore(
            truststore,
            Map.of(
                "party-0", made.keystore(Party.P0),
                "party-1", made.nextKeystore(),
                "party-2", made.keystore(Party.P2)));
        certificates.refresh();
        assertThat(refused).isCompletedWithValue(true);
        await("it is counted")
            .atMost(PATIENCE)
            .until(() -> mesh.tls().rejections().toString(), "{UNKNOWN_CERTIFICATE=1}"::equals);
        assertThat(trust.timesAsked()).as("handshakes in full").isOne();
      }
    }
  }
}
