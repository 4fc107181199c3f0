package io.dartagnan.mesh.bench;

import io.dartagnan.mesh.MeshSettings;
import io.dartagnan.mesh.tls.TlsProvider;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslProvider;
import java.util.List;
import java.util.Optional;

/** Provider of the TLS that both echoes speak. */
enum Provider {
  JDK(TlsProvider.JDK, SslProvider.JDK),
  OPENSSL(TlsProvider.OPENSSL, SslProvider.OPENSSL);

  private final TlsProvider mesh;
  private final SslProvider netty;

  Provider(TlsProvider mesh, SslProvider netty) {
    this.mesh = mesh;
    this.netty = netty;
  }

  /** Those that can be measured on this machine. */
  static List<Provider> here() {
    return List.of(values()).stream().filter(one -> one.refusal().isEmpty()).toList();
  }

  /** Netty's name of it. */
  SslProvider netty() {
    return netty;
  }

  /** Reason why it cannot be measured here; empty if it can. */
  Optional<String> refusal() {
    return this == JDK
        ? Optional.empty()
        : Optional.ofNullable(OpenSsl.unavailabilityCause())
            .map(cause -> "native OpenSSL cannot be loaded (" + cause + "), choose jdk");
  }

  /** These settings with this provider. */
  MeshSettings chosenIn(MeshSettings settings) {
    return new MeshSettings(
        settings.self(),
        settings.bindAddress(),
        settings.port(),
        settings.tls().withProvider(mesh),
        settings.timing(),
        settings.limits(),
        settings.versions());
  }

  @Override
  public String toString() {
    return mesh.toString();
  }
}
