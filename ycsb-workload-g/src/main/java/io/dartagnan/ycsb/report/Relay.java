package io.dartagnan.ycsb.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

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

  /** One connection through a {@link Relay}: two directions, each of which ends by itself. */
  private static final class RelayedConnection {
    /** The bytes that may be under way in a direction: at 50 ms more than a gigabyte per second. */
    private static final int MOST_UNDER_WAY = 64 << 20;

    private static final int PIECE = 64 << 10;

    private final Socket client;
    private final Socket server;
    private final long delayNanos;
    private final Consumer<RelayedConnection> ended;
    private final AtomicInteger directions = new AtomicInteger(2);
    private final List<Thread> threads = new ArrayList<>();

    /**
     * @param ended is told once, when both directions have ended
     */
    RelayedConnection(
        Socket client, Socket server, long delayNanos, Consumer<RelayedConnection> ended) {
      this.client = client;
      this.server = server;
      this.delayNanos = delayNanos;
      this.ended = ended;
      for (Direction direction :
          List.of(new Direction(client, server), new Direction(server, client))) {
        threads.add(new Thread(direction::read, "relay-read"));
        threads.add(new Thread(direction::write, "relay-write"));
      }
    }

    void start() {
      threads.forEach(thread -> thread.setDaemon(true));
      threads.forEach(Thread::start);
    }

    /** Breaks the connection off, and returns when its threads have ended. */
    void close() {
      closeQuietly(client);
      closeQuietly(server);
      threads.forEach(Relay::join);
    }

    private void oneDirectionEnded() {
      if (directions.decrementAndGet() == 0) {
        closeQuietly(client);
        closeQuietly(server);
        ended.accept(this);
      }
    }

    static void closeQuietly(Socket socket) {
      try {
        socket.close();
      } catch (IOException e) {
        // It is gone either way.
      }
    }

    /**
     * A piece of what was sent.
     *
     * @param bytes empty at the end of the stream
     * @param due when it is to be passed on, by {@link System#nanoTime}
     */
    private record Piece(byte[] bytes, long due) {}

    /** The bytes that one side sends to the other. */
    private final class Direction {
      private final Socket from;
      private final Socket to;
      private final ReentrantLock lock = new ReentrantLock();
      private final Condition changed = lock.newCondition();
      private final Queue<Piece> underWay = new ArrayDeque<>();
      private int bytesUnderWay;
      private boolean broken;

      Direction(Socket from, Socket to) {
        this.from = from;
        this.to = to;
      }

      void read() {
        byte[] buffer = new byte[PIECE];
        try {
          InputStream in = from.getInputStream();
          for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            put(Arrays.copyOf(buffer, count));
          }
        } catch (IOException e) {
          // Reset by one end: the other gets to know as it does at the end of a stream.
        }
        put(new byte[0]);
      }

      void write() {
        try {
          OutputStream out = to.getOutputStream();
          for (Piece piece = due(take()); piece.bytes().length > 0; piece = due(take())) {
            out.write(piece.bytes());
          }
          to.shutdownOutput();
        } catch (IOException e) {
          breakOff();
        }
        oneDirectionEnded();
      }

      private Piece due(Piece piece) {
        for (long left = piece.due() - System.nanoTime();
            left > 0;
            left = piece.due() - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
        return piece;
      }

      private void put(byte[] bytes) {
        long due = System.nanoTime() + delayNanos;
        lock.lock();
        try {
          while (bytesUnderWay > MOST_UNDER_WAY && !broken) {
            changed.awaitUninterruptibly();
          }
          underWay.add(new Piece(bytes, due));
          bytesUnderWay += bytes.length;
          changed.signalAll();
        } finally {
          lock.unlock();
        }
      }

      private Piece take() {
        lock.lock();
        try {
          while (underWay.isEmpty()) {
            changed.awaitUninterruptibly();
          }
          Piece piece = underWay.remove();
          bytesUnderWay -= piece.bytes().length;
          changed.signalAll();
          return piece;
        } finally {
          lock.unlock();
        }
      }

      /** Nobody takes any more, so that nobody is to be read from or waited for. */
      private void breakOff() {
        lock.lock();
        try {
          broken = true;
          changed.signalAll();
        } finally {
          lock.unlock();
        }
        closeQuietly(from);
        closeQuietly(to);
      }
    }
  }
}
