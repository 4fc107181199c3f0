package io.dartagnan.clusters.certs;

import io.dartagnan.clusters.files.OwnerOnly;
import io.dartagnan.clusters.files.PasswordFile;
import io.dartagnan.clusters.terminal.CommandException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * PKCS12 file with a key or with certificates, readable by its owner only.
 *
 * @param file may not be there yet
 * @param passwordFile its password, and that of the key in it
 */
record StoreFile(Path file, PasswordFile passwordFile) {
  static final String TYPE = "PKCS12";

  boolean exists() {
    return Files.exists(file);
  }

  /** Holds this key and nothing else from now on. */
  void hold(SelfSignedKey key) {
    try {
      OwnerOnly.write(file, key.keystore(TYPE, passwordFile.read().toCharArray()));
    } catch (IOException | GeneralSecurityException e) {
      throw CommandException.failure("cannot make " + file + ": " + e.getMessage(), e);
    }
  }

  /** Holds these certificates, by alias, and nothing else from now on. */
  void hold(Map<String, X509Certificate> certificates) {
    try {
      KeyStore store = KeyStore.getInstance(TYPE);
      store.load(null, null);
      for (Map.Entry<String, X509Certificate> each : certificates.entrySet()) {
        store.setCertificateEntry(each.getKey(), each.getValue());
      }
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      store.store(bytes, passwordFile.read().toCharArray());
      OwnerOnly.write(file, bytes.toByteArray());
    } catch (IOException | GeneralSecurityException e) {
      throw CommandException.failure("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  /**
   * The certificates in it, those of keys too, by alias.
   *
   * @throws CommandException when it cannot be read or holds none
   */
  Map<String, X509Certificate> certificates() {
    try (InputStream in = Files.newInputStream(file)) {
      KeyStore store = KeyStore.getInstance(TYPE);
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
