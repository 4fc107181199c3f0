package io.dartagnan.client.filter;

import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.schema.InstalledSuites;
import io.dartagnan.schema.TableSchema;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * What a filtered scan takes from the client's configuration.
 *
 * <table>
 *   <caption>Keys</caption>
 *   <tr><td>{@value #ATTEMPTS}</td><td>attempts without progress before a scan fails, 1 or more;
 *     4 unless set</td></tr>
 *   <tr><td>{@value #TIMEOUT_MS}</td><td>longest wait for the next page, in milliseconds, however
 *     many heartbeats arrive meanwhile, 1 or more; 120000 unless set</td></tr>
 *   <tr><td>{@value #SUITE}</td><td>name of the protocol suite that the clouds run, whatever the
 *     tables ask for; the tables' own unless set</td></tr>
 * </table>
 *
 * @param attempts attempts without progress, 1 or more
 * @param timeoutMs longest wait for the next page in milliseconds, 1 or more
 * @param suite name of the protocol suite for all tables; empty to leave it to each table
 */
public record QuerySettings(int attempts, long timeoutMs, Optional<String> suite) {

  /** Attempts without progress. */
  public static final String ATTEMPTS = "dartagnan.client.query.attempts";

  /** Longest wait for the next page, in milliseconds. */
  public static final String TIMEOUT_MS = "dartagnan.client.query.timeout.ms";

  /** Name of the protocol suite for all tables. */
  public static final String SUITE = "dartagnan.client.query.suite";

  private static final int DEFAULT_ATTEMPTS = 4;
  private static final long DEFAULT_TIMEOUT_MS = 120_000;
  private static final long[] PAUSES_MS = {100, 300, 1000};

  /** Checks the ranges. */
  public QuerySettings {
    requirePositive(ATTEMPTS, attempts);
    requirePositive(TIMEOUT_MS, timeoutMs);
    if (suite.filter(String::isBlank).isPresent()) {
      throw new IllegalArgumentException(
          "%s is blank; name a protocol suite such as %s, or remove it to use that of each table"
              .formatted(SUITE, ProtocolSuites.DEFAULT));
    }
  }

  /**
   * Reads the settings.
   *
   * @throws IllegalArgumentException naming the key whose value is not allowed
   */
  public static QuerySettings of(Configuration configuration) {
    return new QuerySettings(
        Math.toIntExact(number(configuration, ATTEMPTS, DEFAULT_ATTEMPTS, Integer.MAX_VALUE)),
        number(configuration, TIMEOUT_MS, DEFAULT_TIMEOUT_MS, Long.MAX_VALUE),
        Optional.ofNullable(configuration.getTrimmed(SUITE)));
  }

  /**
   * The suite that compares values of a table: what these settings say, else what it says.
   *
   * @throws IllegalArgumentException if it is not installed, with the key that names it
   */
  String suiteFor(TableSchema table) {
    String where =
        suite.isPresent() ? SUITE : "'%s' of table %s".formatted(TableSchema.SUITE, table.table());
    return InstalledSuites.require(where, suite.or(table::suite).orElse(ProtocolSuites.DEFAULT));
  }

  /** How long to wait, in milliseconds, after this many failures in a row, 1 or more. */
  long pauseMs(int failures) {
    return PAUSES_MS[Math.min(failures, PAUSES_MS.length) - 1];
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
