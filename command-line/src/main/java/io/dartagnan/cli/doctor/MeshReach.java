package io.dartagnan.cli.doctor;

import io.dartagnan.cli.doctor.Facts.ServerFacts;
import io.dartagnan.status.ServerStatus;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;

/**
 * Attempts to reach the meshes of RegionServers from this machine, which nothing should let it. A
 * connection is closed as soon as it stands, and nothing is sent.
 */
final class MeshReach {
  private static final int PATIENCE_MS = 1_000;
  private static final int THREADS = 16;
  private static final int BITS = 8;

  private final Predicate<InetAddress> near;

  /** For this machine; addresses of its own, and of networks that it is in, are left out. */
  MeshReach() {
    this(MeshReach::isNear);
  }

  /**
   * For a test.
   *
   * @param near whether an address says nothing of firewalls
   */
  MeshReach(Predicate<InetAddress> near) {
    this.near = near;
  }

  /** The addresses of meshes that are reached, {@code host:port} as the servers tell them. */
  List<String> of(List<ServerFacts> servers) throws InterruptedException {
    List<String> addresses =
        servers.stream()
            .flatMap(server -> server.status().stream())
            .map(MeshReach::address)
            .distinct()
            .toList();
    ExecutorService threads =
        Executors.newFixedThreadPool(
            THREADS,
            task -> {
              Thread thread = new Thread(task, "doctor-mesh");
              thread.setDaemon(true);
              return thread;
            });
    try {
      List<Callable<Optional<String>>> attempts = new ArrayList<>();
      addresses.forEach(address -> attempts.add(() -> Optional.of(address).filter(this::reaches)));
      List<String> reached = new ArrayList<>();
      for (Future<Optional<String>> attempt : threads.invokeAll(attempts)) {
        attempt.get().ifPresent(reached::add);
      }
      return reached;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  /** As {@link #of} has it. */
  static String address(ServerStatus server) {
    return server.meshHost() + ":" + server.meshPort();
  }

  private boolean reaches(String address) {
    int colon = address.lastIndexOf(':');
    try (Socket socket = new Socket()) {
      InetAddress host = InetAddress.getByName(address.substring(0, colon));
      if (near.test(host)) {
        return false;
      }
      int port = Integer.parseInt(address.substring(colon + 1));
      socket.connect(new InetSocketAddress(host, port), PATIENCE_MS);
      return true;
    } catch (IOException e) {
      // A name that is not known here, a refusal or silence: it is not reached.
      return false;
    }
  }

  private static boolean isNear(InetAddress address) {
    try {
      for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
        for (InterfaceAddress own : each.getInterfaceAddresses()) {
          if (isWithin(address, own.getAddress(), own.getNetworkPrefixLength())) {
            return true;
          }
        }
      }
      return address.isLoopbackAddress();
    } catch (SocketException e) {
      return true;
    }
  }

  /** Whether two addresses begin with the same bits. */
  static boolean isWithin(InetAddress address, InetAddress network, int bits) {
    byte[] one = address.getAddress();
    byte[] other = network.getAddress();
    if (one.length != other.length) {
      return false;
    }
    for (int bit = 0; bit < bits; bit++) {
      int mask = 1 << (BITS - 1 - bit % BITS);
      if ((one[bit / BITS] & mask) != (other[bit / BITS] & mask)) {
        return false;
      }
    }
    return true;
  }
}
