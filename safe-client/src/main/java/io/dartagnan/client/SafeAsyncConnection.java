package io.dartagnan.client;

import io.dartagnan.client.async.AsyncCalls;
import io.dartagnan.client.async.AsyncParts;
import io.dartagnan.client.rpc.Unsupported;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncAdminBuilder;
import org.apache.hadoop.hbase.client.AsyncBufferedMutatorBuilder;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTableBuilder;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.client.ConnectionRegistry;
import org.apache.hadoop.hbase.client.Hbck;
import org.apache.hadoop.hbase.client.ScanResultConsumer;
import org.apache.hadoop.hbase.security.User;

/**
 * HBase's {@code AsyncConnection} as one logical HBase over three clouds: what {@code
 * ConnectionFactory.createAsyncConnection} makes of a configuration that names this class and
 * {@link SafeRegistry}.
 *
 * <p>Every call is one of a {@link SafeConnection} that it owns, made on a thread of its own: no
 * caller waits for a cloud, and what the synchronous client refuses is refused here, through the
 * future and before anything is sent. Futures are completed by these threads, or in the
 * application's pool where it gives one; as with HBase's own, nothing that takes long should be
 * done in them.
 */
public final class SafeAsyncConnection implements AsyncConnection {
  private final SafeConnection connection;
  private final AsyncCalls calls;
  private final AsyncParts parts;

  /** The constructor that {@code ConnectionFactory} of HBase 2.6 calls. */
  public SafeAsyncConnection(
      Configuration conf,
      ConnectionRegistry registry,
      String clusterId,
      User user,
      Map<String, byte[]> attributes)
      throws IOException {
    this(connection(conf, registry, user, attributes == null ? Map.of() : attributes));
  }

  /** The constructor that {@code ConnectionFactory} of HBase 2.5 calls. */
  public SafeAsyncConnection(
      Configuration conf, ConnectionRegistry registry, String clusterId, User user)
      throws IOException {
    this(conf, registry, clusterId, user, Map.of());
  }

  /** Over a connection, which becomes this one's. */
  SafeAsyncConnection(SafeConnection connection) throws IOException {
    this.connection = connection;
    try {
      this.calls = new AsyncCalls(connection.getConfiguration());
    } catch (RuntimeException e) {
      connection.close();
      throw e;
    }
    this.parts =
        AsyncParts.of(connection, connection.parts().clouds().get(Party.P0.index()), calls);
  }

  /**
   * The one that the registry has opened; another where that has no attributes and this one should,
   * or where the application has a registry of its own.
   */
  private static SafeConnection connection(
      Configuration conf, ConnectionRegistry registry, User user, Map<String, byte[]> attributes)
      throws IOException {
    if (attributes.isEmpty() && registry instanceof SafeRegistry opened) {
      Optional<SafeConnection> taken = opened.take(user);
      if (taken.isPresent()) {
        return taken.get();
      }
    }
    SafeConnection own = new SafeConnection(conf, null, user, attributes);
    registry.close();
    return own;
  }

  @Override
  public Configuration getConfiguration() {
    return connection.getConfiguration();
  }

  /** {@inheritDoc} Its regions are those of cloud 0. */
  @Override
  public AsyncTableRegionLocator getRegionLocator(TableName table) {
    return parts.locator(table);
  }

  @Override
  public void clearRegionLocationCache() {
    connection.clearRegionLocationCache();
  }

  @Override
  public AsyncTableBuilder<AdvancedScanResultConsumer> getTableBuilder(TableName table) {
    return parts.tableBuilder(table);
  }

  @Override
  public AsyncTableBuilder<ScanResultConsumer> getTableBuilder(
      TableName table, ExecutorService pool) {
    return parts.deliveringIn(pool).pooledTableBuilder(table);
  }

  @Override
  public AsyncAdminBuilder getAdminBuilder() {
    return parts.adminBuilder();
  }

  @Override
  public AsyncAdminBuilder getAdminBuilder(ExecutorService pool) {
    return parts.deliveringIn(pool).adminBuilder();
  }

  @Override
  public AsyncBufferedMutatorBuilder getBufferedMutatorBuilder(TableName table) {
    return parts.mutatorBuilder(table);
  }

  @Override
  public AsyncBufferedMutatorBuilder getBufferedMutatorBuilder(
      TableName table, ExecutorService pool) {
    return parts.deliveringIn(pool).mutatorBuilder(table);
  }

  @Override
  public CompletableFuture<Hbck> getHbck() {
    return CompletableFuture.failedFuture(noHbck());
  }

  @Override
  public Hbck getHbck(ServerName master) {
    throw noHbck();
  }

  private static UnsupportedOperationException noHbck() {
    return Unsupported.operation("getHbck", "repair each cloud through a connection of its own");
  }

  @Override
  public boolean isClosed() {
    return calls.isClosed();
  }

  /** {@inheritDoc} Calls that are under way fail; whether the clouds did them is not known. */
  @Override
  public void close() throws IOException {
    calls.close();
    connection.close();
  }
}
