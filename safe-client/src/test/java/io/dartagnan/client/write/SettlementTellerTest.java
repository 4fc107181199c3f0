package io.dartagnan.client.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.client.OverMemoryClouds;
import io.dartagnan.client.fixture.MemoryCloud;
import io.dartagnan.client.fixture.Tables;
import io.dartagnan.client.table.ConnectionParts;
import io.dartagnan.write.Settlement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.client.Put;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What clouds are told of writes when no write tells it. */
@Timeout(60)
class SettlementTellerTest extends OverMemoryClouds {
  private final AtomicLong wall = new AtomicLong(100);
  private final AtomicLong numbers = new AtomicLong(7);
  private final AtomicLong elapsed = new AtomicLong();
  private final WriteLedger ledger =
      new WriteLedger(new WriteClock(wall::get), numbers::getAndIncrement, elapsed::get);
  private final ClientWrites writes = new ClientWrites(ledger, () -> 0);
  private SettlementTeller teller;

  @BeforeEach
  void tell() {
    ConnectionParts parts = connection.parts();
    teller =
        new SettlementTeller(cloud -> parts.clouds().get(cloud.index()), parts.fanOut(), ledger);
  }

  @AfterEach
  void stop() {
    teller.close();
  }

  @Test
  void aTableIsToldOfAClosedBookWhileItIsWrittenAndWhenItsLastWriteEnds() throws Exception {
    WriteLedger.Entry stuck = writes.begin();
    long first = stuck.next(Tables.ROW);
    stuck.enter(first).settle();
    written();
    wall.set(10_000);
    elapsed.set(10_000);
    long after;
    try (WriteLedger.Entry entry = writes.begin()) {
      after = entry.next(Tables.bytes("other"));
      entry.enter(after).settle();
      written();
    }
    wall.set(20_000);

    awaitHeard(told -> told.writer() == 8 && told.isSettled(after));
    assertThat(heard()).noneMatch(told -> told.writer() == 7 && told.isSettled(first));
    stuck.close();
    awaitHeard(told -> told.writer() == 7 && told.isSettled(first));
  }

  /** Nothing else would tell it: the process writes no more. */
  @Test
  void aQuietTableIsToldAgainWhenAWriteUnderWayEnds() throws Exception {
    WriteLedger.Entry stuck = writes.begin();
    long stamp = stuck.next(Tables.ROW);
    stuck.enter(stamp).settle();
    written();
    awaitHeard(told -> true);
    stuck.close();
    wall.set(20_000);

    awaitHeard(told -> told.isSettled(stamp));
  }

  private void written() {
    teller.written(Tables.DECLARED.getTableName(), List.of(new Put(Tables.ROW)));
  }

  private List<Settlement> heard() {
    return clouds.get(0).heard;
  }

  private void awaitHeard(Predicate<Settlement> expected) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    for (MemoryCloud cloud : clouds) {
      while (cloud.heard.stream().noneMatch(expected)) {
        assertThat(System.nanoTime() - deadline).as("%s", cloud.heard).isNegative();
        Thread.sleep(10);
      }
    }
  }
}
