package io.dartagnan.client.configuration;

import java.util.Locale;
import org.apache.hadoop.conf.Configuration;

/** Choice of what to do with a filter that the clouds do not judge by themselves. */
public enum LocalFilters {
  /** The client judges the rows that the clouds return, as HBase would. */
  ALLOW,
  /** The scan is refused before anything is sent. */
  REFUSE;

  /**
   * The choice that a configuration makes.
   *
   * @throws IllegalArgumentException if it is neither of the two
   */
  public static LocalFilters of(Configuration conf) {
    String word = conf.getTrimmed(ClientKeys.FILTER_LOCAL, ALLOW.word());
    for (LocalFilters choice : values()) {
      if (choice.word().equals(word)) {
        return choice;
      }
    }
    throw new IllegalArgumentException(
        "%s is '%s'; '%s' and '%s' are allowed"
            .formatted(ClientKeys.FILTER_LOCAL, word, ALLOW.word(), REFUSE.word()));
  }

  /** The word for it in a configuration. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
