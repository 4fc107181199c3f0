package io.dartagnan.clusters.process;

import io.dartagnan.clusters.terminal.CommandException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** Ports of this machine's loopback address: which are taken, which answer. */
public final class Ports {
  /** Everything listens here unless asked otherwise: nothing is reachable from another machine. */
  public static final String LOOPBACK = "127.0.0.1";

  private static final int CONNECT_MILLIS = 500;

  /** Longest time for which a port may be taken by somebody who only looks whether it is free. */
  private static final long PASSING_MILLIS = 2_000;

  private static final long LOOK_AGAIN_MILLIS = 20;

  private Ports() {}

  /**
   * Refuses two processes that want one port.
   *
   * @throws CommandException that names both and the key to change
   */
  public static void requireDistinct(Collection<Port> ports) {
    Map<Integer, Port> seen = new HashMap<>();
    for (Port port : ports) {
      Port other = seen.put(port.number(), port);
      if (other != null) {
        throw CommandException.failure(
            "port "
                + port.number()
                + " is wanted twice, by "
                + owner(other)
                + " and by "
                + owner(port)
                + "; give one of them another with "
                + port.override());
      }
    }
  }

  /**
   * Refuses ports that something else listens on, and not only in passing, as other deployments do
   * that look for free ports.
   *
   * @throws CommandException that names the port, its role, its owner and the key to change
   */
  public static void requireFree(Collection<Port> ports) {
    for (Port port : ports) {
      if (!becomesFree(port.host(), port.number())) {
        throw CommandException.failure(
            "port "
                + port.number()
                + ", which "
                + owner(port)
                + " needs, is taken by another process; end that process, or choose another port"
                + " with "
                + port.override());
      }
    }
  }

  private static boolean becomesFree(String host, int port) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PASSING_MILLIS);
    while (!isFree(host, port)) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_AGAIN_MILLIS));
    }
    return true;
  }

  private static String owner(Port port) {
    return port.role() == Role.REDIS ? "redis" : port.role() + " (" + port.service() + ")";
  }

  /** Whether a server could be started there now. */
  static boolean isFree(int port) {
    return isFree(LOOPBACK, port);
  }

  private static boolean isFree(String host, int port) {
    try (ServerSocket probe = bind(host, port)) {
      return probe.isBound();
    } catch (IOException taken) {
      return false;
    }
  }

  /** Whether something accepts connections there. */
  public static boolean answers(int port) {
    return answers(LOOPBACK, port);
  }

  /** Whether something accepts connections there. */
  public static boolean answers(Port port) {
    return answers(port.host(), port.number());
  }

  private static boolean answers(String host, int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getByName(host), port), CONNECT_MILLIS);
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  /** Listens there. */
  static ServerSocket bind(String host, int port) throws IOException {
    ServerSocket socket = new ServerSocket();
    try {
      // As the servers do: connections of an earlier run that linger do not make a port taken.
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByName(host), port));
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /**
   * Free ports in a row for one deployment. While the block is open something listens on its first
   * port, which nobody is given, and a block with a port that is taken is never claimed:
   * deployments that start at one time choose no port twice, although none of their servers listens
   * yet.
   */
  public static final class PortBlock implements AutoCloseable {
    // Below the range from which Linux and macOS take the local ports of outgoing connections: one
    // of those could otherwise sit on the port of a cloud that is stopped for a while.
    private static final int LOWEST = 20_000;
    private static final int HIGHEST = 32_000;
    private static final int SIZE = 32;
    private static final int BLOCKS = (HIGHEST - LOWEST) / SIZE;

    private final ServerSocket guard;

    private PortBlock(ServerSocket guard) {
      this.guard = guard;
    }

    /**
     * A block of which nothing listens on any port.
     *
     * @throws CommandException if there is none
     */
    public static PortBlock claim() {
      int start = new SecureRandom().nextInt(BLOCKS);
      for (int i = 0; i < BLOCKS; i++) {
        Optional<PortBlock> block = claim(LOWEST + (start + i) % BLOCKS * SIZE);
        if (block.isPresent()) {
          return block.get();
        }
      }
      throw CommandException.failure(
          "found no %d free ports in a row between %d and %d".formatted(SIZE, LOWEST, HIGHEST));
    }

    /** The block that begins there, unless anything listens on a port of it. */
    static Optional<PortBlock> claim(int first) {
      PortBlock block;
      try {
        block = new PortBlock(Ports.bind(Ports.LOOPBACK, first));
      } catch (IOException taken) {
        return Optional.empty();
      }
      if (block.ports().stream().allMatch(Ports::isFree)) {
        return Optional.of(block);
      }
      block.close();
      return Optional.empty();
    }

    /** Ports that nothing listened on when the block was claimed: 31, all different. */
    public List<Integer> ports() {
      int first = guard.getLocalPort();
      return IntStream.range(first + 1, first + SIZE).boxed().toList();
    }

    /** Lets other deployments have what no server of this one listens on by now. */
    @Override
    public void close() {
      try {
        guard.close();
      } catch (IOException e) {
        throw CommandException.failure("cannot close port " + guard.getLocalPort() + ": " + e);
      }
    }
  }
}
