package io.dartagnan.mesh.tls;

import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.util.Locale;

/** Provider that computes the TLS of the mesh. Both speak the same protocol to each other. */
public enum TlsProvider {
  /** Native OpenSSL when it can be loaded, the JDK otherwise. */
  AUTO,
  /** The JDK. */
  JDK,
  /** Native OpenSSL; a mesh that cannot load it does not start. */
  OPENSSL;

  /**
   * The one that a setting names.
   *
   * @param setting auto, jdk or openssl in any case
   * @throws IllegalArgumentException if it names none
   */
  public static TlsProvider parse(String setting) {
    for (TlsProvider provider : values()) {
      if (provider.name().equalsIgnoreCase(setting.strip())) {
        return provider;
      }
    }
    throw new IllegalArgumentException(
        "TLS provider '" + setting + "' given, auto, jdk or openssl is allowed");
  }

  /**
   * The provider used here; the native one counts references, so that a context ends when released.
   */
  SslProvider resolve() throws IOException {
    if (this == JDK) {
      return SslProvider.JDK;
    }
    if (OpenSsl.isAvailable() && SslProvider.isTlsv13Supported(SslProvider.OPENSSL_REFCNT)) {
      return SslProvider.OPENSSL_REFCNT;
    }
    if (this == OPENSSL) {
      throw new IOException(
          "TLS provider openssl is set, but native OpenSSL cannot be loaded ("
              + unavailability()
              + "); allow its library to be loaded, or set auto or jdk",
          OpenSsl.unavailabilityCause());
    }
    return SslProvider.JDK;
  }

  /** Words for the log on the choice that {@link #resolve} made. */
  String describe(SslProvider resolved) {
    if (resolved != SslProvider.JDK) {
      return "native OpenSSL (" + OpenSsl.versionString() + ")";
    }
    return this == JDK
        ? "the JDK's TLS"
        : "the JDK's TLS, since native OpenSSL cannot be loaded (" + unavailability() + ")";
  }

  private static String unavailability() {
    Throwable cause = OpenSsl.unavailabilityCause();
    if (cause == null) {
      return "it has no TLS 1.3";
    }
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause.toString();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
