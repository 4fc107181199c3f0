package io.dartagnan.client.configuration;

import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.schema.InstalledSuites;
import io.dartagnan.schema.TableSchema;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * Settings of filtered scans, as the client's configuration has them.
 *
 * @param timeoutMs longest wait for the next page in milliseconds, 1 or more
 * @param retryMs milliseconds for which a range that fails is tried again without progress, and
 *     longest wait for an answer of any kind from a cloud, 1 or more
 * @param ranges most ranges of one scan that are evaluated at a time, 1 or more
 * @param together most scans of rows up to one end that are evaluated as one, 1 or more
 * @param suite name of the protocol suite for all tables; empty to leave it to each table
 */
public record QuerySettings(
    long timeoutMs, long retryMs, int ranges, int together, Optional<String> suite) {

  /** Checks the ranges, and that the suite is installed. */
  public QuerySettings {
    requirePositive(ClientKeys.QUERY_TIMEOUT_MS, timeoutMs);
    requirePositive(ClientKeys.QUERY_TIMEOUT_MS, retryMs);
    requirePositive(ClientKeys.QUERY_RANGES, ranges);
    requirePositive(ClientKeys.QUERY_TOGETHER, together);
    suite.ifPresent(name -> InstalledSuites.require(ClientKeys.QUERY_SUITE, name));
  }

  /**
   * Reads the settings.
   *
   * @throws IllegalArgumentException naming the key whose value is not allowed
   */
  public static QuerySettings of(Configuration configuration) {
    long timeoutMs =
        number(
            configuration,
            ClientKeys.QUERY_TIMEOUT_MS,
            ClientKeys.DEFAULT_QUERY_TIMEOUT_MS,
            Long.MAX_VALUE);
    return new QuerySettings(
        timeoutMs,
        Math.min(timeoutMs, ClientSettings.operationTimeoutMs(configuration)),
        integer(configuration, ClientKeys.QUERY_RANGES, ClientKeys.DEFAULT_QUERY_RANGES),
        integer(configuration, ClientKeys.QUERY_TOGETHER, ClientKeys.DEFAULT_QUERY_TOGETHER),
        Optional.ofNullable(configuration.getTrimmed(ClientKeys.QUERY_SUITE)));
  }

  /**
   * The suite that compares values of a table: what these settings say, else what it says.
   *
   * @throws IllegalArgumentException if it is not installed, or does not compute on what the table
   *     stores, with the key that names it
   */
  public String suiteFor(TableSchema table) {
    String where =
        suite.isPresent()
            ? ClientKeys.QUERY_SUITE
            : "'%s' of table %s".formatted(TableSchema.SUITE, table.table());
    return InstalledSuites.requireFor(
        table, where, suite.or(table::suite).orElse(ProtocolSuites.DEFAULT));
  }

  private static int integer(Configuration configuration, String key, int otherwise) {
    return Math.toIntExact(number(configuration, key, otherwise, Integer.MAX_VALUE));
  }

  private static long number(Configuration configuration, String key, long otherwise, long most) {
    String text = configuration.getTrimmed(key);
    if (text == null) {
      return otherwise;
    }
    try {
      return Math.min(Long.parseLong(text), most);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          key + " is '" + text + "'; a whole number of 1 or more is allowed", e);
    }
  }

  private static void requirePositive(String key, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(key + " is " + value + "; 1 or more is allowed");
    }
  }
}
