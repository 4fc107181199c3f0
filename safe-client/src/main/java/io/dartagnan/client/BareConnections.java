package io.dartagnan.client;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.configuration.CloudConfiguration;
import io.dartagnan.client.configuration.ConnectionSettings;
import io.dartagnan.client.configuration.Unencrypted;
import io.dartagnan.client.rpc.CloudCall;
import io.dartagnan.client.rpc.FanOut;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.security.User;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HBase's own connections to the three clouds, opened and closed in parallel, all of them or none;
 * where settings do not allow one, a connection that fails.
 */
final class BareConnections implements CloudCall<Connection> {
  private static final Logger LOG = LoggerFactory.getLogger(BareConnections.class);

  private final Configuration conf;
  private final ExecutorService pool;
  private final User user;
  private final Map<String, byte[]> attributes;
  private final ConnectionSettings settings;
  private final IllegalArgumentException refusal;

  BareConnections(
      Configuration conf, ExecutorService pool, User user, Map<String, byte[]> attributes) {
    this.conf = conf;
    this.pool = pool;
    this.user = user;
    this.attributes = attributes;
    // Also if no connection comes of it.
    AsyncDropIn.completeKeys(conf);
    ConnectionSettings allowed;
    IllegalArgumentException refused;
    try {
      allowed = ConnectionSettings.of(conf);
      refused = null;
    } catch (IllegalArgumentException e) {
      LOG.error("no connection to the three clouds: {}", e.getMessage());
      allowed = ConnectionSettings.ofNone();
      refused = e;
    }
    this.settings = allowed;
    this.refusal = refused;
  }

  /** Connections to the same clouds whose calls are made once. */
  CloudCall<Connection> askingOnce() {
    Configuration once = new Configuration(conf);
    for (Party cloud : settings.placement().clouds()) {
      once.setInt(
          "dartagnan.party.%d.%s".formatted(cloud.index(), HConstants.HBASE_CLIENT_RETRIES_NUMBER),
          0);
    }
    return new BareConnections(once, pool, user, attributes);
  }

  /** Settings of the three together; those of an empty configuration where they are not allowed. */
  ConnectionSettings settings() {
    return settings;
  }

  /**
   * A connection to a cloud; one that fails with the reason if the cloud is not configured, or a
   * setting is not allowed.
   */
  @Override
  public Connection on(Party cloud) throws IOException {
    if (refusal != null) {
      return UnopenedConnection.because(conf, refusal.getMessage(), refusal);
    }
    Configuration own;
    try {
      own = CloudConfiguration.of(conf, cloud);
    } catch (IllegalArgumentException e) {
      LOG.error("no connection to cloud {}: {}", cloud.index(), e.getMessage());
      return UnopenedConnection.because(conf, e.getMessage(), e);
    }
    if (Unencrypted.isIn(own)) {
      String sentence = Unencrypted.sentence(cloud.index());
      switch (settings.unencrypted()) {
        case REFUSE -> {
          LOG.error("no connection to cloud {}: {}", cloud.index(), sentence);
          return UnopenedConnection.because(conf, sentence, null);
        }
        case WARN -> LOG.warn(sentence);
        case ALLOW -> LOG.debug(sentence);
      }
    }
    own.setIfUnset(ClientKeys.REGISTRY_IMPL, RememberingRegistry.class.getName());
    // Earlier releases have no connection attributes, nor the method that takes them.
    return attributes.isEmpty()
        ? ConnectionFactory.createConnection(own, pool, user)
        : ConnectionFactory.createConnection(own, pool, user, attributes);
  }

  /**
   * Opens three.
   *
   * @return the ones to cloud 0, 1 and 2
   * @throws IOException if one cannot be opened; those that were, or still are, are closed
   */
  static List<Connection> open(FanOut fanOut, long withinMs, CloudCall<Connection> connect)
      throws IOException {
    Queue<Connection> made = new ConcurrentLinkedQueue<>();
    AtomicBoolean givenUp = new AtomicBoolean();
    try {
      return fanOut.call(
          withinMs,
          cloud -> {
            Connection connection = connect.on(cloud);
            made.add(connection);
            if (givenUp.get()) {
              closeAll(made, null);
            }
            return connection;
          });
    } catch (IOException | RuntimeException e) {
      givenUp.set(true);
      closeAll(made, e);
      throw e;
    }
  }

  /** Closes the connections to cloud 0, 1 and 2, each of them whatever becomes of the others. */
  static void close(FanOut fanOut, long withinMs, List<Connection> connections) throws IOException {
    // A cloud that a full pool, or an interrupt, did not let be closed there is closed here.
    Queue<Connection> open = new ConcurrentLinkedQueue<>(connections);
    try {
      fanOut.call(
          withinMs,
          cloud -> {
            Connection own = connections.get(cloud.index());
            if (open.remove(own)) {
              own.close();
            }
            return null;
          });
    } catch (IOException | RuntimeException e) {
      closeAll(open, e);
      throw e;
    }
  }

  private static void closeAll(Queue<Connection> connections, Exception cause) throws IOException {
    for (Connection next = connections.poll(); next != null; next = connections.poll()) {
      try {
        next.close();
      } catch (IOException e) {
        if (cause == null) {
          throw e;
        }
        cause.addSuppressed(e);
      }
    }
  }

  /**
   * Connection to a cloud that could not be opened: whatever is asked of it fails with the reason.
   *
   * <p>{@code ConnectionFactory} makes the Safe Client's connection by reflection, and wraps what
   * its constructor throws three times, the last time without a message. So the constructor does
   * not throw: the first call that needs the cloud does, with the reason as its message.
   */
  private static final class UnopenedConnection implements InvocationHandler {
    private final Configuration conf;
    private final String reason;
    private final Throwable cause;
    private volatile boolean closed;

    private UnopenedConnection(Configuration conf, String reason, Throwable cause) {
      this.conf = conf;
      this.reason = reason;
      this.cause = cause;
    }

    /**
     * Returns a connection that is none. It may be closed.
     *
     * @param conf what it answers when it is asked for its configuration
     * @param reason one sentence
     */
    static Connection because(Configuration conf, String reason, Throwable cause) {
      return (Connection)
          Proxy.newProxyInstance(
              UnopenedConnection.class.getClassLoader(),
              new Class<?>[] {Connection.class},
              new UnopenedConnection(conf, reason, cause));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws IOException {
      switch (method.getName()) {
        case "close":
        case "abort":
          closed = true;
          return null;
        case "clearRegionLocationCache":
          return null;
        case "isClosed":
          return closed;
        case "isAborted":
          return false;
        case "getConfiguration":
          return conf;
        case "hashCode":
          return System.identityHashCode(proxy);
        case "equals":
          return proxy == arguments[0];
        case "toString":
          return "connection that could not be opened";
        default:
          throw failure(method);
      }
    }

    /** Returns a new one for each call, since callers add to it. */
    private IOException failure(Method method) {
      DoNotRetryIOException failure = new DoNotRetryIOException(reason, cause);
      if (Arrays.stream(method.getExceptionTypes())
          .anyMatch(type -> type.isAssignableFrom(IOException.class))) {
        return failure;
      }
      throw new UncheckedIOException(reason, failure);
    }
  }
}
