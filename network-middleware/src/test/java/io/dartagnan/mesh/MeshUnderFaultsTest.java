package io.dartagnan.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dartagnan.mesh.faults.Direction;
import io.dartagnan.mesh.faults.Faults;
import io.dartagnan.mesh.faults.Relay;
import io.dartagnan.mesh.faults.Strike;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever a network does to the connection from party 0 to party 1: its sessions finish with every
 * byte right, or end at all three parties with an error that names one of the two; those on another
 * connection go on; and once the network is well a new session works.
 */
@ExtendWith(NoLeaks.class)
@Timeout(180)
@Tag("thorough")
class MeshUnderFaultsTest {
  /** Runs out where a connection falls silent. */
  private static final Duration SOON = Duration.ofSeconds(4);

  /** Never runs out: where all are to finish, however slowly, or a connection that ends says so. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final Duration DEADLINE = Duration.ofSeconds(60);
  private static final int LONGEST = 100_000;

  /** Another server of party 1, so that sessions need not use the connection with the faults. */
  private static final Map<Party, String> ELSEWHERE =
      Map.of(
          Party.P0, ThreeMeshes.SERVERS.get(Party.P0),
          Party.P1, "rs1b,16020,1",
          Party.P2, ThreeMeshes.SERVERS.get(Party.P2));

  private static TestCertificates certificates;

  private final Random random = Seed.random(this);
  private ThreeMeshes three;
  private Dialogues dialogues;
  private Relay relay;

  @BeforeAll
  static void makeCertificates(@TempDir Path folder) throws Exception {
    certificates = TestCertificates.in(folder);
  }

  private void start(Duration timeout) throws Exception {
    three =
        ThreeMeshes.startThroughRelays(
            certificates, timeout, settings -> settings, random.nextLong());
    three.join(Party.P1, ELSEWHERE.get(Party.P1));
    dialogues = new Dialogues(three);
    relay = three.relay(Party.P0, Party.P1);
  }

  @AfterEach
  void stop() {
    three.close();
    dialogues.close();
  }

  private Dialogue dialogue(int rounds) {
    return Dialogue.of(1 + random.nextInt(3), rounds, LONGEST, random.nextLong());
  }

  private List<CompletableFuture<Outcome>> begin(int sessions, int rounds) {
    List<CompletableFuture<Outcome>> begun = new ArrayList<>();
    for (int i = 0; i < sessions; i++) {
      begun.add(dialogues.begin(dialogue(rounds)));
    }
    return begun;
  }

  private void newSessionsWork() throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      dialogues.hold(dialogue(3)).assertComplete();
    }
  }

  /** A session that began before its party noticed a break may still meet it. */
  private void newSessionsWorkOnceTheBreakIsNoticed() throws InterruptedException {
    await("a new session works")
        .atMost(DEADLINE)
        .until(
            () -> {
              Outcome outcome = dialogues.hold(dialogue(3));
              outcome.assertNamed();
              return outcome.isComplete();
            });
    newSessionsWork();
  }

  static Stream<Faults> linesThatLoseNothing() {
    Faults slow = Faults.NONE.withDelay(Duration.ofMillis(10));
    return Stream.of(
        slow,
        slow.withJitter(Duration.ofMillis(20)),
        slow.withJitter(Duration.ofMillis(3)).withLongestPiece(40),
        Faults.NONE.withLongestPiece(1),
        Faults.NONE.withBytesPerSecond(3_000_000));
  }

  @ParameterizedTest
  @MethodSource("linesThatLoseNothing")
  void sessionsFinishOverALineThatLosesNothing(Faults faults) throws Exception {
    start(PATIENCE);
    three.relays().forEach(each -> each.set(faults));
    for (Outcome outcome : Dialogues.outcomes(begin(4, 5), DEADLINE)) {
      outcome.assertComplete();
    }
  }

  @Test
  void sessionsFinishWhileTheLineChanges() throws Exception {
    start(PATIENCE);
    List<CompletableFuture<Outcome>> begun = begin(8, 20);
    CompletableFuture<Void> all =
        CompletableFuture.allOf(begun.toArray(CompletableFuture<?>[]::new));
    List<Faults> lines = linesThatLoseNothing().toList();
    await("the sessions end")
        .atMost(DEADLINE)
        .until(
            () -> {
              three.relays().forEach(each -> each.set(lines.get(random.nextInt(lines.size()))));
              return all.isDone();
            });
    for (Outcome outcome : Dialogues.outcomes(begun, DEADLINE)) {
      outcome.assertComplete();
    }
  }

  static Stream<Arguments> strikes() {
    return Stream.of(Strike.Kind.values())
        .flatMap(
            kind -> Stream.of(Direction.values()).map(direction -> Arguments.of(kind, direction)));
  }

  @ParameterizedTest
  @MethodSource("strikes")
  void aStruckConnectionEndsItsSessionsAndNoOthers(Strike.Kind kind, Direction direction)
      throws Exception {
    start(SOON);
    List<CompletableFuture<Outcome>> doomed = begin(6, Dialogue.ENDLESS);
    List<CompletableFuture<Outcome>> others = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      others.add(dialogues.begin(dialogue(20).among(ELSEWHERE)));
    }
    Strike strike =
        new Strike(kind, random.nextInt(direction == Direction.FORTH ? 3_000_000 : 300));
    relay.arm(direction, strike).await();
    for (Outcome outcome : Dialogues.outcomes(doomed, DEADLINE)) {
      outcome.assertEndedEverywhere(Party.P0, Party.P1);
    }
    for (Outcome outcome : Dialogues.outcomes(others, DEADLINE)) {
      outcome.assertComplete();
    }
    newSessionsWorkOnceTheBreakIsNoticed();
  }

  @ParameterizedTest
  @MethodSource("strikes")
  void aHandshakeThatIsStruckNamesThePeer(Strike.Kind kind, Direction direction) throws Exception {
    start(SOON);
    Strike strike = relay.arm(direction, new Strike(kind, random.nextInt(600)));
    Outcome outcome = dialogues.hold(dialogue(200));
    assertThat(strike.hasStruck()).isTrue();
    // TLS 1.3 ignores the version in the head of a record (RFC 8446, section 5.1).
    boolean harmless = kind == Strike.Kind.FLIP && outcome.isComplete();
    if (!harmless) {
      outcome.assertEndedEverywhere(Party.P0, Party.P1);
    }
    newSessionsWorkOnceTheBreakIsNoticed();
  }

  @ParameterizedTest
  @MethodSource("ends")
  void droppingEveryConnectionEndsEverySession(Strike.Kind kind) throws Exception {
    start(PATIENCE);
    newSessionsWork();
    List<CompletableFuture<Outcome>> doomed = begin(4, Dialogue.ENDLESS);
    three.relays().forEach(each -> each.drop(kind));
    for (Outcome outcome : Dialogues.outcomes(doomed, DEADLINE)) {
      outcome.assertEndedEverywhere(Party.P0, Party.P1, Party.P2);
    }
    newSessionsWorkOnceTheBreakIsNoticed();
  }

  static Stream<Strike.Kind> ends() {
    return Stream.of(Strike.Kind.RESET, Strike.Kind.END);
  }

  @Test
  void aRefusedConnectionNamesThePeerAndIsTriedAgain() throws Exception {
    start(PATIENCE);
    relay.refuse();
    List<CompletableFuture<Outcome>> doomed = begin(4, Dialogue.ENDLESS);
    dialogues.hold(dialogue(5).among(ELSEWHERE)).assertComplete();
    for (Outcome outcome : Dialogues.outcomes(doomed, DEADLINE)) {
      outcome.assertEndedEverywhere(Party.P0, Party.P1);
    }
    relay.takeAgain();
    newSessionsWork();
  }

  @Test
  void aPeerThatStopsReadingEndsTheSessionsWithIt() throws Exception {
    start(SOON);
    newSessionsWork();
    relay.stall(Direction.FORTH);
    List<CompletableFuture<Outcome>> doomed = begin(4, Dialogue.ENDLESS);
    dialogues.hold(dialogue(20).among(ELSEWHERE)).assertComplete();
    for (Outcome outcome : Dialogues.outcomes(doomed, DEADLINE)) {
      outcome.assertEndedEverywhere(Party.P0, Party.P1, Party.P2);
    }
    relay.resume();
    newSessionsWorkOnceTheBreakIsNoticed();
  }

  @Test
  void aConnectionThatFallsSilentEndsTheSessionsOnIt() throws Exception {
    start(SOON);
    List<CompletableFuture<Outcome>> doomed = begin(4, Dialogue.ENDLESS);
    await().atMost(DEADLINE).until(() -> relay.passed(Direction.FORTH) > 200_000);
    relay.stall();
    dialogues.hold(dialogue(20).among(ELSEWHERE)).assertComplete();
    for (Outcome outcome : Dialogues.outcomes(doomed, DEADLINE)) {
      outcome.assertEndedEverywhere(Party.P0, Party.P1, Party.P2);
    }
    relay.resume();
    newSessionsWorkOnceTheBreakIsNoticed();
  }

  @Test
  void sessionsOutliveAPauseThatIsShorterThanTheDeadline() throws Exception {
    start(PATIENCE);
    List<CompletableFuture<Outcome>> begun = begin(4, 30);
    await().atMost(DEADLINE).until(() -> relay.passed(Direction.FORTH) > 100_000);
    relay.stall();
    // Long enough for the others to have come as far as they can without it.
    dialogues.hold(dialogue(3).among(ELSEWHERE)).assertComplete();
    relay.resume();
    for (Outcome outcome : Dialogues.outcomes(begun, DEADLINE)) {
      outcome.assertComplete();
    }
  }

  @Test
  void aDuplicatedConnectionIsRefusedAndTheFirstGoesOn() throws Exception {
    start(PATIENCE);
    relay.duplicate(true);
    dialogues.hold(dialogue(10)).assertComplete();
    await("the duplicate is refused")
        .atMost(DEADLINE)
        .until(() -> relay.duplicatesRefused() == relay.accepted());
    newSessionsWork();
    assertThat(relay.accepted()).isEqualTo(1);
  }
}
