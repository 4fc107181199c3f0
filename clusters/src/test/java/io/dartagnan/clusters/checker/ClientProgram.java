package io.dartagnan.clusters.checker;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.clusters.process.Pause;
import java.io.IOException;
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
 * Process of a few clients, each with a connection of its own, that call the checked table until
 * standard input ends: {@code ClientProgram TABLE HISTORY PROCESS CLIENTS SEED ATOMIC}. It prints a
 * line when the first calls are about to be sent.
 *
 * <p>Every put of the first client fails on one cloud, which its connection does not let it reach.
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

  private ClientProgram() {}

  public static void main(String[] arguments) throws Exception {
    TableName name = TableName.valueOf(arguments[0]);
    AtomicLong numbers = new AtomicLong(Integer.parseInt(arguments[2]) * NUMBERS);
    int clients = Integer.parseInt(arguments[3]);
    Random seeds = new Random(Long.parseLong(arguments[4]));
    boolean atomic = Boolean.parseBoolean(arguments[5]);
    AtomicBoolean done = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    try (HistoryLog log = new HistoryLog(Path.of(arguments[1]))) {
      List<Connection> connections = new ArrayList<>();
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        Configuration configuration = impatient();
        if (i == 0) {
          String cloud = "dartagnan.party." + seeds.nextInt(3) + ".";
          configuration.setInt(cloud + ConnectionConfiguration.MAX_KEYVALUE_SIZE_KEY, 1);
        }
        connections.add(connect(configuration));
      }
      for (Connection connection : connections) {
        Random random = new Random(seeds.nextLong());
        running.add(
            threads.submit(
                () -> {
                  try (Table table = connection.getTable(name)) {
                    Client client = new Client(table, log, random, numbers, atomic);
                    while (!done.get()) {
                      client.call();
                    }
                  }
                  return null;
                }));
      }
      System.out.println("calling");
      awaitEndOfInput();
      done.set(true);
      for (Future<?> each : running) {
        each.get(1, TimeUnit.MINUTES);
      }
      for (Connection connection : connections) {
        connection.close();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** A cloud that is down is an error after few seconds, so that much is called meanwhile. */
  private static Configuration impatient() {
    Configuration configuration = HBaseConfiguration.create();
    configuration.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, PATIENCE_MS);
    configuration.setInt(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, PATIENCE_MS);
    configuration.setInt(HConstants.HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD, PATIENCE_MS);
    configuration.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, RPC_MS);
    configuration.setLong(ClientKeys.LEFTOVERS_WAIT_MS, LEFTOVERS_MS);
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
        Pause.millis(RECONNECTED_MS);
      }
    }
  }

  private static void awaitEndOfInput() throws IOException {
    int read;
    do {
      read = System.in.read();
    } while (read >= 0);
  }
}
