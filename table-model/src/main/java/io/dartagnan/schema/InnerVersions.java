package io.dartagnan.schema;

import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Versions that a cluster keeps beyond those the application asked for.
 *
 * <p>The newest version on one cluster may be half-written: present here, not yet or never there.
 * Readers then fall back to the newest version that all three clusters have, so each family keeps a
 * few more ({@link InnerDescriptor}).
 */
public final class InnerVersions {

  /** Half-written versions of one cell that may lie above the newest complete one. */
  public static final int SLACK = 3;

  static final String PREFIX = "dartagnan.versions.";

  private InnerVersions() {}

  /**
   * Number of versions of a family's cells that the application asked the table to keep.
   *
   * @throws IllegalArgumentException if the descriptor's value is not a number of 1 or more
   */
  public static int declaredVersions(TableDescriptor inner, byte[] family) {
    String key = PREFIX + Bytes.toString(family);
    String declared = inner.getValue(key);
    if (declared == null) {
      return inner.getColumnFamily(family).getMaxVersions();
    }
    try {
      int versions = Integer.parseInt(declared);
      if (versions >= 1) {
        return versions;
      }
    } catch (NumberFormatException e) {
      // Refused below, as every other value that is none.
    }
    throw new IllegalArgumentException(
        "table %s has %s=%s; it must be a number of versions from 1 to %d: alter the table on the clouds where it is another"
            .formatted(inner.getTableName(), key, declared, Integer.MAX_VALUE));
  }

  /** Number of versions to read, or keep, so that {@code versions} complete ones are among them. */
  public static int withSlack(int versions) {
    return versions > Integer.MAX_VALUE - SLACK ? Integer.MAX_VALUE : versions + SLACK;
  }

  /** The number of which {@link #withSlack} makes this one. */
  public static int withoutSlack(int versions) {
    return versions == Integer.MAX_VALUE ? versions : Math.max(1, versions - SLACK);
  }
}
