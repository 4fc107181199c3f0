package io.dartagnan.ycsb.workload;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/** Reads properties, and keeps the reasons why values cannot be used, so that all come at once. */
public final class PropertyReader {
  private final Properties properties;
  private final List<String> reasons = new ArrayList<>();

  public PropertyReader(Properties properties) {
    this.properties = properties;
  }

  /** Keeps a reason that the caller found. */
  public void refuse(String reason) {
    reasons.add(reason);
  }

  /**
   * Returns if nothing is wrong.
   *
   * @throws IllegalArgumentException with all reasons
   */
  public void requireAll() {
    if (!reasons.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", reasons));
    }
  }

  /** The text of a property; empty if it is not set. */
  public Optional<String> text(String name) {
    return Optional.ofNullable(properties.getProperty(name)).map(String::strip);
  }

  /** A whole number within bounds, both inclusive. */
  public long whole(String name, long unset, long least, long greatest) {
    Optional<String> text = text(name);
    if (text.isEmpty()) {
      return unset;
    }
    try {
      long number = Long.parseLong(text.get());
      if (number >= least && number <= greatest) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below, with the bounds.
    }
    reasons.add(
        "%s is '%s'; it is a whole number from %d to %d"
            .formatted(name, text.get(), least, greatest));
    return unset;
  }

  /** A share, from 0 to 1. */
  public BigDecimal share(String name) {
    Optional<String> text = text(name);
    if (text.isEmpty()) {
      return BigDecimal.ZERO;
    }
    try {
      BigDecimal share = new BigDecimal(text.get());
      if (share.signum() >= 0 && share.compareTo(BigDecimal.ONE) <= 0) {
        return share;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    reasons.add("%s is '%s'; it is a share from 0 to 1, such as 0.95".formatted(name, text.get()));
    return BigDecimal.ZERO;
  }

  /** One of several words. */
  public String word(String name, String unset, String... words) {
    String word = text(name).orElse(unset);
    if (!List.of(words).contains(word)) {
      reasons.add("%s is '%s'; it is one of %s".formatted(name, word, String.join(", ", words)));
      return unset;
    }
    return word;
  }

  /** {@code true} or {@code false}. */
  public boolean flag(String name, boolean unset) {
    return Boolean.parseBoolean(word(name, Boolean.toString(unset), "true", "false"));
  }
}
