package io.dartagnan.clusters.torture;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** A writer of rows that are its own: half of its writes go to few of them. */
final class Writer implements Callable<Void> {
  private static final int HOT = 4;

  /** Longest pause between two writes: filters are to have the greater part of the time. */
  private static final int LONGEST_REST_MS = 30;

  private static final int MOST_IN_A_BATCH = 8;

  private final TorturedTable table;
  private final List<Integer> own = new ArrayList<>();
  private final Random random;
  private final AtomicLong numbers;
  private final Outages outages;
  private final Findings findings;
  private final CountDownLatch over;

  /**
   * A writer.
   *
   * @param number from 0 to one less than the number of writers, whose rows are apart
   * @param numbers of the writes to the table
   */
  Writer(
      TorturedTable table,
      int number,
      int writers,
      Random random,
      AtomicLong numbers,
      Outages outages,
      Findings findings,
      CountDownLatch over) {
    this.table = table;
    this.random = random;
    this.numbers = numbers;
    this.outages = outages;
    this.findings = findings;
    this.over = over;
    for (int row = number; row < table.ledger().rows(); row += writers) {
      own.add(row);
    }
  }

  @Override
  public Void call() throws IOException, InterruptedException {
    try (Table target = table.connection().getTable(table.name())) {
      while (!over.await(random.nextInt(LONGEST_REST_MS), TimeUnit.MILLISECONDS)) {
        int kind = random.nextInt(100);
        if (kind < 12) {
          batch(target);
        } else {
          one(target, kind);
        }
      }
    }
    return null;
  }

  private void one(Table target, int kind) {
    int row = row();
    byte[] key = Bytes.toBytes(TorturedTable.key(row));
    if (kind < 25) {
      Change delete = new Change.RowDelete();
      write(Set.of(row), List.of(delete), () -> target.delete((Delete) delete.mutation(key)));
    } else if (kind < 40) {
      Change delete = new Change.ColumnDelete(random.nextBoolean() ? Column.NUMBER : Column.OTHER);
      write(Set.of(row), List.of(delete), () -> target.delete((Delete) delete.mutation(key)));
    } else {
      Change put = Change.random(random, numbers.incrementAndGet());
      write(Set.of(row), List.of(put), () -> target.put((Put) put.mutation(key)));
    }
  }

  private void batch(Table target) {
    Set<Integer> rows = new TreeSet<>();
    int size = 2 + random.nextInt(MOST_IN_A_BATCH - 1);
    while (rows.size() < size) {
      rows.add(row());
    }
    List<Change> changes = new ArrayList<>();
    List<Put> puts = new ArrayList<>();
    for (int row : rows) {
      Change put = Change.random(random, numbers.incrementAndGet());
      changes.add(put);
      puts.add((Put) put.mutation(Bytes.toBytes(TorturedTable.key(row))));
    }
    write(rows, changes, () -> target.put(puts));
  }

  private int row() {
    int among = own.size() / HOT;
    return random.nextBoolean()
        ? own.get(random.nextInt(HOT) * among)
        : own.get(random.nextInt(own.size()));
  }

  private void write(Set<Integer> rows, List<Change> changes, Write write) {
    long begun = System.nanoTime();
    int next = 0;
    for (int row : rows) {
      table.ledger().row(row).begin(changes.get(next++), begun);
    }
    try {
      write.send();
      long ended = System.nanoTime();
      rows.forEach(row -> table.ledger().row(row).acknowledge(ended));
      findings.written();
    } catch (IOException | RuntimeException e) {
      long ended = System.nanoTime();
      rows.forEach(row -> table.ledger().row(row).fail(ended));
      findings.failed("a write to " + table.name(), e, outages.meet(begun, ended));
    }
  }

  private interface Write {
    void send() throws IOException;
  }
}
