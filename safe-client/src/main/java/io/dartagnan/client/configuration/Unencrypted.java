package io.dartagnan.client.configuration;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;

/**
 * Choice of what to do with a cloud to which HBase's own TLS is off: whoever reads the lines to all
 * three has every value.
 */
public enum Unencrypted {
  /** It is used. */
  ALLOW,
  /** It is used, and the log says so. */
  WARN,
  /** Every call to it fails before anything is sent. */
  REFUSE;

  /** HBase's key; a client of HBase 2.5 has no such TLS. */
  private static final String TLS = "hbase.client.netty.tls.enabled";

  /**
   * The choice that a configuration makes.
   *
   * @throws IllegalArgumentException if it is none of these
   */
  public static Unencrypted of(Configuration conf) {
    String word = conf.getTrimmed(ClientKeys.UNENCRYPTED, WARN.word());
    for (Unencrypted choice : values()) {
      if (choice.word().equals(word)) {
        return choice;
      }
    }
    throw new IllegalArgumentException(
        "%s is '%s'; %s are allowed"
            .formatted(
                ClientKeys.UNENCRYPTED,
                word,
                Arrays.stream(values())
                    .map(choice -> "'" + choice.word() + "'")
                    .collect(Collectors.joining(", "))));
  }

  private String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether a cloud's own configuration has no TLS. */
  public static boolean isIn(Configuration cloud) {
    return !cloud.getBoolean(TLS, false);
  }

  /** Sentence on what stands against it, and how to mend it. */
  public static String sentence(int cloud) {
    return "the connection to cloud %d is not encrypted: whoever reads those to all three clouds has every value; set %s%s to true, with the keys that docs/settings.md names, or %s to allow"
        .formatted(cloud, ClientKeys.prefixOf(cloud), TLS, ClientKeys.UNENCRYPTED);
  }
}
