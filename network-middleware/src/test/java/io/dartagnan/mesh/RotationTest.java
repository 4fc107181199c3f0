package io.dartagnan.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dartagnan.mesh.session.Mesh;
import io.dartagnan.mesh.session.MeshSession;
import io.dartagnan.mesh.tls.HandshakeRejection;
import io.dartagnan.mesh.tls.MeshTls;
import io.dartagnan.mesh.tls.TlsIdentity;
import io.dartagnan.mesh.tls.TlsProvider;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that no session notices that a party changes its key. */
@ExtendWith(NoLeaks.class)
@Tag("thorough")
class RotationTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int SESSIONS_BETWEEN_STEPS = 10;

  /** Also how long a connection outlives the pin of its certificate. */
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private static TestCertificates made;
  @TempDir private Path folder;

  @BeforeAll
  static void makeCertificates(@TempDir Path shared) throws Exception {
    made = TestCertificates.in(shared);
  }

  private Path keystore(Party party) {
    return folder.resolve("keystore-" + party.index() + ".p12");
  }

  private Path truststore(Party party) {
    return folder.resolve("truststore-" + party.index() + ".p12");
  }

  private void pinEverywhere(String... aliases) throws IOException {
    Map<String, Path> pins = new HashMap<>();
    for (String alias : aliases) {
      pins.put(alias, made.file(alias));
    }
    for (Party party : Party.ALL) {
      made.writeTruststore(truststore(party), pins);
    }
  }

  private MeshSettings settings(MeshSettings from, TlsProvider provider) {
    Party self = from.self();
    TlsIdentity identity =
        new TlsIdentity(keystore(self), made.password(), truststore(self), made.password())
            .withProvider(provider)
            .withPollInterval(Duration.ofMillis(100));
    return MeshSettings.of(self, from.bindAddress(), from.port(), identity, from.timeout());
  }

  private static void awaitGeneration(ThreeMeshes three, Party party, long generation) {
    await(party + " has its certificates of generation " + generation)
        .atMost(PATIENCE)
        .until(() -> three.mesh(party).tls().generation() == generation);
  }

  /** Every party tells every other something, again and again, in a session each time. */
  private static final class Traffic implements AutoCloseable {
    private final ThreeMeshes three;
    private final AtomicBoolean ending = new AtomicBoolean();
    private final AtomicInteger finished = new AtomicInteger();
    private final CompletableFuture<Void> running;

    Traffic(ThreeMeshes three) {
      this.three = three;
      this.running = CompletableFuture.runAsync(this::run);
    }

    private void run() {
      while (!ending.get()) {
        Map<Party, MeshSession> sides = three.openAll(ThreeMeshes.newId());
        exchange(sides, 0);
        sides.values().forEach(MeshSession::close);
        finished.incrementAndGet();
      }
    }

    void awaitMore() {
      int enough = finished.get() + SESSIONS_BETWEEN_STEPS;
      await("sessions go on")
          .atMost(PATIENCE)
          .until(() -> running.isDone() || finished.get() >= enough);
      if (running.isDone()) {
        join();
      }
    }

    @Override
    public void close() {
      ending.set(true);
      join();
    }

    private void join() {
      try {
        running.join();
      } catch (CompletionException e) {
        throw new AssertionError("a session failed", e.getCause());
      }
    }
  }

  private static void exchange(Map<Party, MeshSession> sides, long step) {
    sides.forEach(
        (from, side) -> {
          for (Party to : Party.ALL) {
            if (to != from) {
              side.send(to, step, ByteBuffer.wrap(new byte[] {(byte) from.index()}));
            }
          }
        });
    sides.forEach(
        (to, side) -> {
          for (Party from : Party.ALL) {
            if (to != from) {
              assertThat(side.receive(from, step).get()).isEqualTo((byte) from.index());
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource(
      value = TlsProvider.class,
      names = {"JDK", "OPENSSL"})
  void aPartyChangesItsKeyWhileSessionsRun(TlsProvider provider) throws Exception {
    for (Party party : Party.ALL) {
      Files.copy(made.keystore(party), keystore(party));
    }
    pinEverywhere("party-0", "party-1", "party-2");
    try (ThreeMeshes three =
            ThreeMeshes.start(made, TIMEOUT, settings -> settings(settings, provider));
        RawPeer holdingOn = RawPeer.as(Party.P1, made, three.mesh(Party.P0).port());
        Traffic traffic = new Traffic(three)) {
      traffic.awaitMore();
      Map<Party, MeshSession> longSession = three.openAll(ThreeMeshes.newId());
      exchange(longSession, 0);
      Map<Party, MeshSession> lagging = three.openAll(ThreeMeshes.newId());
      exchange(lagging, 0);
      lagging.get(Party.P1).send(Party.P0, 1, ByteBuffer.wrap(new byte[] {1}));
      lagging.get(Party.P1).close();

      pinEverywhere("party-0", "party-1", "party-1-next", "party-2");
      for (Party party : Party.ALL) {
        awaitGeneration(three, party, 2);
      }
      traffic.awaitMore();
      exchange(longSession, 1);

      TestCertificates.replace(keystore(Party.P1), Files.readAllBytes(made.nextKeystore()));
      awaitGeneration(three, Party.P1, 3);
      traffic.awaitMore();
      exchange(longSession, 2);

      pinEverywhere("party-0", "party-1-next", "party-2");
      awaitGeneration(three, Party.P0, 3);
      awaitGeneration(three, Party.P1, 4);
      awaitGeneration(three, Party.P2, 3);
      exchange(longSession, 3);
      longSession.values().forEach(MeshSession::close);
      traffic.awaitMore();
      // The connection that it came over has gone with the last session that party 1 had on it.
      assertThat(lagging.get(Party.P0).receive(Party.P1, 1).get()).isEqualTo((byte) 1);
      lagging.values().forEach(MeshSession::close);

      assertThat(three.mesh(Party.P1).tls().certificates().certificate())
          .isEqualTo(made.certificate(made.nextKeystore()));
      MeshTls zero = three.mesh(Party.P0).tls();
      assertThat(zero.rejections().total()).isZero();
      try (RawPeer former = RawPeer.as(Party.P1, made, three.mesh(Party.P0).port())) {
        assertThat(former.isRefused()).isTrue();
      } catch (IOException refusedInTheHandshake) {
        assertThat(refusedInTheHandshake).isNotNull();
      }
      await("the former key is refused")
          .atMost(PATIENCE)
          .until(() -> zero.rejections().count(HandshakeRejection.UNKNOWN_CERTIFICATE) == 1);

      // The one connection that held on to the former key is ended, and no session was on it.
      assertThat(holdingOn.isRefused()).isTrue();
      traffic.awaitMore();
      assertThat(zero.rejections().toString()).isEqualTo("{UNKNOWN_CERTIFICATE=1, UNPINNED=1}");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = TlsProvider.class,
      names = {"JDK", "OPENSSL"})
  void aConnectionWhoseCertificateIsNoLongerPinnedIsEnded(TlsProvider provider) throws Exception {
    for (Party party : Party.ALL) {
      Files.copy(made.keystore(party), keystore(party));
    }
    pinEverywhere("party-0", "party-1", "party-2");
    try (ThreeMeshes three =
            ThreeMeshes.start(
                made, Duration.ofSeconds(1), settings -> settings(settings, provider));
        RawPeer peer = RawPeer.as(Party.P1, made, three.mesh(Party.P0).port())) {
      MeshSession session = three.open(Party.P0, ThreeMeshes.newId());
      peer.data(session.id(), 0, 0, (byte) 5);
      assertThat(session.receive(Party.P1, 0).get()).isEqualTo((byte) 5);
      session.close();

      pinEverywhere("party-0", "party-1-next", "party-2");
      assertThat(peer.isRefused()).isTrue();
      assertThat(three.mesh(Party.P0).tls().rejections().toString())
          .as("this one, and its own connection to that party")
          .startsWith("{UNPINNED=");
    }
  }

  @Test
  void aConnectionGivenUpForNewCertificatesBeforeItStoodIsNoServerThatCannotBeReached()
      throws Exception {
    Files.copy(made.keystore(Party.P0), keystore(Party.P0));
    pinEverywhere("party-0", "party-1", "party-2");
    CountDownLatch never = new CountDownLatch(1);
    PeerDirectory silent =
        (party, server) -> {
          try {
            never.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          throw new IOException("the mesh was closed before anybody was located");
        };
    MeshSettings settings =
        MeshSettings.of(Party.P0, "127.0.0.1", 0, made.identity(Party.P0), TIMEOUT);
    try (Mesh mesh = Mesh.start(settings(settings, TlsProvider.JDK), silent)) {
      mesh.open(ThreeMeshes.newId(), ThreeMeshes.SERVERS).close();
      pinEverywhere("party-0", "party-1", "party-1-next", "party-2");
      await("the new certificates are used")
          .atMost(PATIENCE)
          .until(() -> mesh.tls().generation() == 2);
      mesh.open(ThreeMeshes.newId(), ThreeMeshes.SERVERS).close();
      assertThat(mesh.metrics().dialsFailed()).isZero();
    }
  }
}
