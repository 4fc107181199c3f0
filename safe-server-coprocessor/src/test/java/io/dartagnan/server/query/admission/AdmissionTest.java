package io.dartagnan.server.query.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dartagnan.mpc.exchange.ProtocolException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of an admission of two at a time, five in all, with 100 bytes. */
@Timeout(60)
class AdmissionTest {
  private static final Duration LONG = Duration.ofSeconds(50);
  private static final Duration MOMENT = Duration.ofNanos(1);

  private final MemoryBudget memory = new MemoryBudget(120, 20);
  private final List<String> begun = Collections.synchronizedList(new ArrayList<>());
  private final List<String> late = Collections.synchronizedList(new ArrayList<>());
  private Admission admission = admission(LONG, LONG);

  private Admission admission(Duration wait, Duration slice) {
    return admission(wait, slice, LONG);
  }

  private Admission admission(Duration wait, Duration slice, Duration overdue) {
    return new Admission(new AdmissionSettings(5, 2, wait, slice, overdue), memory);
  }

  @AfterEach
  void stop() {
    admission.close();
  }

  private Ticket.Waiter waiter(String name) {
    return new Ticket.Waiter() {
      @Override
      public void begin() {
        begun.add(name);
      }

      @Override
      public void late(NotAdmittedException why) {
        late.add(why.getMessage());
      }
    };
  }

  private Ticket enter(String name, long bytes) {
    Ticket ticket = admission.ticket(bytes);
    admission.enter(ticket, waiter(name));
    return ticket;
  }

  @Test
  void theFirstTwoBeginAtOnceAndTheOthersInTheirOrder() {
    Ticket a = enter("a", 1);
    Ticket b = enter("b", 1);
    enter("c", 1);
    Ticket d = enter("d", 1);
    enter("e", 1);
    assertThat(begun).containsExactly("a", "b");
    assertThat(admission.waiting()).isEqualTo(3);
    assertThat(admission.running()).isEqualTo(2);

    b.close();
    assertThat(begun).containsExactly("a", "b", "c");
    d.close();
    a.close();
    a.close();
    assertThat(begun).containsExactly("a", "b", "c", "e");
    assertThat(admission.waiting()).isZero();
    assertThat(admission.running()).isEqualTo(2);
    assertThat(memory.working()).isEqualTo(2);
  }

  @Test
  void oneTooManyIsRefusedWithTheNumberAndTheKey() {
    List<Ticket> tickets = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      tickets.add(enter("t", 1));
    }
    assertThatThrownBy(() -> admission.ticket(1))
        .isInstanceOf(NotAdmittedException.class)
        .hasMessage(
            "5 queries are being evaluated or wait for it already, as many as dartagnan.evaluation.max allows");
    tickets.get(4).close();
    enter("t", 1);
  }

  /** What comes behind a large one does not overtake it for ever. */
  @Test
  void memoryIsGivenInTheOrderOfTheQueue() {
    Ticket small = enter("small", 30);
    Ticket large = enter("large", 80);
    enter("behind", 10);
    assertThat(begun).containsExactly("small");

    small.close();

    assertThat(begun).containsExactly("small", "large", "behind");
    large.close();
    assertThat(memory.working()).isEqualTo(10);
  }

  @Test
  void oneThatNeedsMoreThanThereIsRunsAlone() {
    Ticket first = enter("first", 1);
    Ticket huge = enter("huge", 1_000_000);
    assertThat(begun).containsExactly("first");
    first.close();
    assertThat(begun).containsExactly("first", "huge");
    enter("next", 1);
    assertThat(begun).doesNotContain("next");
    huge.close();
    assertThat(begun).contains("next");
  }

  @Test
  void whatWaitsForMemoryBeginsWhenAPartGivesItBack() {
    var part = memory.register(100, bytes -> {});
    part.tryGrow(80);
    enter("a", 50);
    assertThat(begun).isEmpty();

    part.shrink(40);

    await().atMost(Duration.ofSeconds(20)).until(() -> begun.contains("a"));
  }

  @Test
  void whoWaitsForItsClientLeavesItsPlaceAndKeepsItsMemory() throws Exception {
    Ticket a = enter("a", 10);
    Ticket b = enter("b", 10);
    Ticket c = enter("c", 10);
    a.clientIsAwaited();
    assertThat(begun).containsExactly("a", "b", "c");
    assertThat(memory.working()).isEqualTo(30);

    Future<?> back = inThread(a::clientCame);
    await().atMost(Duration.ofSeconds(20)).until(() -> a.waitedNanos() > 0);
    assertThat(back).isNotDone();
    b.close();
    back.get(20, TimeUnit.SECONDS);
    assertThat(admission.running()).isEqualTo(2);
    c.close();
    a.close();
    assertThat(memory.working()).isZero();
  }

  /** Its peers wait for it with a deadline, so those that have not begun do not all go first. */
  @Test
  void whoComesBackAndWhoHasNotBegunTakeTurns() throws Exception {
    Ticket a = enter("a", 1);
    Ticket b = enter("b", 1);
    a.clientIsAwaited();
    Ticket c = enter("c", 1);
    Ticket d = enter("d", 1);
    Ticket e = enter("e", 1);
    Future<?> back = inThread(a::clientCame);
    await().atMost(Duration.ofSeconds(20)).until(() -> a.waitedNanos() > 0);

    b.close();
    c.close();

    back.get(20, TimeUnit.SECONDS);
    assertThat(begun).containsExactly("a", "b", "c", "d");
    d.close();
    e.close();
  }

  @Test
  void whoComesBackAndIsOverdueGoesFirst() throws Exception {
    admission.close();
    admission = admission(LONG, LONG, MOMENT);
    Ticket a = enter("a", 1);
    Ticket b = enter("b", 1);
    Ticket c = enter("c", 1);
    Ticket d = enter("d", 1);
    enter("e", 1);
    a.clientIsAwaited();
    b.clientIsAwaited();
    Future<?> first = inThread(a::clientCame);
    Future<?> second = inThread(b::clientCame);
    await().atMost(Duration.ofSeconds(20)).until(() -> a.waitedNanos() > 0 && b.waitedNanos() > 0);

    c.close();
    d.close();

    first.get(20, TimeUnit.SECONDS);
    second.get(20, TimeUnit.SECONDS);
    assertThat(begun).containsExactly("a", "b", "c", "d");
    a.close();
    assertThat(begun).containsExactly("a", "b", "c", "d", "e");
  }

  @Test
  void whoHasHadItsShareLetsOthersGoFirst() throws Exception {
    admission.close();
    admission = admission(LONG, MOMENT);
    Ticket a = enter("a", 1);
    Ticket b = enter("b", 1);
    a.betweenBatches();
    assertThat(admission.running()).as("nobody waits").isEqualTo(2);
    Ticket c = enter("c", 1);

    Future<?> further = inThread(a::betweenBatches);

    await().atMost(Duration.ofSeconds(20)).until(() -> begun.contains("c"));
    assertThat(admission.running()).isEqualTo(2);
    c.close();
    further.get(20, TimeUnit.SECONDS);
    b.close();
  }

  @Test
  void whoEndsWhileItWaitsForAPlaceWaitsNoLonger() {
    Ticket a = enter("a", 1);
    enter("b", 1);
    a.clientIsAwaited();
    enter("c", 1);
    Future<?> back = inThread(a::clientCame);
    await().atMost(Duration.ofSeconds(20)).until(() -> a.waitedNanos() > 0);

    a.end();

    assertThatThrownBy(() -> back.get(20, TimeUnit.SECONDS))
        .hasRootCauseInstanceOf(ProtocolException.class);
    a.close();
    assertThat(admission.running()).isEqualTo(2);
    assertThat(memory.working()).isEqualTo(2);
  }

  @Test
  void whoWaitsTooLongIsToldForHowLongAndBehindHowMany() {
    admission.close();
    admission = admission(Duration.ofMillis(20), LONG);
    enter("a", 1);
    enter("b", 1);
    enter("c", 1);
    enter("d", 1);

    await().atMost(Duration.ofSeconds(20)).until(() -> late.size() == 2);

    assertThat(late.get(1))
        .matches("the query waited for \\d+ ms to be admitted, .*")
        .contains("dartagnan.evaluation.wait.ms is 20")
        .contains("1 were ahead of it when it came, and 2 run");
    assertThat(begun).containsExactly("a", "b");
  }

  @Test
  void whoIsNotCalledByPartyZeroIsToldInTheEnd() {
    admission.close();
    admission = admission(Duration.ofMillis(20), LONG);
    Ticket expected = admission.ticket(1);
    admission.expect(expected, waiter("expected"));
    await().atMost(Duration.ofSeconds(20)).until(() -> late.size() == 1);
    expected.close();
    assertThat(admission.waiting()).isZero();
  }

  @Test
  void whoFollowsWaitsForNoPlaceAndForMemoryInOrder() throws Exception {
    List<Ticket> following = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Ticket ticket = admission.ticket(25);
      admission.expect(ticket, waiter("f"));
      admission.follow(ticket);
      following.add(ticket);
    }
    assertThat(admission.running()).isEqualTo(4);
    following.get(0).clientIsAwaited();
    following.get(0).clientCame();
    following.get(0).betweenBatches();
    Ticket more = admission.ticket(25);
    admission.expect(more, waiter("more"));
    Future<?> fifth = inThread(() -> admission.follow(more));
    await().atMost(Duration.ofSeconds(20)).until(() -> more.waitedNanos() > 0);

    following.get(0).close();

    fifth.get(20, TimeUnit.SECONDS);
    assertThat(memory.working()).isEqualTo(100);
  }

  @Test
  void whoFollowsAndFindsNoMemoryIsRefusedWithTheKey() {
    Ticket all = admission.ticket(100);
    admission.expect(all, waiter("all"));
    Ticket more = admission.ticket(1);
    admission.expect(more, waiter("more"));
    assertThatThrownBy(
            () -> {
              admission.follow(all);
              admission.follow(more);
            })
        .isInstanceOf(NotAdmittedException.class)
        .hasMessageContaining("100 of 100 bytes that dartagnan.memory.max.bytes leaves")
        .hasMessageContaining("needs 1");
    more.close();
    all.close();
    assertThat(memory.working()).isZero();
    assertThat(admission.waiting()).isZero();
  }

  /** A task that may wait. */
  private interface Waiting {
    void run() throws InterruptedException;
  }

  private static Future<?> inThread(Waiting task) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            task.run();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        },
        runnable -> new Thread(runnable, "test").start());
  }
}
