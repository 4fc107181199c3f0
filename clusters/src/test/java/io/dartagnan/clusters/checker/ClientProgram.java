package io.dartagnan.clusters.checker;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.rpc.RetryPolicy;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionConfiguration;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Table;

/**
 * Process of a few clients that call the checked table until standard input ends: {@code
 * ClientProgram TABLE HISTORY PROCESS CLIENTS SEED ATOMIC}. It prints a line when the first calls
 * are about to be sent. Each client has a connection of its own, and there is a crowd that shares
 * one with few threads, and waits long for its answers.
 *
 * <p>Every put of the first client fails on one cloud, which its connection does not let it reach.
 * Lines of standard input make trouble: {@link #CLOSE}, {@link #ERROR}, {@link #HALT}.
 */
public final class ClientProgram {

  /** Numbers that one process may write. */
  private static final long NUMBERS = 1L << 32;

  private static final int PATIENCE_MS = 5_000;
  private static final int RPC_MS = 2_500;

  /** Time after which a connection is not tried once more. */
  private static final Duration CONNECTED = Duration.ofMinutes(2);

  /** Pause before it is, since what is down refuses at once. */
  private static final int RECONNECTED_MS = 500;

  /** So short that writes are still under way for which there is no hope left. */
  private static final int LEFTOVERS_MS = 2_000;

  /** Closes every connection under its clients, which go on with another. */
  static final String CLOSE = "close";

  /** Makes the starts of the crowd's next threads fail with an {@code Error}. */
  static final String ERROR = "error";

  /** Ends the process while a client of the crowd sends something, or after a moment. */
  static final String HALT = "halt";

  /** System property: the file of the key under which a tagged table's keys are encrypted. */
  static final String KEY_FILE = "checker.key";

  private static final int CROWD = 6;
  private static final int THREADS_OF_THE_CROWD = 4;
  private static final int CROWD_PATIENCE_MS = 60_000;
  private static final int STARTS = 8;
  private static final int HALTED_AFTER_MS = 2_000;
  private static final Duration ENDED = Duration.ofMinutes(2);

  private final StartlessThreads threads = new StartlessThreads();
  private final AtomicBoolean done = new AtomicBoolean();
  private final TableName name;
  private final HistoryLog log;
  private final AtomicLong numbers;
  private final boolean atomic;
  private final ExecutorService clients = Executors.newCachedThreadPool();
  private final List<Future<?>> running = new ArrayList<>();
  private final List<Line> lines = new ArrayList<>();

  private ClientProgram(TableName name, HistoryLog log, AtomicLong numbers, boolean atomic) {
    this.name = name;
    this.log = log;
    this.numbers = numbers;
    this.atomic = atomic;
  }

  public static void main(String[] arguments) throws Exception {
    AtomicLong numbers = new AtomicLong(Integer.parseInt(arguments[2]) * NUMBERS);
    int own = Integer.parseInt(arguments[3]);
    Random seeds = new Random(Long.parseLong(arguments[4]));
    try (HistoryLog log = new HistoryLog(Path.of(arguments[1]))) {
      ClientProgram program =
          new ClientProgram(
              TableName.valueOf(arguments[0]), log, numbers, Boolean.parseBoolean(arguments[5]));
      try {
        program.run(own, seeds);
      } finally {
        program.clients.shutdownNow();
      }
    }
  }

  private void run(int own, Random seeds) throws Exception {
    for (int i = 0; i < own; i++) {
      Configuration configuration = waiting(PATIENCE_MS, RPC_MS);
      if (i == 0) {
        String cloud = "dartagnan.party." + seeds.nextInt(3) + ".";
        configuration.setInt(cloud + ConnectionConfiguration.MAX_KEYVALUE_SIZE_KEY, 1);
      }
      lines.add(new Line(configuration));
    }
    Configuration crowded = waiting(CROWD_PATIENCE_MS, CROWD_PATIENCE_MS);
    crowded.setInt(ClientKeys.THREADS, THREADS_OF_THE_CROWD);
    Line crowd = new Line(crowded);
    lines.add(crowd);
    for (Line line : lines) {
      for (int i = 0; i < (line == crowd ? CROWD : 1); i++) {
        Random random = new Random(seeds.nextLong());
        running.add(clients.submit(() -> call(line, random)));
      }
    }
    System.out.println("calling");
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String order = orders.readLine(); order != null; order = orders.readLine()) {
      obey(order, crowd);
    }
    done.set(true);
    for (Future<?> each : running) {
      each.get(ENDED.toSeconds(), TimeUnit.SECONDS);
    }
    for (Line line : lines) {
      line.connection.close();
    }
  }

  private void obey(String order, Line crowd) throws IOException {
    switch (order) {
      case CLOSE -> {
        for (Line line : lines) {
          line.renew();
        }
      }
      case ERROR -> {
        threads.act(StartlessThreads.Manner.ERROR, STARTS);
        // A new connection has no threads yet.
        crowd.renew();
      }
      case HALT -> {
        threads.act(StartlessThreads.Manner.HALT, STARTS);
        crowd.renew();
        RetryPolicy.sleep(HALTED_AFTER_MS, "interrupted before the process was ended");
        Runtime.getRuntime().halt(StartlessThreads.HALTED);
      }
      default -> throw new IllegalArgumentException(order);
    }
  }

  private Void call(Line line, Random random) throws IOException {
    threads.enter();
    Client client = new Client(null, log, random, numbers, atomic);
    while (!done.get()) {
      Connection connection = line.connection;
      try (Table table = connection.getTable(name)) {
        client.use(table);
        while (!done.get() && line.connection == connection) {
          client.call();
        }
      } catch (IOException e) {
        if (line.connection == connection) {
          throw e;
        }
      }
    }
    return null;
  }

  /** Connection of one or more clients, in whose place another may come. */
  private static final class Line {
    private final Configuration configuration;
    private volatile Connection connection;

    Line(Configuration configuration) throws IOException {
      this.configuration = configuration;
      this.connection = connect(configuration);
    }

    void renew() throws IOException {
      Connection before = connection;
      connection = connect(configuration);
      try {
        before.close();
      } catch (IOException e) {
        System.err.println("a cloud did not answer while a connection was closed: " + e);
      }
    }
  }

  /** Of most a cloud that is down is an error after few seconds, so that much is called. */
  private static Configuration waiting(int patienceMs, int rpcMs) {
    Configuration configuration = HBaseConfiguration.create();
    configuration.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, patienceMs);
    configuration.setInt(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, patienceMs);
    configuration.setInt(HConstants.HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD, patienceMs);
    configuration.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, rpcMs);
    configuration.setLong(ClientKeys.LEFTOVERS_WAIT_MS, LEFTOVERS_MS);
    configuration.set(ClientKeys.KEY_FILE, System.getProperty(KEY_FILE));
    return configuration;
  }

  /**
   * Opens a connection. On a busy machine the first of a process takes longer than these clients
   * wait for anything: it is tried again, as whoever starts an application would.
   */
  private static Connection connect(Configuration configuration) throws IOException {
    long begun = System.nanoTime();
    while (true) {
      try {
        return ConnectionFactory.createConnection(configuration);
      } catch (IOException e) {
        if (System.nanoTime() - begun >= CONNECTED.toNanos()) {
          throw e;
        }
        System.err.println("connecting once more: " + e.getMessage());
        RetryPolicy.sleep(RECONNECTED_MS, "interrupted while a cloud did not answer");
      }
    }
  }
}
