package io.dartagnan.ycsb.hbase;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/**
 * The same table on several plain clusters: a call goes to all of them at the same time and is done
 * when all have answered. The answer is the first cluster's.
 *
 * <p>It costs what distribution over three clouds costs, without secret sharing.
 */
final class ThreeTables implements BenchmarkTable {
  private final List<BenchmarkTable> tables;
  private final List<BenchmarkTable> read;
  private final ExecutorService threads;

  /** A call on one of the tables. */
  private interface Call<T> {
    T on(BenchmarkTable table, boolean first) throws IOException;
  }

  /**
   * @param threads run all calls but those on the first table; more than there are calls at a time
   * @param readsAll whether reads go to all of them, or to the first alone
   */
  ThreeTables(List<BenchmarkTable> tables, ExecutorService threads, boolean readsAll) {
    this.tables = List.copyOf(tables);
    this.read = readsAll ? this.tables : this.tables.subList(0, 1);
    this.threads = threads;
  }

  @Override
  public Result get(Get get) throws IOException {
    return onAll(read, (table, first) -> table.get(first ? get : new Get(get))).get(0);
  }

  @Override
  public void put(List<Put> puts) throws IOException {
    onAll(
        tables,
        (table, first) -> {
          table.put(first ? puts : puts.stream().map(Put::new).toList());
          return true;
        });
  }

  @Override
  public void delete(Delete delete) throws IOException {
    onAll(
        tables,
        (table, first) -> {
          table.delete(first ? delete : new Delete(delete));
          return true;
        });
  }

  @Override
  public long scan(Scan scan, RowReader rows) throws IOException {
    AtomicBoolean wanted = new AtomicBoolean(true);
    return onAll(
            read,
            (table, first) ->
                first
                    ? table.scan(
                        scan,
                        row -> {
                          wanted.set(rows.read(row));
                          return wanted.get();
                        })
                    : table.scan(new Scan(scan), row -> wanted.get()))
        .stream()
        .mapToLong(Long::longValue)
        .max()
        .orElseThrow();
  }

  private <T> List<T> onAll(List<BenchmarkTable> asked, Call<T> call) throws IOException {
    List<Future<T>> others = new ArrayList<>();
    for (BenchmarkTable table : asked.subList(1, asked.size())) {
      Callable<T> task = () -> call.on(table, false);
      others.add(threads.submit(task));
    }
    List<T> answers = new ArrayList<>();
    IOException failure = null;
    try {
      answers.add(call.on(asked.get(0), true));
    } catch (IOException e) {
      failure = e;
    }
    for (Future<T> other : others) {
      try {
        answers.add(other.get());
      } catch (ExecutionException e) {
        failure = e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw (IOException) new InterruptedIOException("interrupted").initCause(e);
      }
    }
    if (failure != null) {
      throw failure;
    }
    return answers;
  }

  @Override
  public void close() throws IOException {
    for (BenchmarkTable table : tables) {
      table.close();
    }
  }
}
