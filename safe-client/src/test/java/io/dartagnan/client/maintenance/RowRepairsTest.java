package io.dartagnan.client.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RowRepairsTest {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final TableName OTHER = TableName.valueOf("other");

  private final List<String> begun = Collections.synchronizedList(new ArrayList<>());
  private final Semaphore arrivals = new Semaphore(0);
  private final Semaphore permits = new Semaphore(0);
  private final RowRepairs repairs = new RowRepairs(this::repair);
  private volatile IOException failure;
  private volatile boolean lost;

  @AfterEach
  void close() {
    repairs.close();
  }

  private void repair(Party cloud, TableName table, byte[] row) throws IOException {
    begun.add(cloud.index() + " " + table + " " + Bytes.toString(row));
    arrivals.release();
    try {
      permits.acquire();
    } catch (InterruptedException e) {
      throw new InterruptedIOException();
    }
    if (table.equals(TABLE) && failure != null) {
      throw failure;
    }
    if (table.equals(TABLE) && lost) {
      throw new UnsupportedOperationException("not replicated");
    }
  }

  private void take(TableName table, int row, Party cloud) {
    repairs.take(table, Bytes.toBytes("r" + row), cloud);
  }

  private void awaitBegun(int number) throws InterruptedException {
    assertThat(arrivals.tryAcquire(number, 30, TimeUnit.SECONDS)).as("begun: %s", begun).isTrue();
  }

  /** Waits for what was taken before: another row comes after it. */
  private void awaitEarlier(int row) throws InterruptedException {
    permits.release(2);
    take(OTHER, row, Party.P1);
    awaitBegun(1);
  }

  @Test
  void aRowThatWaitsIsNotTakenAgain() throws Exception {
    for (int i = 0; i < 3; i++) {
      take(TABLE, 1, Party.P2);
      take(TABLE, 2, Party.P2);
      take(TABLE, 2, Party.P0);
      take(OTHER, 2, Party.P2);
    }
    permits.release(4);
    awaitBegun(4);
    awaitEarlier(3);

    assertThat(begun).containsExactly("2 t r1", "2 t r2", "0 t r2", "2 other r2", "1 other r3");
  }

  @Test
  void furtherRowsAreLeftWhileAsManyWaitAsMay() throws Exception {
    for (int row = 0; row < RowRepairs.MOST + 10; row++) {
      take(TABLE, row, Party.P2);
    }
    permits.release(RowRepairs.MOST);
    awaitBegun(RowRepairs.MOST);
    awaitEarlier(1);

    assertThat(begun)
        .hasSize(RowRepairs.MOST + 1)
        .endsWith("2 t r" + (RowRepairs.MOST - 1), "1 other r1");
  }

  /** A cloud may say as often as it likes that it has lost it. */
  @Test
  void aRowThatHasJustBeenRepairedRests() throws Exception {
    take(TABLE, 1, Party.P2);
    permits.release(1);
    awaitBegun(1);
    awaitEarlier(2);
    take(TABLE, 1, Party.P2);
    awaitEarlier(3);

    assertThat(begun).containsExactly("2 t r1", "1 other r2", "1 other r3");
  }

  @Test
  void aRowWhoseRepairFailedIsTakenWhenItIsMetAgain() throws Exception {
    failure = new IOException("not now");
    for (int time = 1; time <= 2; time++) {
      take(TABLE, 1, Party.P2);
      awaitBegun(1);
      awaitEarlier(time);
    }

    assertThat(begun).containsExactly("2 t r1", "1 other r1", "2 t r1", "1 other r2");
  }

  @Test
  void rowsOfATableThatCannotBeRebuiltAreNotTakenAgain() throws Exception {
    lost = true;
    take(TABLE, 1, Party.P2);
    awaitBegun(1);
    awaitEarlier(1);
    take(TABLE, 2, Party.P2);
    awaitEarlier(2);

    assertThat(begun).containsExactly("2 t r1", "1 other r1", "1 other r2");
  }

  @Test
  void nothingIsTakenOnceClosed() {
    repairs.close();
    take(TABLE, 1, Party.P2);

    assertThat(begun).isEmpty();
  }
}
