package io.dartagnan.ycsb.hbase;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Systems that a workload can run on; their names are the values of the property {@code system}.
 */
public enum Target {
  /** One plain HBase: the papers' baseline. */
  PLAIN(1),
  /** Three plain clusters, each of which gets every write and every read. */
  PLAIN3(3),
  /** Three clouds behind the Safe Client, which its configuration makes HBase's connection. */
  SAFE(1),
  /** The plain HBase of {@link #PLAIN} behind the Safe Client, whose tables are sealed. */
  SAFE1(1);

  private final int connections;

  Target(int connections) {
    this.connections = connections;
  }

  /** The number of HBase connections, each with a configuration of its own. */
  public int connections() {
    return connections;
  }

  /** Whether tables can have protected columns. */
  public boolean protects() {
    return this == SAFE || this == SAFE1;
  }

  /** The name as it is written in properties. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The target of this name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Target of(String id) {
    return Arrays.stream(values())
        .filter(target -> target.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "system is '%s'; it is one of %s"
                        .formatted(
                            id,
                            Arrays.stream(values())
                                .map(Target::id)
                                .collect(Collectors.joining(", ")))));
  }
}
