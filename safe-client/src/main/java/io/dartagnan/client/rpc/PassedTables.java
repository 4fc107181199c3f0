package io.dartagnan.client.rpc;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.configuration.ConfiguredSchemas;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.TableSchema;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Tables without protection that one cloud has, as the configuration says, and that HBase's own
 * client for that cloud serves.
 */
public final class PassedTables {

  /** Reads the descriptor that one cloud has of a table. */
  @FunctionalInterface
  public interface Descriptors {
    TableDescriptor of(Party cloud, TableName table) throws IOException;
  }

  private final ConfiguredSchemas configured;
  private final Descriptors descriptors;
  private final Set<TableName> checked = ConcurrentHashMap.newKeySet();

  /** Creates one for the tables that the configuration names. */
  public PassedTables(ConfiguredSchemas configured, Descriptors descriptors) {
    this.configured = configured;
    this.descriptors = descriptors;
  }

  /** Returns what the configuration says of tables. */
  public ConfiguredSchemas configured() {
    return configured;
  }

  /**
   * Returns the cloud that has a table as it is; empty for a table that is, or would be, protected.
   * The first time the cloud is asked whether it declares protection.
   *
   * @throws IllegalArgumentException if it does: what HBase's own client wrote would not be shares
   */
  public Optional<Party> cloudOf(TableName table) throws IOException {
    Optional<Party> cloud = configured.passedTo(table);
    if (cloud.isPresent() && !checked.contains(table)) {
      try {
        requireUndeclared(descriptors.of(cloud.get(), table));
        checked.add(table);
      } catch (TableNotFoundException e) {
        // Whoever uses it will hear so; it may be made meanwhile.
        return cloud;
      }
    }
    return cloud;
  }

  /** Checks that a descriptor declares no protection. */
  public static void requireUndeclared(TableDescriptor table) {
    if (TableSchema.isDeclaredIn(table)) {
      throw new IllegalArgumentException(
          "table %s declares how it is protected, and the configuration passes it to one cloud; remove '%s<pattern>.passed', or the declarations"
              .formatted(table.getTableName(), ClientKeys.SCHEMA_PREFIX));
    }
  }
}
