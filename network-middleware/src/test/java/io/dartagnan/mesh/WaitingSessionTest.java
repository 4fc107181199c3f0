package io.dartagnan.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dartagnan.mesh.session.MeshSession;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tests of sessions that wait for a peer without a thread. */
@ExtendWith(NoLeaks.class)
@Timeout(60)
class WaitingSessionTest {
  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static TestCertificates certificates;

  private final AtomicInteger heard = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private ThreeMeshes three;

  @BeforeAll
  static void makeCertificates(@TempDir Path folder) throws Exception {
    certificates = TestCertificates.in(folder);
  }

  @BeforeEach
  void start() throws Exception {
    three = ThreeMeshes.start(certificates);
  }

  @AfterEach
  void stop() {
    three.close();
  }

  private void watch(MeshSession session) {
    session.whenHeard(Party.P0, heard::incrementAndGet);
    session.whenFailed(failed::incrementAndGet);
  }

  private void awaitHeard() {
    await().atMost(DEADLINE).until(() -> heard.get() == 1);
  }

  @Test
  void theFirstMessageOfThatPeerIsHeardOnce() {
    Map<Party, MeshSession> sides = three.openAll(ThreeMeshes.newId());
    MeshSession waiting = sides.get(Party.P1);
    watch(waiting);

    sides.get(Party.P2).send(Party.P1, 1, ByteBuffer.allocate(1));
    sides.get(Party.P0).stream(1).send(Party.P1, 1, ByteBuffer.allocate(1));
    waiting.receive(Party.P2, 1);
    waiting.stream(1).receive(Party.P0, 1);
    assertThat(heard).hasValue(0);

    sides.get(Party.P0).send(Party.P1, 2, ByteBuffer.allocate(1));
    sides.get(Party.P0).send(Party.P1, 3, ByteBuffer.allocate(1));
    awaitHeard();
    waiting.receive(Party.P0, 2);
    waiting.receive(Party.P0, 3);
    assertThat(heard).hasValue(1);
    assertThat(failed).hasValue(0);
  }

  @Test
  void aMessageThatIsThereAlreadyIsHeardAtOnce() {
    Map<Party, MeshSession> sides = three.openAll(ThreeMeshes.newId());
    sides.get(Party.P0).send(Party.P1, 1, ByteBuffer.allocate(0));
    sides.get(Party.P0).send(Party.P1, 2, ByteBuffer.allocate(0));
    sides.get(Party.P1).receive(Party.P0, 1);
    await().atMost(DEADLINE).until(() -> three.mesh(Party.P1).metrics().messagesReceived() == 2);

    watch(sides.get(Party.P1));

    assertThat(heard).as("on this thread").hasValue(1);
    assertThat(failed).hasValue(0);
  }

  @Test
  void bothPeersHaveToOpenTheirSides() {
    SessionId id = ThreeMeshes.newId();
    MeshSession first = three.open(Party.P0, id);
    first.whenOpened(heard::incrementAndGet);
    MeshSession second = three.open(Party.P1, id);
    second.send(Party.P0, 1, ByteBuffer.allocate(0));
    first.receive(Party.P1, 1);
    assertThat(heard).hasValue(0);

    three.open(Party.P2, id);

    awaitHeard();
    first.whenOpened(heard::incrementAndGet);
    assertThat(heard).as("on this thread").hasValue(2);
  }

  @Test
  void aPreparedSideIsHeardOfWithItsFirstMessage() {
    SessionId id = ThreeMeshes.newId();
    MeshSession first = three.open(Party.P0, id);
    MeshSession second = three.open(Party.P1, id);
    second.whenOpened(heard::incrementAndGet);
    second.send(Party.P0, 1, ByteBuffer.allocate(0));
    first.receive(Party.P1, 1);
    MeshSession third = three.mesh(Party.P2).prepare(id, ThreeMeshes.SERVERS);

    // On the same connection, behind whatever the prepared side has sent.
    Map<Party, MeshSession> others = three.openAll(ThreeMeshes.newId());
    others.get(Party.P2).send(Party.P1, 1, ByteBuffer.allocate(0));
    others.get(Party.P1).receive(Party.P2, 1);
    assertThat(heard).hasValue(0);

    third.send(Party.P1, 1, ByteBuffer.allocate(0));
    awaitHeard();
    second.receive(Party.P2, 1);
  }

  @Test
  void aPreparedSideIsHeardOfWhenItWaits() {
    SessionId id = ThreeMeshes.newId();
    MeshSession second = three.open(Party.P1, id);
    three.open(Party.P2, id);
    MeshSession first = three.mesh(Party.P0).prepare(id, ThreeMeshes.SERVERS);
    second.whenOpened(() -> second.send(Party.P0, 1, ByteBuffer.allocate(0)));

    first.receive(Party.P1, 1);
  }

  @Test
  void aPreparedSideMakesItsKeysWithPeersThatHaveNotHeardOfIt() throws Exception {
    SessionId id = ThreeMeshes.newId();
    Map<Party, MeshSession> sides = new EnumMap<>(Party.class);
    for (Party party : Party.ALL) {
      sides.put(party, three.mesh(party).prepare(id, ThreeMeshes.SERVERS));
    }
    CompletableFuture<byte[]> key =
        CompletableFuture.supplyAsync(() -> sides.get(Party.P1).sharedKey(Party.P0));

    assertThat(sides.get(Party.P0).sharedKey(Party.P1))
        .isEqualTo(key.get(DEADLINE.toSeconds(), TimeUnit.SECONDS));
  }

  @Test
  void aPeerThatAbortsIsHeardByBothKinds() {
    Map<Party, MeshSession> sides = three.openAll(ThreeMeshes.newId());
    MeshSession waiting = sides.get(Party.P1);
    watch(waiting);
    waiting.checkOpen();

    sides.get(Party.P2).abort("enough");

    awaitHeard();
    await().atMost(DEADLINE).until(() -> failed.get() == 1);
    assertThatThrownBy(waiting::checkOpen)
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("enough");
    watch(waiting);
    assertThat(heard).as("at once").hasValue(2);
    assertThat(failed).as("at once").hasValue(2);
  }

  /** A peer whose mesh ends is no reason to wait for it until a deadline. */
  @Test
  void aPeerThatStopsIsHeard() {
    Map<Party, MeshSession> sides = three.openAll(ThreeMeshes.newId());
    MeshSession waiting = sides.get(Party.P1);
    // So that the connections are there.
    sides.get(Party.P0).send(Party.P1, 1, ByteBuffer.allocate(0));
    waiting.receive(Party.P0, 1);
    watch(waiting);

    three.mesh(Party.P0).close();

    awaitHeard();
    await().atMost(DEADLINE).until(() -> failed.get() == 1);
  }

  @Test
  void nothingIsRunOnceTheSessionIsClosed() {
    Map<Party, MeshSession> sides = three.openAll(ThreeMeshes.newId());
    MeshSession waiting = sides.get(Party.P1);
    watch(waiting);
    waiting.close();
    watch(waiting);
    sides.get(Party.P0).abort("enough");
    three.mesh(Party.P1).close();

    assertThat(heard).hasValue(0);
    assertThat(failed).hasValue(0);
  }
}
