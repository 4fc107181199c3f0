package io.dartagnan.client.configuration;

import org.apache.hadoop.conf.Configuration;

/**
 * Settings of reads that go on when one cloud does not answer.
 *
 * @param isAllowed whether any do
 * @param afterMs milliseconds for which the third answer is awaited once two are there
 */
public record OneCloudDown(boolean isAllowed, long afterMs) {

  /**
   * Reads them.
   *
   * @throws IllegalArgumentException for a value that is none
   */
  public static OneCloudDown of(Configuration conf) {
    String allowed = conf.getTrimmed(ClientKeys.ONE_CLOUD_DOWN, ClientKeys.DEFAULT_ONE_CLOUD_DOWN);
    if (!allowed.equals("allow") && !allowed.equals("refuse")) {
      throw new IllegalArgumentException(
          "%s is '%s', allow and refuse are possible"
              .formatted(ClientKeys.ONE_CLOUD_DOWN, allowed));
    }
    long afterMs =
        ClientSettings.number(
            conf, ClientKeys.ONE_CLOUD_DOWN_AFTER_MS, ClientKeys.DEFAULT_ONE_CLOUD_DOWN_AFTER_MS);
    if (afterMs < 1) {
      throw new IllegalArgumentException(
          "%s is %d, at least 1 is needed".formatted(ClientKeys.ONE_CLOUD_DOWN_AFTER_MS, afterMs));
    }
    return new OneCloudDown(allowed.equals("allow"), afterMs);
  }

  /** Milliseconds from one probe of a cloud that is down to the next. */
  public long probeEveryMs() {
    return 3 * Math.min(afterMs, Integer.MAX_VALUE) + 1_000;
  }
}
