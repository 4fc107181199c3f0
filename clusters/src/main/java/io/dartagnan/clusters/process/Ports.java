package io.dartagnan.clusters.process;

import io.dartagnan.clusters.terminal.CommandException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

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
}
