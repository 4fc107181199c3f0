package io.dartagnan.client.leftover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dartagnan.client.leftover.Cleaning.Outcome;
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

class LeftoversTest {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final long NOW = 1_000_000;
  private static final long WAIT = 10;

  private final Queue<VersionPlace> attempts = new ConcurrentLinkedQueue<>();

  private Leftovers leftovers(long waitMs, Function<VersionPlace, Cleaning> attempt) {
    return new Leftovers(
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

  private static void meet(Leftovers leftovers, Cell... cells) {
    leftovers.met(TABLE, Result.create(cells));
  }

  private static void awaitEnded(Leftovers leftovers, Outcome outcome, long count) {
    await().until(() -> leftovers.counts().versionsEnded(outcome) == count);
  }

  @Test
  void aVersionIsLookedAtOnceWhileItWaits() {
    try (Leftovers leftovers = leftovers(WAIT, place -> new Cleaning(Outcome.CLEANED))) {
      meet(leftovers, cell(1, 5), cell(1, 5), cell(2, 5), cell(1, 6));
      awaitEnded(leftovers, Outcome.CLEANED, 3);
      assertThat(attempts)
          .containsExactlyInAnyOrder(
              VersionPlace.of(TABLE, cell(1, 5)),
              VersionPlace.of(TABLE, cell(2, 5)),
              VersionPlace.of(TABLE, cell(1, 6)));
      meet(leftovers, cell(1, 5));
      awaitEnded(leftovers, Outcome.CLEANED, 4);
    }
  }

  @Test
  void aVersionThatIsAsYoungAsAWriteUnderWayIsPassedOver() {
    try (Leftovers leftovers = leftovers(WAIT, place -> new Cleaning(Outcome.CLEANED))) {
      meet(leftovers, cell(1, NOW - WAIT + 1), cell(1, NOW + 50), cell(2, NOW - WAIT));
      awaitEnded(leftovers, Outcome.CLEANED, 1);
      assertThat(leftovers.counts().versionsMet()).isEqualTo(1);
      assertThat(attempts).containsExactly(VersionPlace.of(TABLE, cell(2, NOW - WAIT)));
    }
  }

  @Test
  void aVersionThatStaysIsNotLookedAtAgainSoon() {
    try (Leftovers leftovers = leftovers(WAIT, place -> new Cleaning(Outcome.KEPT))) {
      meet(leftovers, cell(1, 5));
      awaitEnded(leftovers, Outcome.KEPT, 1);
      meet(leftovers, cell(1, 5), cell(2, 5));
      awaitEnded(leftovers, Outcome.KEPT, 2);
      assertThat(attempts).hasSize(2);
    }
  }

  /** As each is where a server lets nothing be removed: they would take the room of others. */
  @Test
  void aVersionThatStaysYoungIsNotLookedAtAgainSoon() {
    try (Leftovers leftovers = leftovers(WAIT, place -> new Cleaning(Outcome.YOUNG, 1))) {
      meet(leftovers, cell(1, 5));
      awaitEnded(leftovers, Outcome.YOUNG, 1);
      meet(leftovers, cell(1, 5), cell(2, 5));
      awaitEnded(leftovers, Outcome.YOUNG, 2);
      assertThat(attempts).hasSize(6);
      assertThat(leftovers.counts().versionsMet()).isEqualTo(2);
    }
  }

  @Test
  void aVersionThatCannotBeDecidedIsLookedAtAgainAFewTimes() {
    try (Leftovers leftovers = leftovers(WAIT, place -> new Cleaning(Outcome.UNANSWERED, 1))) {
      meet(leftovers, cell(1, 5));
      awaitEnded(leftovers, Outcome.UNANSWERED, 1);
      assertThat(attempts).hasSize(3);
    }
  }

  @Test
  void anAttemptThatFailsDoesNotEndTheOthers() {
    Leftovers.Attempt failing =
        place -> {
          attempts.add(place);
          if (attempts.size() == 1) {
            throw new IOException("closed");
          }
          throw new IllegalStateException("wrong");
        };
    try (Leftovers leftovers = new Leftovers(failing, () -> NOW, WAIT)) {
      meet(leftovers, cell(1, 5), cell(2, 5));
      awaitEnded(leftovers, Outcome.UNANSWERED, 2);
    }
  }

  /** Readers of a table that lacks all of its rows on one cloud meet every one of them. */
  @Test
  void aReaderThatMeetsMoreThanCanBeLookedAtIsNotHeldUp() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    try (Leftovers leftovers =
        leftovers(
            1,
            place -> {
              awaitUninterruptibly(go);
              return new Cleaning(Outcome.CLEANED);
            })) {
      List<Cell> cells = new ArrayList<>();
      for (int row = 0; row < Leftovers.MOST + 100; row++) {
        cells.add(cell(row, 5));
      }
      meet(leftovers, cells.toArray(Cell[]::new));
      assertThat(leftovers.counts().versionsMet()).isEqualTo(Leftovers.MOST);
      assertThat(leftovers.counts().versionsPassedOver()).isEqualTo(100);
      go.countDown();
      awaitEnded(leftovers, Outcome.CLEANED, Leftovers.MOST);
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
    try (Leftovers off = leftovers(0, place -> new Cleaning(Outcome.CLEANED))) {
      meet(off, cell(1, 5));
      assertThat(off.counts().versionsMet()).isZero();
    }
    Leftovers closed = leftovers(WAIT, place -> new Cleaning(Outcome.CLEANED));
    closed.close();
    meet(closed, cell(1, 5));
    assertThat(attempts).isEmpty();
  }
}
