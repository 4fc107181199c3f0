package io.dartagnan.testcontainers;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.util.List;

/**
 * Ports of this machine that nothing listens on now. All are below those from which Linux and macOS
 * take the local ports of outgoing connections: one of these could otherwise sit on the port of a
 * cloud that is stopped for a while, outside its container or inside.
 */
final class FreePorts {
  private static final int LOWEST = 20_000;
  private static final int HIGHEST = 32_000;

  private FreePorts() {}

  /** Finds so many, all different. */
  static List<Integer> find(int count) {
    List<Integer> free =
        new SecureRandom()
            .ints(LOWEST, HIGHEST)
            .distinct()
            .limit(HIGHEST - LOWEST)
            .filter(FreePorts::isFree)
            .limit(count)
            .boxed()
            .toList();
    if (free.size() < count) {
      throw new IllegalStateException(
          "found %d free ports between %d and %d, three clouds need %d; end what listens there"
              .formatted(free.size(), LOWEST, HIGHEST, count));
    }
    return free;
  }

  private static boolean isFree(int port) {
    try (ServerSocket probe = new ServerSocket()) {
      probe.setReuseAddress(true);
      probe.bind(new InetSocketAddress(port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }
}
