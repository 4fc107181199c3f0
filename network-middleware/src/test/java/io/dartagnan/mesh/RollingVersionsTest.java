package io.dartagnan.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dartagnan.mesh.session.MeshSession;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Meshes of different versions, and meshes that change theirs one after the other. */
@ExtendWith(NoLeaks.class)
class RollingVersionsTest {
  private static final long DEADLINE_S = 30;
  private static TestCertificates certificates;

  private final Map<Party, Versions> versions = new EnumMap<>(Party.class);
  private ThreeMeshes three;

  @BeforeAll
  static void makeCertificates(@TempDir Path folder) throws Exception {
    certificates = TestCertificates.in(folder);
  }

  private void start(Versions first, Versions second, Versions third) throws IOException {
    versions.put(Party.P0, first);
    versions.put(Party.P1, second);
    versions.put(Party.P2, third);
    three =
        ThreeMeshes.start(
            certificates,
            Duration.ofSeconds(DEADLINE_S),
            settings -> settings.withVersions(versions.get(settings.self())));
  }

  private static Versions upTo(int newest) {
    return new Versions(Versions.OLDEST, newest);
  }

  @AfterEach
  void stop() {
    if (three != null) {
      three.close();
    }
  }

  /** Has the three exchange a message and a key with each other, all in the one version. */
  private void assertSessionIn(int version) throws Exception {
    SessionId id = ThreeMeshes.newId();
    Map<Party, CompletableFuture<Map<Party, byte[]>>> sides = new EnumMap<>(Party.class);
    for (Party party : Party.ALL) {
      MeshSession side = three.open(party, id);
      sides.put(party, CompletableFuture.supplyAsync(() -> exchanged(side, version)));
    }
    Map<Party, Map<Party, byte[]>> keys = new EnumMap<>(Party.class);
    for (Party party : Party.ALL) {
      keys.put(party, sides.get(party).get(DEADLINE_S, TimeUnit.SECONDS));
    }
    for (Party party : Party.ALL) {
      Party next = party.next();
      assertThat(keys.get(party).get(next)).isEqualTo(keys.get(next).get(party));
    }
  }

  private static Map<Party, byte[]> exchanged(MeshSession side, int version) {
    try (side) {
      assertThat(side.version()).isEqualTo(version);
      Map<Party, byte[]> keys = new EnumMap<>(Party.class);
      for (Party peer : new Party[] {side.self().next(), side.self().prev()}) {
        keys.put(peer, side.sharedKey(peer));
        side.send(peer, 7, ByteBuffer.wrap(new byte[] {(byte) side.self().index()}));
      }
      for (Party peer : new Party[] {side.self().next(), side.self().prev()}) {
        assertThat(side.receive(peer, 7).get()).isEqualTo((byte) peer.index());
      }
      return keys;
    }
  }

  private int reached(Party from, Party to) throws Exception {
    return three
        .mesh(from)
        .reach(to, ThreeMeshes.SERVERS.get(to))
        .get(DEADLINE_S, TimeUnit.SECONDS);
  }

  @ParameterizedTest
  @CsvSource({"2, 2, 2, 2", "3, 2, 2, 2", "2, 3, 3, 2", "3, 3, 2, 2", "3, 2, 3, 2", "3, 3, 3, 3"})
  void aSessionIsInTheVersionOfItsSlowestParty(int first, int second, int third, int version)
      throws Exception {
    start(upTo(first), upTo(second), upTo(third));

    assertSessionIn(version);
    assertThat(reached(Party.P0, Party.P1)).isEqualTo(Math.min(first, second));
    assertThat(reached(Party.P2, Party.P1)).isEqualTo(Math.min(third, second));
    MeshMetrics metrics = three.mesh(Party.P0).metrics();
    assertThat(metrics.connectionsOpen(2) + metrics.connectionsOpen(3))
        .isEqualTo(metrics.connectionsOpen());
    assertThat(metrics.connectionsOpen(3))
        .isEqualTo((first == 3 && second == 3 ? 2 : 0) + (first == 3 && third == 3 ? 2 : 0));
  }

  @Test
  void oneServerAfterTheOtherMayBeStartedWithTheNext() throws Exception {
    start(upTo(2), upTo(2), upTo(2));
    assertSessionIn(2);
    for (Party party : Party.ALL) {
      versions.put(party, Versions.ALL);
      three.restart(party);
      int version = party == Party.P2 ? 3 : 2;
      // The others may not have noticed yet that their connections have ended.
      await()
          .atMost(Duration.ofSeconds(DEADLINE_S))
          .ignoreExceptions()
          .untilAsserted(() -> assertSessionIn(version));
    }
  }

  @Test
  void serversWithoutAVersionInCommonRefuseEachOtherByName() throws Exception {
    start(Versions.ALL, new Versions(3, 3), new Versions(2, 2));

    assertThatThrownBy(() -> reached(Party.P1, Party.P2))
        .cause()
        .isInstanceOf(ProtocolException.class)
        .hasMessageStartingWith("party 2: at ")
        .hasMessageEndingWith(
            "speaks version 2 of the mesh's protocol, this server speaks version 3; upgrade that"
                + " cloud first, or let it speak newer versions");
    assertThatThrownBy(() -> reached(Party.P2, Party.P1))
        .cause()
        .hasMessageStartingWith("party 1: at ")
        .hasMessageEndingWith(
            "speaks version 3 of the mesh's protocol, this server speaks version 2; upgrade this"
                + " cloud first, or let it speak newer versions");
    SessionId id = ThreeMeshes.newId();
    try (MeshSession first = three.open(Party.P0, id);
        MeshSession second = three.open(Party.P1, id)) {
      assertThatThrownBy(() -> first.receive(Party.P1, 0))
          .isInstanceOf(ProtocolException.class)
          .hasMessageContaining("party 1")
          .hasMessageContaining("speaks version 2 of the mesh's protocol");
      assertThatThrownBy(second::version).hasMessageContaining("speaks version 2");
    }
    assertThat(reached(Party.P0, Party.P1)).isEqualTo(3);
    assertThat(reached(Party.P0, Party.P2)).isEqualTo(2);
  }

  /** Byte for byte what a release that knows version 2 alone takes for its own. */
  @Test
  void aReleaseThatKnowsOneVersionIsAnsweredAsBefore() throws Exception {
    start(Versions.ALL, upTo(2), upTo(2));
    SessionId id = ThreeMeshes.newId();
    try (MeshSession session = three.open(Party.P0, id);
        RawPeer old = RawPeer.silent(Party.P1, certificates, three.mesh(Party.P0).port())) {
      old.hello(2, 0);
      ByteBuffer welcome = old.answered(38 + 40);
      assertThat(welcome.getInt(0)).isEqualTo(34 + 40);
      assertThat(welcome.get(4)).isEqualTo((byte) 6);
      assertThat(welcome.getInt(38)).isEqualTo(2);
      old.data(id, 5, 0, (byte) 77);
      assertThat(session.receive(Party.P1, 5).get()).isEqualTo((byte) 77);
    }
  }

  @Test
  void aReleaseThatKnowsOneVersionAndAnotherOneLearnsWhichIsSpokenHere() throws Exception {
    start(new Versions(3, 3), upTo(3), upTo(3));
    try (RawPeer old = RawPeer.silent(Party.P1, certificates, three.mesh(Party.P0).port())) {
      old.hello(2, 0);
      // Its sentence: "speaks version 3 of the mesh's protocol, this release speaks 2".
      assertThat(old.answered(38 + 40).getInt(38)).isEqualTo(3);
      assertThat(old.isRefused()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"3, 3, 2", "2, 3, 3", "2, 0, 2"})
  void aPeerThatOpensASessionInAnotherVersionEndsItByName(int oldest, int newest, int named)
      throws Exception {
    start(Versions.ALL, Versions.ALL, named == 3 ? upTo(2) : Versions.ALL);
    int agreed = named == 3 ? 2 : 3;
    SessionId id = ThreeMeshes.newId();
    try (MeshSession session = three.open(Party.P0, id);
        RawPeer peer = RawPeer.silent(Party.P1, certificates, three.mesh(Party.P0).port())) {
      peer.hello(oldest, newest);
      peer.open(id, named);
      assertThatThrownBy(() -> session.receive(Party.P1, 0))
          .isInstanceOf(ProtocolException.class)
          .hasMessageStartingWith(
              "party 1: opened the session in version %d of the mesh's protocol, here it is of version %d: "
                  .formatted(named, agreed));
    }
  }

  @Test
  void versionsThatThisReleaseDoesNotSpeakAreRefusedBeforeAnythingStarts() {
    assertThatThrownBy(() -> start(Versions.ALL, upTo(Versions.NEWEST + 1), Versions.ALL))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("versions 2 to 4 given, this release speaks versions 2 to 3");
    assertThatThrownBy(() -> new Versions(3, 2)).hasMessageContaining("versions 3 to 2 given");
  }
}
