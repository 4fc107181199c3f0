package io.dartagnan.ycsb.report.clouds;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Relay between a client and a server that puts distance between them: every byte arrives a fixed
 * time after it was sent, in either direction, and in its order. It is for measuring alone.
 *
 * <p>Each direction of a connection has a thread that reads and one that writes when a piece is
 * due, with a queue between them that holds more than any loopback carries within the delay, so
 * that it limits delay and not throughput.
 */
public final class Relay implements AutoCloseable {
  private static final int BACKLOG = 256;
  private static final int CONNECT_MILLIS = 5_000;

  private final InetSocketAddress server;
  private final long delayNanos;
  private final ServerSocket listener;
  private final Set<RelayedConnection> connections = ConcurrentHashMap.newKeySet();
  private final Thread accepting;
  private volatile boolean closed;

  private Relay(InetSocketAddress server, long delayNanos, ServerSocket listener) {
    this.server = server;
    this.delayNanos = delayNanos;
    this.listener = listener;
    this.accepting = new Thread(this::accept, "relay-" + listener.getLocalPort());
    accepting.setDaemon(true);
  }

  /**
   * A relay that listens until it is closed.
   *
   * @param listenAt port 0 for any free one
   * @param delayNanos one way
   * @throws IOException if it cannot listen there
   */
  public static Relay open(InetSocketAddress listenAt, InetSocketAddress server, long delayNanos)
      throws IOException {
    ServerSocket listener = new ServerSocket();
    try {
      listener.setReuseAddress(true);
      listener.bind(listenAt, BACKLOG);
    } catch (IOException e) {
      listener.close();
      throw new IOException("cannot listen at %s: %s".formatted(listenAt, e.getMessage()), e);
    }
    Relay relay = new Relay(server, delayNanos, listener);
    relay.accepting.start();
    return relay;
  }

  /** The address at which it listens. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listener.getLocalSocketAddress();
  }

  /** Connections that it carries now. */
  int connections() {
    return connections.size();
  }

  private void accept() {
    while (!closed) {
      try {
        carry(listener.accept());
      } catch (IOException e) {
        // Closed, or a client that was gone before it was accepted.
      }
    }
  }

  private void carry(Socket client) {
    Socket towardsServer = new Socket();
    try {
      client.setTcpNoDelay(true);
      towardsServer.setTcpNoDelay(true);
      towardsServer.connect(server, CONNECT_MILLIS);
      RelayedConnection connection =
          new RelayedConnection(client, towardsServer, delayNanos, connections::remove);
      connections.add(connection);
      connection.start();
    } catch (IOException e) {
      RelayedConnection.closeQuietly(client);
      RelayedConnection.closeQuietly(towardsServer);
    }
  }

  /** Stops listening and ends all connections; nothing of it runs when it returns. */
  @Override
  public void close() throws IOException {
    closed = true;
    listener.close();
    // Joined first: it may be about to add a connection.
    join(accepting);
    connections.forEach(RelayedConnection::close);
  }

  /** Waits until a thread has ended, whatever happens. */
  static void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
