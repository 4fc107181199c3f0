package io.dartagnan.mesh.bench;

import io.dartagnan.mesh.MeshSettings;
import io.netty.handler.ssl.SslProvider;
import java.util.Locale;
import java.util.Optional;

/** Whose TLS both echoes speak. */
enum Provider {
  JDK(SslProvider.JDK),
  OPENSSL(SslProvider.OPENSSL);

  private final SslProvider netty;

  Provider(SslProvider netty) {
    this.netty = netty;
  }

  /** As Netty calls it. */
  SslProvider netty() {
    return netty;
  }

  /** Why it cannot be measured here; empty if it can. */
  Optional<String> refusal() {
    return this == JDK
        ? Optional.empty()
        : Optional.of("the mesh has no other TLS than the JDK's yet, choose --tls jdk");
  }

  /** The same settings with this provider. */
  MeshSettings chosenIn(MeshSettings settings) {
    return settings;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
