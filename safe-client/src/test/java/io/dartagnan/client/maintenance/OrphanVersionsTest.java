package io.dartagnan.client.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dartagnan.client.maintenance.Cleaning.Outcome;
import io.dartagnan.client.rpc.IOFunction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class OrphanVersionsTest {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final long NOW = 1_000_000;
  private static final long WAIT = 10;

  private final Queue<VersionPlace> attempts = new ConcurrentLinkedQueue<>();

  private OrphanVersions leftovers(long waitMs, Function<VersionPlace, Cleaning> attempt) {
    return new OrphanVersions(
        place -> {
          attempts.add(place);
          return attempt.apply(place);
        },
        () -> NOW,
        waitMs);
  }

  private static Cell cell(int row, long timestamp) {
    return new KeyValue(
        Bytes.toBytes(row), Bytes.toBytes("f"), Bytes.toBytes("q"), timestamp, new byte[1]);
  }

  private static void meet(OrphanVersions orphans, Cell... cells) {
    orphans.met(TABLE, Result.create(cells));
  }

  private static void awaitEnded(OrphanVersions orphans, Outcome outcome, long count) {
    await().until(() -> orphans.counts().versionsEnded(outcome) == count);
  }

  @Test
  void aVersionIsLookedAtOnceWhileItWaits() {
    try (OrphanVersions orphans = leftovers(WAIT, place -> new Cleaning(Outcome.CLEANED))) {
      meet(orphans, cell(1, 5), cell(1, 5), cell(2, 5), cell(1, 6));
      awaitEnded(orphans, Outcome.CLEANED, 3);
      assertThat(attempts)
          .containsExactlyInAnyOrder(
              VersionPlace.of(TABLE, cell(1, 5)),
              VersionPlace.of(TABLE, cell(2, 5)),
              VersionPlace.of(TABLE, cell(1, 6)));
      meet(orphans, cell(1, 5));
      awaitEnded(orphans, Outcome.CLEANED, 4);
    }
  }

  @Test
  void aVersionThatIsAsYoungAsAWriteUnderWayIsPassedOver() {
    try (OrphanVersions orphans = leftovers(WAIT, place -> new Cleaning(Outcome.CLEANED))) {
      meet(orphans, cell(1, NOW - WAIT + 1), cell(1, NOW + 50), cell(2, NOW - WAIT));
      awaitEnded(orphans, Outcome.CLEANED, 1);
      assertThat(orphans.counts().versionsMet()).isEqualTo(1);
      assertThat(attempts).containsExactly(VersionPlace.of(TABLE, cell(2, NOW - WAIT)));
    }
  }

  @Test
  void aVersionThatStaysIsNotLookedAtAgainSoon() {
    try (OrphanVersions orphans = leftovers(WAIT, place -> new Cleaning(Outcome.KEPT))) {
      meet(orphans, cell(1, 5));
      awaitEnded(orphans, Outcome.KEPT, 1);
      meet(orphans, cell(1, 5), cell(2, 5));
      awaitEnded(orphans, Outcome.KEPT, 2);
      assertThat(attempts).hasSize(2);
    }
  }

  /** As each is where a server lets nothing be removed: they would take the room of others. */
  @Test
  void aVersionThatStaysYoungIsNotLookedAtAgainSoon() {
    try (OrphanVersions orphans = leftovers(WAIT, place -> new Cleaning(Outcome.YOUNG, 1))) {
      meet(orphans, cell(1, 5));
      awaitEnded(orphans, Outcome.YOUNG, 1);
      meet(orphans, cell(1, 5), cell(2, 5));
      awaitEnded(orphans, Outcome.YOUNG, 2);
      assertThat(attempts).hasSize(6);
      assertThat(orphans.counts().versionsMet()).isEqualTo(2);
    }
  }

  @Test
  void aVersionThatCannotBeDecidedIsLookedAtAgainAFewTimes() {
    try (OrphanVersions orphans = leftovers(WAIT, place -> new Cleaning(Outcome.UNANSWERED, 1))) {
      meet(orphans, cell(1, 5));
      awaitEnded(orphans, Outcome.UNANSWERED, 1);
      assertThat(attempts).hasSize(3);
    }
  }

  @Test
  void anAttemptThatFailsDoesNotEndTheOthers() {
    IOFunction<VersionPlace, Cleaning> failing =
        place -> {
          attempts.add(place);
          if (attempts.size() == 1) {
            throw new IOException("closed");
          }
          throw new IllegalStateException("wrong");
        };
    try (OrphanVersions orphans = new OrphanVersions(failing, () -> NOW, WAIT)) {
      meet(orphans, cell(1, 5), cell(2, 5));
      awaitEnded(orphans, Outcome.UNANSWERED, 2);
    }
  }

  /** Readers of a table that lacks all of its rows on one cloud meet every one of them. */
  @Test
  void aReaderThatMeetsMoreThanCanBeLookedAtIsNotHeldUp() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    try (OrphanVersions orphans =
        leftovers(
            1,
            place -> {
              awaitUninterruptibly(go);
              return new Cleaning(Outcome.CLEANED);
            })) {
      List<Cell> cells = new ArrayList<>();
      for (int row = 0; row < OrphanVersions.MOST + 100; row++) {
        cells.add(cell(row, 5));
      }
      meet(orphans, cells.toArray(Cell[]::new));
      assertThat(orphans.counts().versionsMet()).isEqualTo(OrphanVersions.MOST);
      assertThat(orphans.counts().versionsPassedOver()).isEqualTo(100);
      go.countDown();
      awaitEnded(orphans, Outcome.CLEANED, OrphanVersions.MOST);
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void nothingIsLookedAtWhereThatIsSwitchedOffOrTheConnectionIsClosed() {
    try (OrphanVersions off = leftovers(0, place -> new Cleaning(Outcome.CLEANED))) {
      meet(off, cell(1, 5));
      assertThat(off.counts().versionsMet()).isZero();
    }
    OrphanVersions closed = leftovers(WAIT, place -> new Cleaning(Outcome.CLEANED));
    closed.close();
    meet(closed, cell(1, 5));
    assertThat(attempts).isEmpty();
  }
}
