package io.dartagnan.mesh;

import io.dartagnan.mesh.tls.TlsIdentity;
import io.dartagnan.mpc.Party;
import java.time.Duration;
import java.util.Objects;

/**
 * How a mesh is set up.
 *
 * @param self whose mesh this is
 * @param bindAddress name or address to listen on
 * @param port 0 to 65535; 0 takes any free one
 * @param tls key and pinned certificates
 * @param timeout longest wait for a peer in one call: 1 ms to 1 hour
 * @param maxSessionBytes most that peers may have sent to one session and it has not received yet,
 *     counting each message's payload and {@value #MESSAGE_OVERHEAD_BYTES} bytes; at least 1 KiB
 * @param maxPendingSessions most sessions that peers may send to before they are opened here
 * @param maxPendingBytes most bytes that all of those together may hold, counted likewise
 */
public record MeshSettings(
    Party self,
    String bindAddress,
    int port,
    TlsIdentity tls,
    Duration timeout,
    long maxSessionBytes,
    int maxPendingSessions,
    long maxPendingBytes) {

  /** What an unread message counts for beside its payload, so that empty ones are bounded too. */
  public static final int MESSAGE_OVERHEAD_BYTES = 64;

  private static final Duration LONGEST_TIMEOUT = Duration.ofHours(1);
  private static final long SMALLEST_BYTES = 1 << 10;

  /**
   * Settings that are in range.
   *
   * @throws IllegalArgumentException naming the one that is not
   */
  public MeshSettings {
    Objects.requireNonNull(self, "self");
    Objects.requireNonNull(tls, "tls");
    Objects.requireNonNull(timeout, "timeout");
    if (bindAddress == null || bindAddress.isBlank()) {
      throw new IllegalArgumentException(
          "no bind address given, a name or an address is needed, 0.0.0.0 for all");
    }
    if (port < 0 || port > 65535) {
      throw new IllegalArgumentException(
          "port " + port + " given, 0 to 65535 is allowed, 0 takes a free one");
    }
    if (timeout.toMillis() < 1 || timeout.compareTo(LONGEST_TIMEOUT) > 0) {
      throw new IllegalArgumentException(
          "timeout of " + timeout.toMillis() + " ms given, 1 ms to 3600000 ms is allowed");
    }
    checkBytes("maxSessionBytes", maxSessionBytes);
    checkBytes("maxPendingBytes", maxPendingBytes);
    if (maxPendingSessions < 1) {
      throw new IllegalArgumentException(
          "maxPendingSessions of " + maxPendingSessions + " given, at least 1 is needed");
    }
  }

  /** With the default bounds: 64 MiB a session; 1024 sessions and 128 MiB pending. */
  public static MeshSettings of(
      Party self, String bindAddress, int port, TlsIdentity tls, Duration timeout) {
    return new MeshSettings(self, bindAddress, port, tls, timeout, 64L << 20, 1024, 128L << 20);
  }

  /** The same with another bound on a session's unread bytes. */
  public MeshSettings withMaxSessionBytes(long bytes) {
    return new MeshSettings(
        self, bindAddress, port, tls, timeout, bytes, maxPendingSessions, maxPendingBytes);
  }

  /** The same with other bounds on what arrives before its session is opened. */
  public MeshSettings withMaxPending(int sessions, long bytes) {
    return new MeshSettings(
        self, bindAddress, port, tls, timeout, maxSessionBytes, sessions, bytes);
  }

  private static void checkBytes(String name, long bytes) {
    if (bytes < SMALLEST_BYTES) {
      throw new IllegalArgumentException(
          name + " of " + bytes + " given, at least " + SMALLEST_BYTES + " is needed");
    }
  }
}
