package io.dartagnan.clusters.certs;

import io.dartagnan.clusters.files.OwnerOnly;
import io.dartagnan.clusters.files.PasswordFile;
import io.dartagnan.clusters.process.Ports;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.process.StateFolder;
import io.dartagnan.provisioning.SelfSignedKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Key and certificate of the Redis of {@code clusters/local}, and the truststore with the latter.
 */
public final class RedisCertificate {
  private static final Duration VALIDITY = Duration.ofDays(3650);

  private final Path folder;

  public RedisCertificate(StateFolder state) {
    this.folder = state.of(Role.REDIS).resolve("tls");
  }

  /** Makes all of it when a part is missing; keeps it otherwise. */
  public void ensure() {
    if (Stream.of(key(), certificate(), truststore(), storePassword().file())
        .allMatch(Files::exists)) {
      return;
    }
    SelfSignedKey made =
        SelfSignedKey.make(Role.REDIS.id(), VALIDITY, List.of(Ports.LOOPBACK, "localhost"));
    OwnerOnly.write(key(), made.keyAsPem());
    OwnerOnly.write(certificate(), made.certificateAsPem());
    storePassword().make();
    new StoreFile(truststore(), storePassword()).hold(Map.of(made.alias(), made.certificate()));
  }

  /** File of the private key, in PEM. */
  public Path key() {
    return folder.resolve("redis.key");
  }

  /** File of the certificate, in PEM. */
  public Path certificate() {
    return folder.resolve("redis.crt");
  }

  /** PKCS12 file with the certificate alone. */
  public Path truststore() {
    return folder.resolve("truststore.p12");
  }

  /** The password of the truststore. */
  public String password() {
    return storePassword().read();
  }

  private PasswordFile storePassword() {
    return new PasswordFile(folder.resolve("password"), "clusters/local down, then up,");
  }
}
