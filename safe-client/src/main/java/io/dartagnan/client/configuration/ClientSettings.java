package io.dartagnan.client.configuration;

import io.dartagnan.mpc.Party;
import io.dartagnan.schema.Placement;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ConnectionConfiguration;

/** Values that a configuration gives the Safe Client's keys and those of HBase that it heeds. */
public final class ClientSettings {
  private ClientSettings() {}

  /**
   * Where tables are.
   *
   * @throws IllegalArgumentException if it is neither one cluster nor three
   */
  public static Placement placement(Configuration conf) {
    int clouds = integer(conf, ClientKeys.CLOUDS, Placement.THREE_CLOUDS.clouds().size());
    return Stream.of(Placement.THREE_CLOUDS, Placement.ONE_CLUSTER)
        .filter(placement -> placement.clouds().size() == clouds)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s is %d; 3 is allowed, and 1 for one plain cluster"
                        .formatted(ClientKeys.CLOUDS, clouds)));
  }

  /**
   * Most threads for talking to the clouds.
   *
   * @throws IllegalArgumentException if fewer than three are configured
   */
  public static int threads(Configuration conf) {
    int threads = integer(conf, ClientKeys.THREADS, ClientKeys.DEFAULT_THREADS);
    if (threads < 3) {
      throw new IllegalArgumentException(
          ClientKeys.THREADS + " is " + threads + ", at least 3 are needed: one for each cloud");
    }
    return threads;
  }

  /**
   * Most threads on which an asynchronous connection makes its calls.
   *
   * @throws IllegalArgumentException if fewer than one is configured
   */
  public static int asyncThreads(Configuration conf) {
    int threads = integer(conf, ClientKeys.THREADS, ClientKeys.DEFAULT_THREADS);
    return positive(conf, ClientKeys.ASYNC_THREADS, Math.max(1, threads / Party.ALL.size()));
  }

  /**
   * Most calls of an asynchronous connection that may run or wait.
   *
   * @throws IllegalArgumentException if fewer than one is configured
   */
  public static int asyncCalls(Configuration conf) {
    return positive(conf, ClientKeys.ASYNC_CALLS, ClientKeys.DEFAULT_ASYNC_CALLS);
  }

  /** The file with the key of tables' keys; empty if none is configured. */
  public static Optional<Path> keyFile(Configuration conf) {
    return Optional.ofNullable(conf.getTrimmed(ClientKeys.KEY_FILE))
        .filter(path -> !path.isEmpty())
        .map(Path::of);
  }

  private static int positive(Configuration conf, String key, int otherwise) {
    int value = integer(conf, key, otherwise);
    if (value < 1) {
      throw new IllegalArgumentException(key + " is " + value + "; 1 or more is allowed");
    }
    return value;
  }

  /** Longest time in milliseconds that an operation takes on all three clouds. */
  public static long operationDeadlineMs(Configuration conf) {
    return withGrace(operationTimeoutMs(conf));
  }

  /** HBase's timeout of an operation on one cloud, in milliseconds, 1 or more. */
  static long operationTimeoutMs(Configuration conf) {
    return Math.max(
        1,
        number(
            conf,
            HConstants.HBASE_CLIENT_OPERATION_TIMEOUT,
            HConstants.DEFAULT_HBASE_CLIENT_OPERATION_TIMEOUT));
  }

  /**
   * Longest time in milliseconds without a row or heartbeat of a scan: within half of a scanner's
   * lease, a server that finds no rows sends one.
   */
  public static long scanDeadlineMs(Configuration conf) {
    return Math.max(
        operationDeadlineMs(conf),
        withGrace(
            conf.getLong(
                    HConstants.HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD,
                    HConstants.DEFAULT_HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD)
                / 2));
  }

  /** Largest plain cell in bytes, HBase's own limit; 0 or less means any. */
  public static int maxCellBytes(Configuration conf) {
    return integer(
        conf,
        ConnectionConfiguration.MAX_KEYVALUE_SIZE_KEY,
        ConnectionConfiguration.MAX_KEYVALUE_SIZE_DEFAULT);
  }

  /**
   * Milliseconds before what a failed write left is taken back; 0 for never.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public static long leftoversWaitMs(Configuration conf) {
    long wait = number(conf, ClientKeys.LEFTOVERS_WAIT_MS, ClientKeys.DEFAULT_LEFTOVERS_WAIT_MS);
    if (wait < 0) {
      throw new IllegalArgumentException(
          "%s is %d, it must be 0, for never, or more"
              .formatted(ClientKeys.LEFTOVERS_WAIT_MS, wait));
    }
    return wait;
  }

  /**
   * Most bytes that a scan holds to sort them.
   *
   * @throws IllegalArgumentException if it is below 1
   */
  public static long sortedBytes(Configuration conf) {
    long bytes = number(conf, ClientKeys.SORTED_BYTES, ClientKeys.DEFAULT_SORTED_BYTES);
    if (bytes < 1) {
      throw new IllegalArgumentException(
          "%s is %d, it must be 1 or more".formatted(ClientKeys.SORTED_BYTES, bytes));
    }
    return bytes;
  }

  /** Size in bytes at which a mutator sends what it has buffered. */
  public static long writeBufferBytes(Configuration conf) {
    return conf.getLong(
        ConnectionConfiguration.WRITE_BUFFER_SIZE_KEY,
        ConnectionConfiguration.WRITE_BUFFER_SIZE_DEFAULT);
  }

  /** Number of writes at which a mutator sends what it has buffered; 0 or less means any. */
  public static int maxMutations(Configuration conf) {
    return conf.getInt(
        ConnectionConfiguration.BUFFERED_MUTATOR_MAX_MUTATIONS_KEY,
        ConnectionConfiguration.BUFFERED_MUTATOR_MAX_MUTATIONS_DEFAULT);
  }

  /** Age in milliseconds at which a mutator sends what it has buffered; 0 means any. */
  public static long periodicFlushMs(Configuration conf) {
    return conf.getLong(
        ConnectionConfiguration.WRITE_BUFFER_PERIODIC_FLUSH_TIMEOUT_MS,
        ConnectionConfiguration.WRITE_BUFFER_PERIODIC_FLUSH_TIMEOUT_MS_DEFAULT);
  }

  /** Milliseconds between two looks at that age. */
  public static long periodicFlushTickMs(Configuration conf) {
    return conf.getLong(
        ConnectionConfiguration.WRITE_BUFFER_PERIODIC_FLUSH_TIMERTICK_MS,
        ConnectionConfiguration.WRITE_BUFFER_PERIODIC_FLUSH_TIMERTICK_MS_DEFAULT);
  }

  /** An integer; HBase's own exception would not name the key. */
  private static int integer(Configuration conf, String key, int otherwise) {
    return named(conf, key, () -> conf.getInt(key, otherwise));
  }

  /** The same of 64 bits. */
  static long number(Configuration conf, String key, long otherwise) {
    return named(conf, key, () -> conf.getLong(key, otherwise));
  }

  private static <T> T named(Configuration conf, String key, Supplier<T> number) {
    try {
      return number.get();
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "%s is '%s'; a whole number is needed".formatted(key, conf.get(key)), e);
    }
  }

  /** A timeout of one cloud's client and the time to hear of it, in milliseconds. */
  public static long withGrace(long timeoutMs) {
    return Math.min(timeoutMs, Integer.MAX_VALUE) + ClientKeys.GRACE_MS;
  }
}
