package io.dartagnan.discovery;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Certificates by which a Redis that speaks TLS is known.
 *
 * @param location a PKCS12 file with the certificate of Redis or of the authority that issued it
 * @param password opens the file
 */
public record RedisTruststore(Path location, char[] password) {

  /** Refuses a missing part; the file is read when the discovery is opened. */
  public RedisTruststore {
    Objects.requireNonNull(location, "location");
    password = Objects.requireNonNull(password, "password").clone();
  }

  /** A copy. */
  @Override
  public char[] password() {
    return password.clone();
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "RedisTruststore[" + location + "]";
  }
}
