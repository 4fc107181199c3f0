package io.dartagnan.clusters.bench;

import io.dartagnan.client.aggregate.PrivateAggregation;
import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.keys.KeyFile;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * A system that is measured: one plain HBase, three of them asked at once, or the three clouds, or
 * one plain HBase, through the Safe Client. It is for many threads.
 */
final class MeasuredSystem implements AutoCloseable {
  static final TableName PLAIN = TableName.valueOf("bench_plain");
  static final TableName SAFE = TableName.valueOf("bench_safe");

  private static final TableName ONE_CLUSTER = TableName.valueOf("bench_one_cluster");
  private static final TableName TAGGED = TableName.valueOf("bench_tagged");

  private static final int DEADLINE_MINUTES = 10;

  private final String name;
  private final TableName table;
  private final List<Connection> connections = new ArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  private MeasuredSystem(String name, TableName table, List<Path> folders) throws IOException {
    this(name, table, folders, new Configuration(false));
  }

  private MeasuredSystem(String name, TableName table, List<Path> folders, Configuration settings)
      throws IOException {
    this.name = name;
    this.table = table;
    try {
      for (Path folder : folders) {
        Configuration configuration = configuration(folder);
        configuration.addResource(settings);
        connections.add(ConnectionFactory.createConnection(configuration));
      }
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** One HBase, or several at once, without shares. */
  static MeasuredSystem plain(List<Path> folders) throws IOException {
    return new MeasuredSystem(folders.size() == 1 ? "plain" : "plain3", PLAIN, folders);
  }

  /** The three clouds. */
  static MeasuredSystem safe(Path folder) throws IOException {
    return new MeasuredSystem("safe", SAFE, List.of(folder), keys());
  }

  /** The three clouds, with a table whose values carry tags. */
  static MeasuredSystem tagged(Path folder) throws IOException {
    return new MeasuredSystem("tagged", TAGGED, List.of(folder), keys());
  }

  /** The plain HBase through a client that encrypts the values of its table. */
  static MeasuredSystem oneCluster(Path safe, Path plain) throws IOException {
    Configuration settings = keys();
    settings.set(ClientKeys.CLOUDS, "1");
    Configuration site = new Configuration(false);
    site.addResource(new org.apache.hadoop.fs.Path(plain.resolve("hbase-site.xml").toUri()));
    site.forEach(each -> settings.set("dartagnan.party.0." + each.getKey(), each.getValue()));
    return new MeasuredSystem("one", ONE_CLUSTER, List.of(safe), settings);
  }

  /** The settings of a client with keys, for tags and sealed columns. */
  private static Configuration keys() throws IOException {
    Path keys = Files.createTempDirectory("bench-keys");
    Path key = keys.resolve("key");
    // The last that is noted is deleted first.
    keys.toFile().deleteOnExit();
    key.toFile().deleteOnExit();
    KeyFile.create(key);
    Configuration settings = new Configuration(false);
    settings.set(ClientKeys.KEY_FILE, key.toString());
    return settings;
  }

  /** Whether it is the three clouds. */
  boolean isSafe() {
    return table.equals(SAFE) || isTagged();
  }

  /** Whether the values of its table carry tags. */
  boolean isTagged() {
    return table.equals(TAGGED);
  }

  private static Configuration configuration(Path folder) {
    Configuration configuration = HBaseConfiguration.create();
    configuration.addResource(
        new org.apache.hadoop.fs.Path(folder.resolve("hbase-site.xml").toUri()));
    return configuration;
  }

  String name() {
    return name;
  }

  TableName table() {
    return table;
  }

  List<Connection> connections() {
    return List.copyOf(connections);
  }

  /** Asks once, of all its clusters at the same time; returns how many rows there are. */
  long ask(Question question) throws IOException {
    return ask(question, true);
  }

  /**
   * The same.
   *
   * @param byShareColumns whether the clouds may answer from what they keep in memory
   */
  long ask(Question question, boolean byShareColumns) throws IOException {
    Scan scan = question.scan(byShareColumns);
    if (table.equals(SAFE) && question.isCount()) {
      return PrivateAggregation.over(connections.get(0)).count(table, scan);
    }
    AtomicReference<Long> first = new AtomicReference<>();
    onEach(
        asked -> {
          long rows = rows(asked, scan);
          if (!first.compareAndSet(null, rows) && first.get() != rows) {
            throw new IOException(name + " gave different answers on its clusters");
          }
        });
    return first.get();
  }

  private static long rows(Table table, Scan scan) throws IOException {
    long rows = 0;
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        rows++;
      }
    }
    return rows;
  }

  /** Calls to one cluster's table. */
  @FunctionalInterface
  interface Calls {
    void on(Table table) throws IOException;
  }

  /** Makes the same calls on each cluster at the same time, and waits for all. */
  void onEach(Calls calls) throws IOException {
    List<Future<?>> others = new ArrayList<>();
    for (Connection connection : connections.subList(1, connections.size())) {
      others.add(
          threads.submit(
              () -> {
                call(connection, calls);
                return null;
              }));
    }
    call(connections.get(0), calls);
    for (Future<?> other : others) {
      await(other);
    }
  }

  private void call(Connection connection, Calls calls) throws IOException {
    try (Table called = connection.getTable(table)) {
      calls.on(called);
    }
  }

  private static void await(Future<?> calls) throws IOException {
    try {
      calls.get(DEADLINE_MINUTES, TimeUnit.MINUTES);
    } catch (TimeoutException e) {
      throw new IOException("no answer within %d minutes".formatted(DEADLINE_MINUTES), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for an answer");
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    }
  }

  @Override
  public void close() throws IOException {
    threads.shutdownNow();
    for (Connection connection : connections) {
      connection.close();
    }
  }

  /** Failure of a measurement whose answer is not the right one. */
  static final class WrongAnswerException extends IOException {
    private static final long serialVersionUID = 1L;

    private WrongAnswerException(String sentence) {
      super(sentence);
    }

    /**
     * Compares an answer with the one that the rows give.
     *
     * @throws WrongAnswerException if it is another
     */
    static void requireRight(
        MeasuredSystem system, Question question, long answer, MeasuredRows rows)
        throws WrongAnswerException {
      long right = question.answer(rows);
      if (answer != right) {
        throw new WrongAnswerException(
            "%s answered '%s' with %d rows, and %d are right"
                .formatted(system.name(), question.label(), answer, right));
      }
    }
  }
}
