package io.dartagnan.clusters.checker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.LongComparator;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;

/** One client of the checked table, which calls it at random and writes down what it called. */
final class Client {
  private static final int MOST_IN_A_BATCH = 5;

  private static final List<Durability> LESS = List.of(Durability.SKIP_WAL, Durability.ASYNC_WAL);

  private final HistoryLog log;
  private final Random random;
  private final AtomicLong numbers;
  private final boolean atomic;

  private Table table;

  /** The number that this client read or wrote last in each call, to check for. */
  private long recent;

  /**
   * A client.
   *
   * @param numbers gives numbers that nobody else writes
   * @param atomic whether it calls atomic operations too
   */
  Client(Table table, HistoryLog log, Random random, AtomicLong numbers, boolean atomic) {
    this.table = table;
    this.log = log;
    this.random = random;
    this.numbers = numbers;
    this.atomic = atomic;
  }

  /** Goes on with the table of another connection. */
  void use(Table other) {
    table = other;
  }

  /** One call. */
  void call() {
    int kind = random.nextInt(100);
    if (kind < 32) {
      put();
    } else if (kind < 40) {
      batch();
    } else if (kind < 48) {
      delete();
    } else if (kind < 80 || !atomic && kind < 90) {
      read(Rows.random(random));
    } else if (kind < 86) {
      increment();
    } else if (kind < 90) {
      checkAndPut();
    } else if (kind < 97) {
      scan(Rows.randomRange(random));
    } else {
      filter();
    }
  }

  private void put() {
    String row = Rows.random(random);
    Action.Put put = randomPut(row);
    write(row, put, () -> table.put(mutation(row, put)));
    recent = put.number();
  }

  /**
   * A put to a row. Of a hot one it is durable: what may be lost of many puts at a time leaves too
   * many orders to search. So it is where rows stay in part lost and all columns are replicated:
   * what one cloud has lost of a put that is not durable comes back there when a row is repaired in
   * the background, or the two others answer alone.
   */
  private Action.Put randomPut(String row) {
    List<Column> columns = new ArrayList<>(Column.PUT);
    columns.removeIf(column -> random.nextInt(4) == 0);
    boolean stays =
        Rows.isHot(row) || Column.REPLICATED && !LostRows.MENDED || random.nextInt(3) > 0;
    return new Action.Put(
        columns.isEmpty() ? Column.mask(Column.PUT) : Column.mask(columns),
        numbers.incrementAndGet(),
        stays ? Fault.Loss.NOTHING : Fault.Loss.MEMORY);
  }

  private void delete() {
    delete(Rows.random(random), randomDeletion());
  }

  /** Deletes columns of a row; false if that failed. */
  boolean delete(String row, int columns) {
    Action.Delete delete = new Action.Delete(columns);
    return write(row, delete, () -> table.delete(mutation(row, delete)));
  }

  private int randomDeletion() {
    return random.nextBoolean()
        ? Column.all()
        : 1 << Column.PUT.get(random.nextInt(Column.PUT.size())).ordinal();
  }

  /** Puts and deletes to several rows in one call, each row once. */
  private void batch() {
    List<Mutation> mutations = new ArrayList<>();
    List<Action> actions = new ArrayList<>();
    List<Long> ids = new ArrayList<>();
    for (String row :
        random
            .ints(MOST_IN_A_BATCH, 0, Rows.ALL.size())
            .sorted()
            .distinct()
            .mapToObj(Rows.ALL::get)
            .toList()) {
      Action action = random.nextInt(5) == 0 ? new Action.Delete(randomDeletion()) : randomPut(row);
      actions.add(action);
      mutations.add(mutation(row, action));
      ids.add(log.begin(row, action));
    }
    Object[] results = new Object[mutations.size()];
    Throwable failure = null;
    try {
      table.batch(mutations, results);
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      failure = e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failure = e;
    }
    for (int i = 0; i < ids.size(); i++) {
      if (results[i] instanceof Result) {
        log.end(ids.get(i), actions.get(i));
      } else {
        log.failed(ids.get(i), failure == null ? new IOException("no result") : failure);
      }
    }
  }

  private static Put mutation(String row, Action.Put action) {
    Put put = new Put(Bytes.toBytes(row));
    if (action.lostBy() != Fault.Loss.NOTHING) {
      put.setDurability(LESS.get((int) (action.number() % LESS.size())));
    }
    for (Column column : Column.of(action.columns())) {
      put.addColumn(Column.FAMILY, column.qualifier(), Bytes.toBytes(action.number()));
    }
    return put;
  }

  /** A delete of the whole family where all columns are meant. */
  private static Delete mutation(String row, Action.Delete action) {
    Delete delete = new Delete(Bytes.toBytes(row));
    if (action.columns() != Column.all()) {
      for (Column column : Column.of(action.columns())) {
        delete.addColumns(Column.FAMILY, column.qualifier());
      }
    }
    return delete;
  }

  private static Mutation mutation(String row, Action action) {
    return action instanceof Action.Put put
        ? mutation(row, put)
        : mutation(row, (Action.Delete) action);
  }

  private void increment() {
    String row = Rows.random(random);
    Action.Increment asked = new Action.Increment(Optional.empty());
    outcome(
        row,
        asked,
        () -> {
          Increment increment =
              new Increment(Bytes.toBytes(row))
                  .addColumn(Column.FAMILY, Column.COUNTER.qualifier(), 1);
          Result result = table.increment(increment);
          byte[] counter = result.getValue(Column.FAMILY, Column.COUNTER.qualifier());
          return new Action.Increment(Optional.of(Bytes.toLong(counter)));
        });
  }

  private void checkAndPut() {
    String row = Rows.random(random);
    Action.Put any = randomPut(row);
    Action.Put put = new Action.Put(any.columns(), any.number());
    long expected = recent;
    outcome(
        row,
        new Action.CheckAndPut(expected, put, Optional.empty()),
        () -> {
          CheckAndMutate check =
              CheckAndMutate.newBuilder(Bytes.toBytes(row))
                  .ifEquals(Column.FAMILY, Column.NUMBER.qualifier(), Bytes.toBytes(expected))
                  .build(mutation(row, put));
          boolean done = table.checkAndMutate(check).isSuccess();
          return new Action.CheckAndPut(expected, put, Optional.of(done));
        });
  }

  /** Reads a row and writes down what it saw; false if that failed. */
  boolean read(String row) {
    return read(row, Column.all()).isEmpty();
  }

  /**
   * Reads some columns of a row and writes down what it saw.
   *
   * @return what the reading failed with
   */
  Optional<Throwable> read(String row, int columns) {
    Get get = new Get(Bytes.toBytes(row));
    if (columns != Column.all()) {
      Column.of(columns).forEach(column -> get.addColumn(Column.FAMILY, column.qualifier()));
    }
    long begun = System.nanoTime();
    try {
      RowState seen = RowState.of(table.get(get));
      remember(seen);
      log.read(begun, row, new Action.Read(columns, seen));
      return Optional.empty();
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      log.unread(begun, e);
      return Optional.of(e);
    }
  }

  /** Reads rows, all of which the scan's time is the time of, up to the next that it returns. */
  private void scan(List<String> rows) {
    Scan scan =
        new Scan()
            .withStartRow(Bytes.toBytes(rows.get(0)))
            .withStopRow(Bytes.toBytes(rows.get(rows.size() - 1)), true)
            .setCaching(1 + random.nextInt(20));
    long begun = System.nanoTime();
    int next = 0;
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result result : scanner) {
        String row = Bytes.toString(result.getRow());
        while (!rows.get(next).equals(row)) {
          log.read(begun, rows.get(next++), new Action.Read(Column.all(), RowState.EMPTY));
        }
        log.read(begun, rows.get(next++), new Action.Read(Column.all(), RowState.of(result)));
      }
      while (next < rows.size()) {
        log.read(begun, rows.get(next++), new Action.Read(Column.all(), RowState.EMPTY));
      }
    } catch (UncheckedIOException e) {
      log.unread(begun, e.getCause());
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      log.unread(begun, e);
    }
  }

  /** Of the rows that a filter leaves out it is not known what they held. */
  private void filter() {
    long begun = System.nanoTime();
    try (ResultScanner scanner = table.getScanner(new Scan().setFilter(atLeast(recent)))) {
      for (Result result : scanner) {
        log.read(
            begun,
            Bytes.toString(result.getRow()),
            new Action.Read(Column.all(), RowState.of(result)));
      }
    } catch (UncheckedIOException e) {
      log.unread(begun, e.getCause());
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      log.unread(begun, e);
    }
  }

  /** A filter for rows with such a number. */
  static SingleColumnValueFilter atLeast(long bound) {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(
            Column.FAMILY,
            Column.NUMBER.qualifier(),
            CompareOperator.GREATER_OR_EQUAL,
            new LongComparator(bound));
    filter.setFilterIfMissing(true);
    return filter;
  }

  private void remember(RowState seen) {
    if (seen.has(Column.NUMBER)) {
      recent = seen.number(Column.NUMBER);
    }
  }

  private boolean write(String row, Action action, Write write) {
    return outcome(
        row,
        action,
        () -> {
          write.run();
          return action;
        });
  }

  private boolean outcome(String row, Action asked, Answer answer) {
    long id = log.begin(row, asked);
    try {
      log.end(id, answer.get());
      return true;
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      log.failed(id, e);
      return false;
    }
  }

  private interface Write {
    void run() throws IOException;
  }

  private interface Answer {
    Action get() throws IOException;
  }
}
