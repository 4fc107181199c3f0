package io.dartagnan.mesh;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Where this party's key and the three pinned certificates are. Both files are PKCS12.
 *
 * @param keystore holds this party's private key and self-signed certificate as {@code party-<i>}
 * @param keystorePassword opens the keystore and the key
 * @param truststore holds the certificates {@code party-0}, {@code party-1} and {@code party-2}
 * @param truststorePassword opens the truststore
 */
public record TlsIdentity(
    Path keystore, char[] keystorePassword, Path truststore, char[] truststorePassword) {

  /** Refuses a missing part; the files are read when the mesh starts. */
  public TlsIdentity {
    Objects.requireNonNull(keystore, "keystore");
    Objects.requireNonNull(keystorePassword, "keystorePassword");
    Objects.requireNonNull(truststore, "truststore");
    Objects.requireNonNull(truststorePassword, "truststorePassword");
  }

  /** Without the passwords. */
  @Override
  public String toString() {
    return "TlsIdentity[keystore " + keystore + ", truststore " + truststore + "]";
  }
}
