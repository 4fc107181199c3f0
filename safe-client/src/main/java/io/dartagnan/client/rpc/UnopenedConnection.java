package io.dartagnan.client.rpc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Connection to a cloud that could not be opened: whatever is asked of it fails with the reason.
 *
 * <p>{@code ConnectionFactory} makes the Safe Client's connection by reflection, and wraps what its
 * constructor throws three times, the last time without a message. So the constructor does not
 * throw: the first call that needs the cloud does, with the reason as its message.
 */
public final class UnopenedConnection implements InvocationHandler {
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
   * A connection that is none. It may be closed.
   *
   * @param conf what it answers when it is asked for its configuration
   * @param reason one sentence
   */
  public static Connection because(Configuration conf, String reason, Throwable cause) {
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

  /** A new one for each call, since callers add to it. */
  private IOException failure(Method method) {
    DoNotRetryIOException failure = new DoNotRetryIOException(reason, cause);
    if (Arrays.stream(method.getExceptionTypes())
        .anyMatch(type -> type.isAssignableFrom(IOException.class))) {
      return failure;
    }
    throw new UncheckedIOException(reason, failure);
  }
}
