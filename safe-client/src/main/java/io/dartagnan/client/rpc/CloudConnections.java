package io.dartagnan.client.rpc;

import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.client.Connection;

/** Connections to the three clouds, opened and closed in parallel, all of them or none. */
public final class CloudConnections {
  private CloudConnections() {}

  /**
   * Opens three.
   *
   * @return the ones to cloud 0, 1 and 2
   * @throws IOException if one cannot be opened; those that were, or still are, are closed
   */
  public static List<Connection> open(FanOut fanOut, long withinMs, CloudCall<Connection> connect)
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
  public static void close(FanOut fanOut, long withinMs, List<Connection> connections)
      throws IOException {
    // A cloud that a full pool, or an interrupt, did not let be closed there is closed here.
    Queue<Connection> open = new ConcurrentLinkedQueue<>(connections);
    try {
      fanOut.call(
          withinMs,
          cloud -> {
            Connection own = of(cloud, connections);
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

  private static Connection of(Party cloud, List<Connection> connections) {
    return connections.get(cloud.index());
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
}
