package io.dartagnan.cli.cloud;

import io.dartagnan.cli.column.TableColumns;
import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.client.SafeConnection;
import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.configuration.ClientSettings;
import io.dartagnan.client.configuration.CloudConfiguration;
import io.dartagnan.client.table.StoredRowKey;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.Placement;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;

/**
 * The three clouds that a client's configuration describes: through the Safe Client as one
 * database, or one of them bare.
 */
public final class Clouds implements AutoCloseable {

  private final Configuration configuration;
  private final Connection safe;

  private Clouds(Configuration configuration, Connection safe) {
    this.configuration = configuration;
    this.safe = safe;
  }

  /**
   * Connects, after checking that all three clouds answer.
   *
   * @throws CommandException naming the clouds that do not answer
   */
  static Clouds connect(Configuration configuration) throws IOException {
    new ReachabilityCheck(configuration).require();
    // A folder made by hand may lack it, and then this would be a connection to one plain cluster.
    configuration.set(ClientKeys.CONNECTION_IMPL, SafeConnection.class.getName());
    return new Clouds(configuration, ConnectionFactory.createConnection(configuration));
  }

  /** Where its tables are. */
  public Placement placement() {
    return ClientSettings.placement(configuration);
  }

  /** The connection to all clouds as one database. */
  public Connection safe() {
    return safe;
  }

  /**
   * The columns that the schema of a table declares.
   *
   * @throws CommandException if there is no such table
   */
  public TableColumns columns(TableName table) throws IOException {
    try (Admin admin = safe.getAdmin()) {
      if (!admin.tableExists(table)) {
        throw noTable(table);
      }
      return TableColumns.of(admin.getDescriptor(table));
    }
  }

  /** The failure of a command that names a table that does not exist. */
  public static CommandException noTable(TableName table) {
    return new CommandException(
        "there is no table " + table + "; 'dartagnan tables' lists the tables");
  }

  /** A plain HBase connection to one cloud alone, which the caller closes. */
  public Connection bare(Party party) throws IOException {
    return ConnectionFactory.createConnection(CloudConfiguration.of(configuration, party));
  }

  /** One row as one cloud has it. */
  Result bare(Party party, TableName table, byte[] key) throws IOException {
    try (Connection connection = bare(party);
        Table bare = connection.getTable(table)) {
      return bare.get(new Get(StoredRowKey.of(safe, table, key)));
    }
  }

  @Override
  public void close() throws IOException {
    safe.close();
  }
}
