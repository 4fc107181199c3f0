package io.dartagnan.client.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.configuration.QuerySettings;
import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.client.fixture.Tables;
import io.dartagnan.client.read.RowReconciler;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.wire.CloudRow;
import io.dartagnan.wire.Page;
import io.dartagnan.wire.QueryAbortedException;
import io.dartagnan.wire.QueryTurnedAwayException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.CallQueueTooBigException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class EvaluatedRowsTest {
  private static final RowInterval ALL = new RowInterval(new byte[0], new byte[0]);

  /** Keeps what party 0 sent, once it is sure that the three sent the same row. */
  private static final RowReconciler SAME_ROW =
      byParty -> {
        assertThat(byParty).hasSize(3);
        assertThat(byParty.get(1).getRow()).isEqualTo(byParty.get(0).getRow());
        assertThat(byParty.get(2).getRow()).isEqualTo(byParty.get(0).getRow());
        return byParty.get(0);
      };

  private final ExecutorService pool = Executors.newCachedThreadPool();
  private final MemoryClouds clouds = new MemoryClouds("a", "b", "c", "d", "e", "f", "g");

  @AfterEach
  void everySourceIsClosedAndNoTaskIsLeft() throws InterruptedException {
    MemoryClouds.awaitClosed(clouds);
    pool.shutdown();
    assertThat(pool.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
  }

  static Stream<Long> seeds() {
    return Seed.ofCases(EvaluatedRowsTest.class, 25);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void everyRowComesOnceAndInOrderWhateverRegionsHeartbeatsAndFailures(long seed)
      throws IOException {
    Random random = new Random(seed);
    MemoryClouds many = new MemoryClouds();
    many.rows.addAll(Regions.randomRows(random, 60));
    many.rowsPerPage = 1 + random.nextInt(4);
    many.reversed = random.nextBoolean();
    Random bends = new Random(random.nextLong());
    many.bend =
        (session, party, call, honest) -> {
          synchronized (bends) {
            // The clusters cut their regions anew at any time.
            many.regions.set(party.index(), Regions.cutAt(party, Regions.randomRows(bends, 4)));
            if (bends.nextInt(40) == 0) {
              throw bends.nextBoolean()
                  ? new QueryAbortedException("party 1 was gone")
                  : new NotServingRegionException("moved");
            }
            return bends.nextInt(4) == 0 ? Page.heartbeat(0, 0, new byte[0]) : honest;
          }
        };
    RowInterval rows =
        random.nextBoolean()
            ? ALL
            : new RowInterval(Regions.randomRow(random), Regions.randomRow(random));

    List<String> expected =
        new ArrayList<>(
            many.rows.stream().filter(rows::contains).map(Bytes::toStringBinary).toList());
    if (many.reversed) {
      Collections.reverse(expected);
    }
    try (EvaluatedRows scanner = scanner(many, rows, settings(1 + random.nextInt(5), 50_000))) {
      assertThat(read(scanner)).as("seed %d", seed).isEqualTo(expected);
    }
    MemoryClouds.awaitClosed(many);
  }

  @Test
  void theScanGoesOnJustAfterTheLastRowThatAnAgreedPageCovered() throws IOException {
    clouds.bend =
        (session, party, call, honest) -> {
          if (session == 0 && call == 2 && party == Party.P1) {
            throw new QueryAbortedException("party 2 was gone");
          }
          return honest;
        };

    try (EvaluatedRows scanner = scanner()) {
      assertThat(read(scanner)).containsExactly("a", "b", "c", "d", "e", "f", "g");
    }
    assertThat(clouds.starts()).containsExactly("", "d\0");
  }

  @Test
  void aRetryFollowsTheRegionsToWhereTheyAreThen() throws IOException {
    clouds.bend =
        (session, party, call, honest) -> {
          if (session == 0 && call == 1 && party == Party.P0) {
            clouds.regions.set(0, Regions.cutAt(Party.P0, "d", "f"));
            throw new NotServingRegionException("split");
          }
          return honest;
        };

    try (EvaluatedRows scanner = scanner()) {
      assertThat(read(scanner)).containsExactly("a", "b", "c", "d", "e", "f", "g");
    }
    assertThat(clouds.starts()).containsExactly("", "b\0", "d", "f");
    assertThat(clouds.opened.get(3).servers().get(0))
        .isEqualTo(Regions.server(Party.P0, 2).toString());
  }

  @Test
  void theScanFailsOnceAttemptsHaveMadeNoProgressForTooLong() {
    clouds.bend =
        (session, party, call, honest) -> {
          if (party == Party.P2) {
            throw new NotServingRegionException("the region is not online");
          }
          return honest;
        };

    try (EvaluatedRows scanner = scanner(clouds, ALL, settings(4, 400))) {
      assertThatThrownBy(scanner::next)
          .isInstanceOf(RetriesExhaustedException.class)
          .hasMessageMatching(
              "a filtered scan failed \\d+ times within \\d+ ms without progress .*"
                  + "cloud 2: the region is not online.*")
          .hasMessageContaining(ClientKeys.QUERY_TIMEOUT_MS)
          .hasMessageContaining("hbase.client.operation.timeout");
    }
    assertThat(clouds.opened).hasSizeGreaterThan(1);
  }

  @Test
  void aCloudThatIsFullIsAskedAgainUntilItIsNotAndNobodyIsAskedWhereTheRegionsAre()
      throws IOException {
    clouds.bend =
        (session, party, call, honest) -> {
          if (session < 5 && party == Party.P1) {
            throw new QueryTurnedAwayException("party 1: 512 queries are being evaluated already");
          }
          return honest;
        };

    try (EvaluatedRows scanner = scanner()) {
      assertThat(read(scanner)).containsExactly("a", "b", "c", "d", "e", "f", "g");
    }
    assertThat(clouds.opened).hasSize(6);
    assertThat(clouds.lookedUpAnew).hasValue(0);
  }

  /** It was not made: the two other clouds need not begin anew. */
  @Test
  void aCallThatAFullQueueTurnedAwayIsMadeAgain() throws IOException {
    AtomicInteger refusals = new AtomicInteger();
    clouds.bend =
        (session, party, call, honest) -> {
          if (party == Party.P1 && call % 2 == 0 && refusals.incrementAndGet() % 3 != 0) {
            throw new CallQueueTooBigException("Call queue is full");
          }
          return honest;
        };

    try (EvaluatedRows scanner = scanner()) {
      assertThat(read(scanner)).containsExactly("a", "b", "c", "d", "e", "f", "g");
    }
    assertThat(refusals).hasValueGreaterThan(3);
    assertThat(clouds.opened).hasSize(1);
  }

  @Test
  void aQueueThatStaysFullIsAskedSeldomAndNamed() {
    AtomicInteger refusals = new AtomicInteger();
    clouds.bend =
        (session, party, call, honest) -> {
          if (party == Party.P1) {
            refusals.incrementAndGet();
            throw new CallQueueTooBigException("Call queue is full");
          }
          return honest;
        };

    try (EvaluatedRows scanner = scanner(clouds, ALL, settings(4, 500))) {
      assertThatThrownBy(scanner::next)
          .hasMessageContaining("cloud 1 gave no page")
          .hasMessageContaining("(cloud 1: Call queue is full)");
    }
    // Pauses of 50 ms at least that double; those after a heartbeat would allow 14 calls.
    assertThat(refusals).hasValueBetween(2, 8);
  }

  @Test
  void aRangeThatWasTurnedAwayIsTriedAgainHoweverLongTheOneBeforeItTakes() throws IOException {
    long patienceMs = 1_000;
    clouds.regions.set(2, Regions.cutAt(Party.P2, "d"));
    AtomicLong turnedAway = new AtomicLong();
    Thread application = Thread.currentThread();
    clouds.bend =
        (session, party, call, honest) -> {
          if (session == 1 && party == Party.P1) {
            turnedAway.set(System.nanoTime());
            throw new QueryTurnedAwayException("party 1: 512 queries are being evaluated already");
          }
          while (session == 2 && application.getState() != Thread.State.TIMED_WAITING) {
            // No page is there when the scan looks for one: it must be ready to wait.
            Thread.onSpinWait();
          }
          boolean isPatienceOver =
              turnedAway.get() != 0
                  && System.nanoTime() - turnedAway.get() > 1_500_000 * patienceMs;
          return session == 0 && !isPatienceOver ? Page.heartbeat(0, 0, new byte[0]) : honest;
        };

    try (EvaluatedRows scanner = scanner(clouds, ALL, settings(2, 20_000, patienceMs))) {
      assertThat(read(scanner)).containsExactly("a", "b", "c", "d", "e", "f", "g");
    }
    assertThat(clouds.starts()).containsExactly("", "d", "d");
  }

  @Test
  void regionsAreLookedUpAnewAfterAFailureThatMayHaveMovedThemAndNotBefore() throws IOException {
    clouds.bend =
        (session, party, call, honest) -> {
          assertThat(clouds.lookedUpAnew).hasValue(session == 0 ? 0 : 3);
          if (session == 0 && party == Party.P1) {
            throw new NotServingRegionException("moved");
          }
          return honest;
        };

    try (EvaluatedRows scanner = scanner()) {
      assertThat(read(scanner)).hasSize(7);
    }
  }

  @Test
  void progressGivesNewPatience() throws IOException {
    clouds.rowsPerPage = 1;
    clouds.bend =
        (session, party, call, honest) -> {
          if (call == 1 && party == Party.P2) {
            throw new NotServingRegionException("moved again");
          }
          return honest;
        };

    // Seven failures, with pauses of 50 ms at least: longer than the retryPolicy with one.
    try (EvaluatedRows scanner = scanner(clouds, ALL, settings(4, 300))) {
      assertThat(read(scanner)).containsExactly("a", "b", "c", "d", "e", "f", "g");
    }
  }

  @Test
  void aFatalErrorIsNotTriedAgain() {
    clouds.bend =
        (session, party, call, honest) -> {
          if (party == Party.P0) {
            throw new AccessDeniedException("user may not read");
          }
          return honest;
        };

    try (EvaluatedRows scanner = scanner()) {
      assertThatThrownBy(scanner::next)
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("cloud 0: user may not read");
    }
    assertThat(clouds.opened).hasSize(1);
  }

  @Test
  void theErrorIsThatOfThePartyThatNamesTheCulprit() {
    CountDownLatch abortedElsewhere = new CountDownLatch(1);
    clouds.bend =
        (session, party, call, honest) -> {
          if (party == Party.P0) {
            abortedElsewhere.countDown();
            throw new QueryAbortedException("the query was ended by a peer");
          }
          if (party == Party.P2) {
            if (abortedElsewhere.getCount() == 0) {
              throw new QueryAbortedException("party 1 did not answer for 30000 ms");
            }
            return Page.heartbeat(0, 0, new byte[0]);
          }
          return Page.heartbeat(0, 0, new byte[0]);
        };

    try (EvaluatedRows scanner = scanner(clouds, ALL, settings(4, 10_000, 1_000))) {
      assertThatThrownBy(scanner::next)
          .hasMessageContaining("cloud 2: party 1 did not answer for 30000 ms");
    }
  }

  @Test
  void anAbortThatNamesNobodyStandsWhenNobodyKnowsBetter() {
    clouds.bend =
        (session, party, call, honest) -> {
          if (party == Party.P0) {
            throw new QueryAbortedException("the region is closing");
          }
          return Page.heartbeat(0, 0, new byte[0]);
        };

    try (EvaluatedRows scanner = scanner(clouds, ALL, settings(4, 10_000, 1_000))) {
      assertThatThrownBy(scanner::next).hasMessageContaining("cloud 0: the region is closing");
    }
  }

  @Test
  void anUnreachableCloudIsNamed() {
    clouds.bend =
        (session, party, call, honest) -> {
          if (party == Party.P1) {
            throw new ConnectException("Connection refused");
          }
          return Page.heartbeat(0, 0, new byte[0]);
        };

    try (EvaluatedRows scanner = scanner(clouds, ALL, settings(4, 10_000, 1_000))) {
      assertThatThrownBy(scanner::next)
          .isInstanceOf(RetriesExhaustedException.class)
          .hasMessageContaining("cloud 1: Connection refused");
    }
  }

  @Test
  void heartbeatsDoNotCountAsPages() throws IOException {
    clouds.bend =
        (session, party, call, honest) ->
            call % (2 + party.index()) == 0 ? Page.heartbeat(0, 0, new byte[0]) : honest;

    try (EvaluatedRows scanner = scanner()) {
      assertThat(read(scanner)).containsExactly("a", "b", "c", "d", "e", "f", "g");
    }
    assertThat(clouds.opened).hasSize(1);
  }

  @Test
  void heartbeatsDoNotPutOffTheDeadline() {
    clouds.bend =
        (session, party, call, honest) ->
            party == Party.P0 ? honest : Page.heartbeat(0, 0, new byte[0]);

    try (EvaluatedRows scanner = scanner(clouds, ALL, settings(4, 300, 10_000))) {
      assertThatThrownBy(scanner::next)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cloud 1 and cloud 2 gave no page of a filtered scan for 300 ms")
          .hasMessageContaining(ClientKeys.QUERY_TIMEOUT_MS);
    }
    assertThat(clouds.opened).hasSize(1);
  }

  @Test
  void aCloudThatHangsIsInterruptedAndNamed() {
    clouds.bend =
        (session, party, call, honest) -> party == Party.P2 ? MemoryClouds.hang() : honest;

    try (EvaluatedRows scanner = scanner(clouds, ALL, settings(4, 10_000, 300))) {
      assertThatThrownBy(scanner::next)
          .isInstanceOf(RetriesExhaustedException.class)
          .hasMessageContaining("cloud 2 did not answer for 300 ms");
    }
    assertThat(clouds.opened).as("its silence took all of the time").hasSize(1);
  }

  /** A peer tells of it at once, and knows parties; then the cloud says nothing. */
  @Test
  void aCloudThatDiedIsNamedWhenThePatienceIsOver() {
    clouds.bend =
        (session, party, call, honest) -> {
          if (session == 0 && party == Party.P1) {
            throw new QueryAbortedException("party 0: closed the connection");
          }
          return party == Party.P0 ? MemoryClouds.hang() : Page.heartbeat(0, 0, new byte[0]);
        };

    try (EvaluatedRows scanner = scanner(clouds, ALL, settings(4, 20_000, 1_500))) {
      assertThatThrownBy(scanner::next)
          .isInstanceOf(RetriesExhaustedException.class)
          .hasMessageContaining(
              "cloud 1: party 0: closed the connection; since then cloud 0 did not answer");
    }
  }

  @Test
  void allOfManyScansNameTheCloudThatHangs() throws Exception {
    ExecutorService applications = Executors.newCachedThreadPool();
    try {
      List<CompletableFuture<Void>> scans = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        scans.add(CompletableFuture.runAsync(this::readWhereCloudOneHangs, applications));
      }
      for (CompletableFuture<Void> scan : scans) {
        scan.get(60, TimeUnit.SECONDS);
      }
    } finally {
      applications.shutdownNow();
    }
  }

  private void readWhereCloudOneHangs() {
    MemoryClouds hanging = new MemoryClouds("a");
    hanging.bend =
        (session, party, call, honest) -> party == Party.P1 ? MemoryClouds.hang() : honest;
    try (EvaluatedRows scanner = scanner(hanging, ALL, settings(4, 30_000, 3_000))) {
      assertThatThrownBy(scanner::next).hasMessageContaining("cloud 1 did not answer");
    }
    MemoryClouds.awaitClosed(hanging);
  }

  @Test
  void rangesAreEvaluatedBesideEachOtherAndNoMoreThanAllowed() throws IOException {
    clouds.regions.set(0, Regions.cutAt(Party.P0, "b", "d", "f"));
    clouds.regions.set(1, Regions.cutAt(Party.P1, "c", "e", "g"));
    Set<Integer> under = ConcurrentHashMap.newKeySet();
    AtomicInteger most = new AtomicInteger();
    clouds.bend =
        (session, party, call, honest) -> {
          if (party == Party.P0) {
            under.add(session);
            most.accumulateAndGet(under.size(), Math::max);
            if (most.get() < 3) {
              // None is done before three are under way.
              return Page.heartbeat(0, 0, new byte[0]);
            }
            if (honest.kind() == Page.Kind.LAST) {
              under.remove(session);
            }
          }
          return honest;
        };

    try (EvaluatedRows scanner = scanner(clouds, ALL, settings(3, 20_000))) {
      assertThat(read(scanner)).containsExactly("a", "b", "c", "d", "e", "f", "g");
    }
    assertThat(clouds.starts()).containsExactly("", "b", "c", "d", "e", "f", "g");
    assertThat(most).hasValue(3);
  }

  @Test
  void aRangeThatFailsBesideTheFirstBeginsAgainAlone() throws IOException {
    clouds.regions.set(2, Regions.cutAt(Party.P2, "d"));
    clouds.rowsPerPage = 1;
    clouds.bend =
        (session, party, call, honest) -> {
          if (session == 1 && call == 2 && party == Party.P1) {
            throw new QueryAbortedException("party 2 was gone");
          }
          // The first range waits until the second has begun again.
          return session == 0 && clouds.opened.size() < 3
              ? Page.heartbeat(0, 0, new byte[0])
              : honest;
        };

    try (EvaluatedRows scanner = scanner()) {
      assertThat(read(scanner)).containsExactly("a", "b", "c", "d", "e", "f", "g");
    }
    assertThat(clouds.starts()).containsExactly("", "d", "e\0");
  }

  @Test
  void aRangeBesideTheFirstThatFailsForGoodIsAnErrorBehindTheRowsBeforeIt() throws IOException {
    clouds.regions.set(2, Regions.cutAt(Party.P2, "d"));
    clouds.bend =
        (session, party, call, honest) -> {
          if (session == 1) {
            throw new AccessDeniedException("user may not read");
          }
          return honest;
        };

    try (EvaluatedRows scanner = scanner()) {
      for (String row : List.of("a", "b", "c")) {
        assertThat(scanner.next().getRow()).asString().isEqualTo(row);
      }
      assertThatThrownBy(scanner::next).hasMessageContaining("user may not read");
    }
  }

  @Test
  void aRangeThatHasNoRoomForItsPagesEndsItsSessionAndGoesOnWhenItsTurnComes() throws IOException {
    MemoryClouds wide = new MemoryClouds("a");
    for (int row = 0; row < 20; row++) {
      wide.rows.add(Bytes.toBytes("m%02d".formatted(row)));
    }
    wide.rowsPerPage = 1;
    wide.valueBytes = 50_000;
    wide.regions.set(0, Regions.cutAt(Party.P0, "m"));
    AtomicInteger ahead = new AtomicInteger();
    wide.bend =
        (session, party, call, honest) -> {
          boolean secondIsEnded =
              wide.sources.stream().anyMatch(source -> source.session == 1 && source.closed);
          if (session == 1 && party == Party.P1) {
            ahead.set(call + 1);
          }
          return session == 0 && !secondIsEnded ? Page.heartbeat(0, 0, new byte[0]) : honest;
        };

    try (EvaluatedRows scanner = scanner(wide, ALL, settings(2, 30_000))) {
      assertThat(read(scanner)).hasSize(21).startsWith("a", "m00", "m01").endsWith("m19");
    }
    assertThat(ahead.get()).as("pages that were taken ahead, of 20").isBetween(2, 4);
    assertThat(wide.opened).hasSize(3);
    MemoryClouds.awaitClosed(wide);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aCloudWhoseRowsDifferIsNamedAndNoRowIsReturned(int liar) {
    clouds.bend =
        (session, party, call, honest) ->
            party.index() == liar
                ? MemoryClouds.page(Page.Kind.MORE, "b", "a")
                : MemoryClouds.page(Page.Kind.MORE, "b", "a", "b");

    try (EvaluatedRows scanner = scanner()) {
      assertThatThrownBy(scanner::next)
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("cloud " + liar + " differs from the others");
    }
    assertThat(clouds.opened).hasSize(1);
  }

  @Test
  void aCloudThatSendsAsManyButOtherRowsIsNamed() {
    clouds.bend =
        (session, party, call, honest) ->
            MemoryClouds.page(Page.Kind.MORE, "b", party == Party.P0 ? "a" : "b");

    try (EvaluatedRows scanner = scanner()) {
      assertThatThrownBy(scanner::next).hasMessageContaining("cloud 0 differs from the others");
    }
  }

  @Test
  void aCloudThatIsFurtherOrDoneEarlierIsNamed() {
    clouds.bend =
        (session, party, call, honest) ->
            MemoryClouds.page(Page.Kind.MORE, party == Party.P1 ? "c" : "b");
    try (EvaluatedRows scanner = scanner()) {
      assertThatThrownBy(scanner::next).hasMessageContaining("cloud 1 differs from the others");
    }

    clouds.bend =
        (session, party, call, honest) ->
            MemoryClouds.page(party == Party.P2 ? Page.Kind.LAST : Page.Kind.MORE, "b");
    try (EvaluatedRows scanner = scanner()) {
      assertThatThrownBy(scanner::next).hasMessageContaining("cloud 2 differs from the others");
    }
  }

  @Test
  void threeDifferentAnswersNameAllThree() {
    clouds.bend =
        (session, party, call, honest) ->
            MemoryClouds.page(Page.Kind.MORE, List.of("a", "b", "c").get(party.index()));

    try (EvaluatedRows scanner = scanner()) {
      assertThatThrownBy(scanner::next)
          .hasMessageContaining("cloud 0 and cloud 1 and cloud 2 each differ");
    }
  }

  @Test
  void rowsOutOfOrderOrOutsideTheRangeAreRefused() {
    List<Page> wrong =
        List.of(
            MemoryClouds.page(Page.Kind.MORE, "c", "b", "a"),
            MemoryClouds.page(Page.Kind.MORE, "a", "b"),
            MemoryClouds.page(Page.Kind.LAST, "x", "x"),
            MemoryClouds.page(Page.Kind.MORE, "C", "C"));
    for (Page page : wrong) {
      clouds.bend = (session, party, call, honest) -> page;
      RowInterval rows = new RowInterval(Bytes.toBytes("a"), Bytes.toBytes("h"));
      try (EvaluatedRows scanner = scanner(clouds, rows, settings(4, 10_000))) {
        assertThatThrownBy(scanner::next)
            .isInstanceOf(DoNotRetryIOException.class)
            .hasMessageContaining("out of row order");
      }
    }
  }

  @Test
  void aPageThatRepeatsARowOfTheOneBeforeIsRefused() throws IOException {
    clouds.bend = (session, party, call, honest) -> MemoryClouds.page(Page.Kind.MORE, "b", "b");

    try (EvaluatedRows scanner = scanner()) {
      assertThat(scanner.next().getRow()).asString().isEqualTo("b");
      assertThatThrownBy(scanner::next).hasMessageContaining("out of row order");
    }
  }

  @Test
  void rowsOfWhichNothingIsLeftAreSkipped() throws IOException {
    RowReconciler everyOther =
        byParty -> {
          Result row = SAME_ROW.reconcile(byParty);
          return "bdf".contains(Bytes.toString(row.getRow())) ? row : Result.EMPTY_RESULT;
        };

    try (EvaluatedRows scanner =
        new EvaluatedRows(stream(clouds, ALL, settings(4, 10_000)), everyOther)) {
      assertThat(read(scanner)).containsExactly("b", "d", "f");
    }
  }

  /** Each time the clouds learn more; a cloud that ends attempts must not make them go on. */
  @Test
  void aFilterThatEndsWhileVerdictsAreOpenedIsBegunAgainTwiceAndNoMore() throws IOException {
    clouds.verdicts = Optional.of(TableName.valueOf("t"));
    for (int failing = 1; failing <= 3; failing++) {
      int first = clouds.opened.size();
      int sessions = first + failing;
      clouds.bend =
          (session, party, call, honest) -> {
            if (session < sessions && (session > first || call > 0)) {
              throw new QueryAbortedException("party 1 was gone", true);
            }
            return honest;
          };
      try (EvaluatedRows scanner = scanner()) {
        if (failing < 3) {
          assertThat(read(scanner)).containsExactly("a", "b", "c", "d", "e", "f", "g");
        } else {
          assertThatThrownBy(() -> read(scanner))
              .isInstanceOf(RetriesExhaustedException.class)
              .hasMessageContaining("of table t ended 3 times in the same place")
              .hasMessageContaining("party 1 was gone")
              .hasMessageContaining("ask again");
        }
        assertThat(clouds.opened).hasSize(sessions + (failing < 3 ? 1 : 0));
      }
    }
  }

  /** What was opened before a page that has come is not opened again. */
  @Test
  void aFilterThatEndsAgainAndAgainGoesOnAsLongAsPagesCome() throws IOException {
    clouds.verdicts = Optional.of(TableName.valueOf("t"));
    clouds.bend =
        (session, party, call, honest) -> {
          if (session < 4 && call > 0) {
            throw new QueryAbortedException("party 1 was gone");
          }
          return honest;
        };
    try (EvaluatedRows scanner = scanner()) {
      assertThat(read(scanner)).containsExactly("a", "b", "c", "d", "e", "f", "g");
    }
    assertThat(clouds.opened).hasSizeGreaterThan(3);
  }

  /** Before there is a page, the clouds say it. */
  @Test
  void whatEndsBeforeAnythingIsOpenedIsBegunAgain() throws IOException {
    for (boolean wasComputing : new boolean[] {false, true}) {
      clouds.verdicts = Optional.of(TableName.valueOf("t"));
      int sessions = clouds.opened.size() + 4;
      clouds.bend =
          (session, party, call, honest) -> {
            if (session < sessions) {
              throw new QueryAbortedException("party 1 was gone", wasComputing);
            }
            return honest;
          };
      try (EvaluatedRows scanner = scanner()) {
        if (wasComputing) {
          assertThatThrownBy(() -> read(scanner)).hasMessageContaining("of table t ended 3 times");
        } else {
          assertThat(read(scanner)).hasSize(7);
        }
      }
    }
    clouds.verdicts = Optional.empty();
    int sessions = clouds.opened.size() + 4;
    clouds.bend =
        (session, party, call, honest) -> {
          if (session < sessions) {
            throw new QueryAbortedException("party 1 was gone", true);
          }
          return honest;
        };
    try (EvaluatedRows scanner = scanner()) {
      assertThat(read(scanner)).as("an aggregate, of which nothing is opened").hasSize(7);
    }
  }

  /** The clouds cannot tell of it whether it matches; the reconciler reads it again. */
  @Test
  void aRowThatOneCloudLacksIsPutTogetherFromTheTwoOthers() throws IOException {
    clouds.bend =
        (session, party, call, honest) ->
            party != Party.P1 || call > 0
                ? honest
                : new Page(
                    honest.kind(),
                    honest.meshBytes(),
                    honest.judgedRows(),
                    honest.throughRow(),
                    honest.aggregates(),
                    List.of(
                        honest.rows().get(0),
                        CloudRow.of(Tables.result(Page.absent(Bytes.toBytes("b"))))));
    List<List<Boolean>> lacking = new ArrayList<>();
    RowReconciler noting =
        byParty -> {
          lacking.add(byParty.stream().map(Result::isEmpty).toList());
          return byParty.get(0);
        };

    try (EvaluatedRows scanner =
        new EvaluatedRows(stream(clouds, ALL, settings(4, 10_000)), noting)) {
      assertThat(read(scanner)).startsWith("a", "b", "c");
    }
    assertThat(lacking.get(1)).containsExactly(false, true, false);
    lacking.remove(1);
    assertThat(lacking).containsOnly(List.of(false, false, false));
  }

  @Test
  void aFailedScannerKeepsFailing() {
    RowReconciler broken =
        byParty -> {
          throw new IOException("shares of different writes");
        };

    try (EvaluatedRows scanner =
        new EvaluatedRows(stream(clouds, ALL, settings(4, 10_000)), broken)) {
      assertThatThrownBy(scanner::next).hasMessage("shares of different writes");
      assertThatThrownBy(scanner::next).hasMessage("shares of different writes");
      MemoryClouds.awaitClosed(clouds);
    }
  }

  @Test
  void anEndedOrClosedScannerHasNoMoreRows() throws IOException {
    EvaluatedRows ended = scanner();
    read(ended);
    assertThat(ended.next()).isNull();

    EvaluatedRows closed = scanner();
    closed.next();
    closed.close();
    closed.close();
    assertThat(closed.next()).isNull();

    EvaluatedRows unread = scanner();
    unread.close();
    assertThat(unread.next()).isNull();
  }

  @Test
  void meshBytesAreThoseOfAllRangesAndPartiesAndFailedAttempts() throws IOException {
    clouds.rows.clear();
    clouds.regions.set(0, Regions.cutAt(Party.P0, "m"));
    clouds.bend =
        (session, party, call, honest) -> {
          if (session > 0) {
            return honest;
          }
          if (call == 0) {
            return Page.heartbeat(100, 0, new byte[0]);
          }
          if (party == Party.P1
              && clouds.sources.stream()
                  .filter(source -> source.session == 0)
                  .allMatch(MemoryClouds.Source::askedTwice)) {
            throw new NotServingRegionException("moved");
          }
          return Page.heartbeat(100, 0, new byte[0]);
        };

    try (EvaluatedRows scanner = scanner()) {
      assertThat(read(scanner)).isEmpty();
      assertThat(clouds.opened).hasSize(3);
      assertThat(scanner.meshBytes()).isEqualTo(3 * 100 + 2 * 3 * MemoryClouds.BYTES_PER_PAGE);
    }
  }

  @Test
  void closingEndsAReadOfAnotherThread() throws Exception {
    CountDownLatch asked = new CountDownLatch(3);
    clouds.bend =
        (session, party, call, honest) -> {
          asked.countDown();
          return MemoryClouds.hang();
        };
    EvaluatedRows scanner = scanner();
    CompletableFuture<Result> reading = new CompletableFuture<>();
    Thread reader =
        new Thread(
            () -> {
              try {
                reading.complete(scanner.next());
              } catch (IOException e) {
                reading.completeExceptionally(e);
              }
            });
    reader.start();
    assertThat(asked.await(10, TimeUnit.SECONDS)).isTrue();

    scanner.close();

    assertThatThrownBy(() -> reading.get(10, TimeUnit.SECONDS))
        .hasMessageContaining("the scan or its connection was closed");
    reader.join(10_000);
  }

  @Test
  void anInterruptEndsTheReadAndIsKept() throws Exception {
    clouds.bend = (session, party, call, honest) -> Page.heartbeat(0, 0, new byte[0]);
    try (EvaluatedRows scanner = scanner()) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(scanner::next).isInstanceOf(InterruptedIOException.class);
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void manyScansShareOneThread() throws Exception {
    ExecutorService single = Executors.newSingleThreadExecutor();
    ExecutorService applications = Executors.newCachedThreadPool();
    try {
      List<CompletableFuture<List<String>>> scans = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        scans.add(CompletableFuture.supplyAsync(() -> readInStepOn(single), applications));
      }
      for (CompletableFuture<List<String>> scan : scans) {
        assertThat(scan.get(30, TimeUnit.SECONDS)).hasSize(7);
      }
    } finally {
      applications.shutdownNow();
      single.shutdownNow();
    }
  }

  /** A party has its next page only once all three were asked for it, as with real clouds. */
  private static List<String> readInStepOn(ExecutorService single) {
    MemoryClouds inStep = new MemoryClouds("a", "b", "c", "d", "e", "f", "g");
    AtomicInteger asked = new AtomicInteger();
    int[] due = new int[3];
    inStep.bend =
        (session, party, call, honest) -> {
          if (due[party.index()] == 0) {
            due[party.index()] = 3 * (asked.getAndIncrement() / 3 + 1);
          }
          if (asked.get() < due[party.index()]) {
            return Page.heartbeat(0, 0, new byte[0]);
          }
          due[party.index()] = 0;
          return honest;
        };
    try (EvaluatedRows scanner =
        new EvaluatedRows(
            new PageStream(
                "a scan",
                ALL,
                false,
                4,
                new RangePlanner(inStep, single, 10_000),
                inStep,
                single,
                settings(4, 20_000)),
            SAME_ROW)) {
      return read(scanner);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aPoolThatIsShutDownEndsTheScan() throws IOException {
    EvaluatedRows scanner = scanner();
    scanner.next();
    pool.shutdown();

    assertThatThrownBy(() -> read(scanner))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("connection was closed");
    scanner.close();
  }

  private EvaluatedRows scanner() {
    return scanner(clouds, ALL, settings(4, 10_000));
  }

  private EvaluatedRows scanner(MemoryClouds over, RowInterval rows, QuerySettings settings) {
    return new EvaluatedRows(stream(over, rows, settings), SAME_ROW);
  }

  private PageStream stream(MemoryClouds over, RowInterval rows, QuerySettings settings) {
    return new PageStream(
        "a filtered scan",
        rows,
        over.reversed,
        settings.ranges(),
        new RangePlanner(over, pool, 10_000),
        over,
        pool,
        settings);
  }

  private static QuerySettings settings(int ranges, long timeoutMs) {
    return settings(ranges, timeoutMs, timeoutMs);
  }

  private static QuerySettings settings(int ranges, long timeoutMs, long retryMs) {
    return new QuerySettings(timeoutMs, retryMs, ranges, 1, Optional.empty());
  }

  private static List<String> read(EvaluatedRows scanner) throws IOException {
    List<String> rows = new ArrayList<>();
    for (Result row = scanner.next(); row != null; row = scanner.next()) {
      rows.add(Bytes.toStringBinary(row.getRow()));
    }
    return rows;
  }
}
