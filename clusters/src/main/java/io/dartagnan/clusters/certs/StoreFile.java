package io.dartagnan.clusters.certs;

import io.dartagnan.clusters.files.OwnerOnly;
import io.dartagnan.clusters.files.PasswordFile;
import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.provisioning.SelfSignedKey;
import io.dartagnan.provisioning.Site.Stores;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * PKCS12 file with a key or with certificates, readable by its owner only.
 *
 * <p>Its encryption and its MAC derive their keys from the password in one iteration, where Java's
 * default is 10,000: iterations slow down whoever guesses passwords, and one of 256 random bits is
 * not guessed (RFC 8018, section 4.2). Clients read two such files for each cloud that they connect
 * to.
 *
 * @param file may not be there yet
 * @param passwordFile its password, and that of the key in it
 */
record StoreFile(Path file, PasswordFile passwordFile) {
  static {
    // Java's own PKCS12 takes these numbers from nowhere else.
    for (String derived : List.of("keyPbe", "certPbe", "mac")) {
      System.setProperty("keystore.pkcs12." + derived + "IterationCount", "1");
    }
  }

  boolean exists() {
    return Files.exists(file);
  }

  /** Holds this key and nothing else from now on. */
  void hold(SelfSignedKey key) {
    OwnerOnly.write(file, key.keystore(passwordFile.read()));
  }

  /** Holds these certificates, by alias, and nothing else from now on. */
  void hold(Map<String, X509Certificate> certificates) {
    OwnerOnly.write(file, SelfSignedKey.truststore(certificates, passwordFile.read()));
  }

  /**
   * The certificates in it, those of keys too, by alias.
   *
   * @throws CommandException when it cannot be read or holds none
   */
  Map<String, X509Certificate> certificates() {
    try (InputStream in = Files.newInputStream(file)) {
      KeyStore store = KeyStore.getInstance(Stores.TYPE);
      store.load(in, passwordFile.read().toCharArray());
      Map<String, X509Certificate> certificates = new TreeMap<>();
      for (String alias : Collections.list(store.aliases())) {
        certificates.put(alias, (X509Certificate) store.getCertificate(alias));
      }
      if (certificates.isEmpty()) {
        throw CommandException.failure(file + " holds no certificate");
      }
      return certificates;
    } catch (IOException | GeneralSecurityException e) {
      throw CommandException.failure("cannot read " + file + ": " + e.getMessage(), e);
    }
  }
}
