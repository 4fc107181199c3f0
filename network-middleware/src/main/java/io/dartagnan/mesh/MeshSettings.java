package io.dartagnan.mesh;

import io.dartagnan.mesh.tls.TlsIdentity;
import io.dartagnan.mpc.Party;
import java.time.Duration;
import java.util.Objects;

/**
 * Settings of a mesh.
 *
 * @param self the party that the mesh belongs to
 * @param bindAddress name or address to listen on
 * @param port 0 to 65535; 0 takes any free one
 * @param tls key and pinned certificates
 * @param timing times that it waits
 * @param limits bounds of what peers can make it hold
 * @param versions those of the protocol that it speaks
 */
public record MeshSettings(
    Party self,
    String bindAddress,
    int port,
    TlsIdentity tls,
    Timing timing,
    Limits limits,
    Versions versions) {

  /**
   * Settings that are in range.
   *
   * @throws IllegalArgumentException naming the one that is not
   */
  public MeshSettings {
    Objects.requireNonNull(self, "self");
    Objects.requireNonNull(tls, "tls");
    Objects.requireNonNull(timing, "timing");
    Objects.requireNonNull(limits, "limits");
    Objects.requireNonNull(versions, "versions");
    if (bindAddress == null || bindAddress.isBlank()) {
      throw new IllegalArgumentException(
          "no bind address given, a name or an address is needed, 0.0.0.0 for all");
    }
    if (port < 0 || port > 65535) {
      throw new IllegalArgumentException(
          "port " + port + " given, 0 to 65535 is allowed, 0 takes a free one");
    }
    if (!Versions.ALL.contain(versions)) {
      throw new IllegalArgumentException(
          "%s given, this release speaks %s".formatted(versions, Versions.ALL));
    }
  }

  /** Settings with the default limits, all versions, and the default times beside the timeout. */
  public static MeshSettings of(
      Party self, String bindAddress, int port, TlsIdentity tls, Duration timeout) {
    return new MeshSettings(
        self, bindAddress, port, tls, Timing.of(timeout), Limits.DEFAULT, Versions.ALL);
  }

  /** These settings with other times. */
  public MeshSettings withTiming(Timing other) {
    return new MeshSettings(self, bindAddress, port, tls, other, limits, versions);
  }

  /** These settings with other limits. */
  public MeshSettings withLimits(Limits other) {
    return new MeshSettings(self, bindAddress, port, tls, timing, other, versions);
  }

  /** These settings with other versions. */
  public MeshSettings withVersions(Versions other) {
    return new MeshSettings(self, bindAddress, port, tls, timing, limits, other);
  }

  /** Longest wait for a peer in one call. */
  public Duration timeout() {
    return timing.timeout();
  }
}
