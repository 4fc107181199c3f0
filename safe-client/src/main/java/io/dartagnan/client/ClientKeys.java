package io.dartagnan.client;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ConnectionConfiguration;

/**
 * Every configuration key of the Safe Client.
 *
 * <table>
 * <caption>Keys in the application's hbase-site.xml</caption>
 * <tr><th>key</th><th>meaning</th></tr>
 * <tr><td>{@code hbase.client.connection.impl}</td>
 *     <td>HBase's own; {@code io.dartagnan.client.SafeConnection} makes the application use the
 *     three clouds</td></tr>
 * <tr><td>{@code dartagnan.party.N.<any hbase key>}</td>
 *     <td>that key for cloud N (0, 1 or 2) alone; each cloud's {@code hbase.zookeeper.quorum} is
 *     needed</td></tr>
 * <tr><td>{@value #THREADS}</td>
 *     <td>most threads that one connection keeps for talking to the three clouds at once, at least
 *     3, by default {@value #DEFAULT_THREADS}; a call that finds none free waits for one; filtered
 *     scans take turns on as many again</td></tr>
 * </table>
 *
 * <p>HBase's own timeouts and retries apply to each cloud as they would to one cluster. The clouds
 * are asked in parallel, and a call as a whole ends at the latest {@value #GRACE_MS} ms after the
 * operation timeout, even when a cloud's client does not come back by itself.
 */
public final class ClientKeys {

  /** Most threads that one connection keeps for talking to the clouds. */
  public static final String THREADS = "dartagnan.client.threads.max";

  /** See {@link #THREADS}. */
  public static final int DEFAULT_THREADS = 768;

  /** Milliseconds beyond HBase's own timeout after which a cloud's answer is no longer awaited. */
  static final long GRACE_MS = 5_000;

  private ClientKeys() {}

  static int threads(Configuration conf) {
    int threads = conf.getInt(THREADS, DEFAULT_THREADS);
    if (threads < 3) {
      throw new IllegalArgumentException(
          THREADS + " is " + threads + ", at least 3 are needed: one for each cloud");
    }
    return threads;
  }

  static long operationDeadlineMs(Configuration conf) {
    return withGrace(
        conf.getLong(
            HConstants.HBASE_CLIENT_OPERATION_TIMEOUT,
            HConstants.DEFAULT_HBASE_CLIENT_OPERATION_TIMEOUT));
  }

  /** Within half of a scanner's lease, a server that finds no rows sends a heartbeat. */
  static long scanDeadlineMs(Configuration conf) {
    return Math.max(
        operationDeadlineMs(conf),
        withGrace(
            conf.getLong(
                    HConstants.HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD,
                    HConstants.DEFAULT_HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD)
                / 2));
  }

  /** HBase's own limit for a cell. */
  static int maxCellBytes(Configuration conf) {
    return conf.getInt(
        ConnectionConfiguration.MAX_KEYVALUE_SIZE_KEY,
        ConnectionConfiguration.MAX_KEYVALUE_SIZE_DEFAULT);
  }

  static long writeBufferBytes(Configuration conf) {
    return conf.getLong(
        ConnectionConfiguration.WRITE_BUFFER_SIZE_KEY,
        ConnectionConfiguration.WRITE_BUFFER_SIZE_DEFAULT);
  }

  static int maxMutations(Configuration conf) {
    return conf.getInt(
        ConnectionConfiguration.BUFFERED_MUTATOR_MAX_MUTATIONS_KEY,
        ConnectionConfiguration.BUFFERED_MUTATOR_MAX_MUTATIONS_DEFAULT);
  }

  static long periodicFlushMs(Configuration conf) {
    return conf.getLong(
        ConnectionConfiguration.WRITE_BUFFER_PERIODIC_FLUSH_TIMEOUT_MS,
        ConnectionConfiguration.WRITE_BUFFER_PERIODIC_FLUSH_TIMEOUT_MS_DEFAULT);
  }

  static long periodicFlushTickMs(Configuration conf) {
    return conf.getLong(
        ConnectionConfiguration.WRITE_BUFFER_PERIODIC_FLUSH_TIMERTICK_MS,
        ConnectionConfiguration.WRITE_BUFFER_PERIODIC_FLUSH_TIMERTICK_MS_DEFAULT);
  }

  static long withGrace(long timeoutMs) {
    return Math.min(timeoutMs, Integer.MAX_VALUE) + GRACE_MS;
  }
}
