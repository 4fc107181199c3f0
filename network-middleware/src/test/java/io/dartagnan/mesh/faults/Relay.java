package io.dartagnan.mesh.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Stands on loopback between those who dial and one server, and passes the bytes of each connection
 * on with the faults it is told; they may be changed while bytes flow. Knows nothing of TLS or of
 * frames.
 *
 * <p>Owns its threads, which are daemons named {@code dartagnan-relay-...}; {@link #close} ends
 * them and resets what is connected.
 */
public final class Relay implements AutoCloseable {
  /** Buffer of every socket here: small, so that an end that stops reading is felt soon. */
  private static final int SOCKET_BUFFER_BYTES = 256 << 10;

  private static final int BACKLOG = 256;

  private final String name;
  private final Supplier<InetSocketAddress> target;
  private final Random seeds;
  private final Map<Direction, Line> lines = new EnumMap<>(Direction.class);
  private final Set<RelayedConnection> connections = ConcurrentHashMap.newKeySet();
  private final AtomicInteger accepted = new AtomicInteger();
  private final AtomicInteger duplicatesRefused = new AtomicInteger();
  private final AtomicInteger threads = new AtomicInteger();
  private final int port;
  private volatile boolean duplicating;
  private ServerSocket listening;
  private Thread accepting;
  private volatile boolean closed;

  private Relay(String name, Supplier<InetSocketAddress> target, long seed) throws IOException {
    this.name = name;
    this.target = target;
    this.seeds = new Random(seed);
    for (Direction direction : Direction.values()) {
      lines.put(direction, new Line());
    }
    listen(0);
    this.port = listening.getLocalPort();
  }

  /**
   * A relay without faults.
   *
   * @param name for its threads
   * @param target where each new connection goes on to; asked each time
   * @param seed what its choices follow from
   */
  public static Relay start(String name, Supplier<InetSocketAddress> target, long seed)
      throws IOException {
    return new Relay(name, target, seed);
  }

  /** The port of loopback to dial. */
  public int port() {
    return port;
  }

  private synchronized void listen(int at) throws IOException {
    ServerSocket socket = new ServerSocket();
    try {
      socket.setReceiveBufferSize(SOCKET_BUFFER_BYTES);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), at), BACKLOG);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
    listening = socket;
    accepting = thread(() -> accept(socket));
    accepting.start();
  }

  private void accept(ServerSocket socket) {
    while (true) {
      try {
        relay(socket.accept());
      } catch (IOException e) {
        if (socket.isClosed()) {
          return;
        }
        throw new UncheckedIOException(name + " cannot accept", e);
      }
    }
  }

  private void relay(Socket dialler) throws IOException {
    Socket server = null;
    Socket second = null;
    try {
      server = dial();
      second = duplicating ? dial() : null;
      dialler.setTcpNoDelay(true);
      dialler.setSendBufferSize(SOCKET_BUFFER_BYTES);
    } catch (IOException e) {
      // The server is not there, so whoever dialled is to see a connection that is gone.
      dialler.setSoLinger(true, 0);
      dialler.close();
      if (server != null) {
        server.close();
      }
      return;
    }
    Duplicate duplicate =
        second == null ? null : new Duplicate(second, duplicatesRefused::incrementAndGet);
    RelayedConnection connection =
        new RelayedConnection(
            dialler,
            server,
            duplicate,
            lines.get(Direction.FORTH),
            lines.get(Direction.BACK),
            seeds.nextLong(),
            connections::remove);
    connections.add(connection);
    accepted.incrementAndGet();
    if (duplicate != null) {
      duplicate.start(this::thread);
    }
    connection.start(this::thread);
    if (closed) {
      connection.close();
    }
  }

  private Socket dial() throws IOException {
    Socket socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.setReceiveBufferSize(SOCKET_BUFFER_BYTES);
      socket.setSendBufferSize(SOCKET_BUFFER_BYTES);
      socket.connect(target.get());
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private Thread thread(Runnable task) {
    Thread thread = new Thread(task, "dartagnan-relay-" + name + '-' + threads.getAndIncrement());
    thread.setDaemon(true);
    return thread;
  }

  /** Makes these faults from now on, in both directions. */
  public void set(Faults faults) {
    lines.values().forEach(line -> line.set(faults));
  }

  /** Makes these faults from now on, in this direction. */
  public void set(Direction direction, Faults faults) {
    lines.get(direction).set(faults);
  }

  /** Arms this strike, in place of one that has not happened yet; returns it. */
  public Strike arm(Direction direction, Strike strike) {
    lines.get(direction).arm(strike);
    return strike;
  }

  /** Ends all connections now, wherever in a record they are. */
  public void drop(Strike.Kind how) {
    connections.forEach(connection -> connection.end(how));
  }

  /** Reads and passes nothing in this direction: the receiver seems to have stopped reading. */
  public void stall(Direction direction) {
    lines.get(direction).gate().shut();
  }

  /** Reads and passes nothing: both ends seem to be there and silent. */
  public void stall() {
    lines.values().forEach(line -> line.gate().shut());
  }

  /** Goes on after a stall; nothing was lost. */
  public void resume() {
    lines.values().forEach(line -> line.gate().open());
  }

  /** Makes no more faults, and forgets strikes that have not happened yet. */
  public void calm() {
    set(Faults.NONE);
    lines.values().forEach(line -> line.arm(null));
    duplicating = false;
    resume();
  }

  /** Refuses new connections, as a port on which nobody listens does; the others go on. */
  public synchronized void refuse() throws IOException, InterruptedException {
    listening.close();
    // A thread that waits in accept() keeps the port open until it has noticed.
    accepting.join();
  }

  /** Takes connections again after {@link #refuse}, on the same port. */
  public void takeAgain() throws IOException {
    listen(port);
  }

  /** Whether what goes forth on new connections goes to the server over a second one, too. */
  public void duplicate(boolean on) {
    duplicating = on;
  }

  /** Duplicates that the server has ended. */
  public int duplicatesRefused() {
    return duplicatesRefused.get();
  }

  /** Connections relayed so far. */
  public int accepted() {
    return accepted.get();
  }

  /** Connections relayed now. */
  public int connected() {
    return connections.size();
  }

  /** Bytes handed on in this direction so far, on all connections. */
  public long passed(Direction direction) {
    return lines.get(direction).passed();
  }

  /** Takes no more connections and resets those that are there. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      try {
        listening.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    drop(Strike.Kind.RESET);
  }
}
