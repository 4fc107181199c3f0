package io.dartagnan.client;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.configuration.ClientSettings;
import io.dartagnan.client.rpc.CloudThreads;
import io.dartagnan.client.rpc.Unsupported;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.AuthUtil;
import org.apache.hadoop.hbase.RegionLocations;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.ConnectionRegistry;
import org.apache.hadoop.hbase.security.User;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The registry that {@code ConnectionFactory.createAsyncConnection} asks for a cluster's id before
 * it makes a {@link SafeAsyncConnection}. The answer to that question is a connection to the three
 * clouds, which is opened by a thread of its own, so that nobody waits.
 *
 * <p>It is the registry of no single cluster. HBase's own {@code AsyncConnection} gets nowhere with
 * it: every other question fails.
 */
public final class SafeRegistry implements ConnectionRegistry {
  private static final Logger LOG = LoggerFactory.getLogger(SafeRegistry.class);

  private final Configuration conf;
  private final User user;

  // Under the lock of this object.
  private SafeConnection opened;
  private boolean closed;

  /** The constructor that {@code ConnectionFactory} of HBase 2.6 calls. */
  public SafeRegistry(Configuration conf, User user) {
    this.conf = conf;
    this.user = user;
    AsyncDropIn.completeKeys(conf);
  }

  /** The constructor that {@code ConnectionFactory} of HBase 2.5 calls. */
  @SuppressWarnings("deprecation") // That factory asks it for the user, and does not hand him on.
  public SafeRegistry(Configuration conf) throws IOException {
    this(conf, AuthUtil.loginClient(conf));
  }

  /** {@inheritDoc} Opens the connection; the ids of the three clusters, in order of party. */
  @Override
  public CompletableFuture<String> getClusterId() {
    CompletableFuture<String> id = new CompletableFuture<>();
    CloudThreads.daemon("dartagnan-async-open").newThread(() -> open(id)).start();
    return id;
  }

  private void open(CompletableFuture<String> id) {
    try {
      SafeConnection connection = new SafeConnection(conf, null, user, Map.of());
      if (!keep(connection)) {
        connection.close();
        throw new IOException("the registry was closed while it connected to the three clouds");
      }
      String ids = connection.getClusterId();
      // Its threads are made later, where the factory would hide the reason.
      ClientSettings.asyncThreads(conf);
      ClientSettings.asyncCalls(conf);
      id.complete(ids);
    } catch (UncheckedIOException e) {
      id.completeExceptionally(e.getCause());
    } catch (Throwable e) {
      // Whatever it is: the application waits for this future.
      id.completeExceptionally(e);
    }
  }

  private synchronized boolean keep(SafeConnection connection) {
    if (!closed) {
      opened = connection;
    }
    return !closed;
  }

  /** The connection, which becomes the caller's; empty if it is not one of this user. */
  synchronized Optional<SafeConnection> take(User of) {
    if (opened == null || !of.equals(user)) {
      return Optional.empty();
    }
    SafeConnection taken = opened;
    opened = null;
    return Optional.of(taken);
  }

  @Override
  public CompletableFuture<RegionLocations> getMetaRegionLocations() {
    return refused();
  }

  @Override
  public CompletableFuture<ServerName> getActiveMaster() {
    return refused();
  }

  private static <T> CompletableFuture<T> refused() {
    return CompletableFuture.failedFuture(
        Unsupported.operation(
            "HBase's own AsyncConnection",
            "it would send plaintext to one cluster; set %s to %s"
                .formatted(ClientKeys.ASYNC_CONNECTION_IMPL, SafeAsyncConnection.class.getName())));
  }

  @Override
  public String getConnectionString() {
    return "three clouds";
  }

  /** Closes the connection if nobody has taken it. */
  @Override
  public void close() {
    SafeConnection untaken;
    synchronized (this) {
      closed = true;
      untaken = opened;
      opened = null;
    }
    if (untaken != null) {
      try {
        untaken.close();
      } catch (IOException e) {
        LOG.warn("a connection that nobody wanted was not closed: {}", e.getMessage());
      }
    }
  }
}
