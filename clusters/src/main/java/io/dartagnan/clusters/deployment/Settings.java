package io.dartagnan.clusters.deployment;

import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.server.ServerKeys;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.HConstants;

/**
 * Settings that the user asked for with {@code --set key=value}.
 *
 * <p>A key goes into every cluster's configuration, the baseline's included, and wins over what
 * this tool would have written. Prefixed with {@code dartagnan.party.<i>.} or {@code
 * dartagnan.baseline.} it goes into that one cluster only.
 */
public final class Settings {
  /** Settings that tell the clusters apart; one value for all of them would make them one. */
  private static final Set<String> REFUSED =
      Set.of(
          ServerKeys.PARTY,
          ServerKeys.REDIS_USERNAME,
          ServerKeys.REDIS_PASSWORD,
          HConstants.HBASE_DIR,
          "hbase.tmp.dir",
          HConstants.CLUSTER_DISTRIBUTED,
          HConstants.ZOOKEEPER_QUORUM,
          HConstants.ZOOKEEPER_DATA_DIR);

  private final TreeMap<String, String> values;

  private Settings(Map<String, String> values) {
    this.values = new TreeMap<>(values);
  }

  /** No settings of the user's own. */
  public static Settings none() {
    return new Settings(Map.of());
  }

  public static Settings of(Map<String, String> values) {
    return new Settings(values);
  }

  /**
   * Reads {@code key=value} arguments.
   *
   * @throws CommandException when one is malformed, given twice, or must not be changed
   */
  public static Settings parse(List<String> arguments) {
    Settings settings = none();
    for (String argument : arguments) {
      int equals = argument.indexOf('=');
      String key = equals < 0 ? "" : argument.substring(0, equals).strip();
      if (key.isEmpty() || key.chars().anyMatch(Character::isWhitespace)) {
        throw CommandException.usage(
            "--set takes key=value, for instance hbase.hregion.memstore.flush.size=16777216, not '"
                + argument
                + "'");
      }
      if (REFUSED.contains(key) || REFUSED.contains(withoutPrefix(key))) {
        throw CommandException.usage(
            "--set cannot change " + key + ": it is what keeps the clusters of one machine apart");
      }
      String value = argument.substring(equals + 1).strip();
      String earlier = settings.values.put(key, value);
      if (earlier != null && !earlier.equals(value)) {
        throw CommandException.usage(
            "--set gives " + key + " twice, as '" + earlier + "' and '" + value + "'; keep one");
      }
    }
    return settings;
  }

  /**
   * These settings with others for one cluster alone.
   *
   * @param others keys without a cluster's prefix
   * @throws CommandException when one has a prefix
   */
  public Settings with(Role role, Settings others) {
    Settings all = of(values);
    others.values.forEach(
        (key, value) -> {
          if (!withoutPrefix(key).equals(key)) {
            throw CommandException.usage(
                "--set takes %s here, not %s: it is for %s alone"
                    .formatted(withoutPrefix(key), key, role));
          }
          all.values.put(role.settingPrefix() + key, value);
        });
    return all;
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return values.isEmpty();
  }

  /** Settings that go into one cluster's configuration; its own win over those for all. */
  public Map<String, String> of(Role role) {
    Map<String, String> chosen = new TreeMap<>();
    values.forEach(
        (key, value) -> {
          if (withoutPrefix(key).equals(key)) {
            chosen.put(key, value);
          }
        });
    values.forEach(
        (key, value) -> {
          if (key.startsWith(role.settingPrefix())) {
            chosen.put(withoutPrefix(key), value);
          }
        });
    return chosen;
  }

  /** All of them, by key as typed. */
  public Map<String, String> asMap() {
    return Collections.unmodifiableMap(values);
  }

  private static String withoutPrefix(String key) {
    for (Role role : Role.CLUSTERS) {
      if (key.startsWith(role.settingPrefix())) {
        return key.substring(role.settingPrefix().length());
      }
    }
    return key;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Settings that && values.equals(that.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  /** As the user would type them. */
  @Override
  public String toString() {
    StringBuilder typed = new StringBuilder();
    values.forEach((key, value) -> typed.append(" --set ").append(key).append('=').append(value));
    return typed.toString().strip();
  }
}
