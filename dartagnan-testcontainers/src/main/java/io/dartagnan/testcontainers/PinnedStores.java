package io.dartagnan.testcontainers;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.List;

/** Stores of one end of TLS: its own key, and the certificates that it accepts and no others. */
final class PinnedStores {
  static final String TYPE = "PKCS12";
  private static final int PASSWORD_BYTES = 24;

  private final byte[] keystore;
  private final byte[] truststore;
  private final String password;

  private PinnedStores(byte[] keystore, byte[] truststore, String password) {
    this.keystore = keystore;
    this.truststore = truststore;
    this.password = password;
  }

  /** Stores with a password of their own. */
  static PinnedStores of(SelfSignedKey own, List<SelfSignedKey> accepted) {
    byte[] random = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(random);
    String password = Base64.getEncoder().encodeToString(random);
    try {
      KeyStore key = empty();
      key.setKeyEntry(
          own.name(), own.key(), password.toCharArray(), new Certificate[] {own.certificate()});
      KeyStore trust = empty();
      for (SelfSignedKey each : accepted) {
        trust.setCertificateEntry(each.name(), each.certificate());
      }
      return new PinnedStores(bytes(key, password), bytes(trust, password), password);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("every JDK has stores of type " + TYPE, e);
    }
  }

  private static KeyStore empty() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(TYPE);
    store.load(null, null);
    return store;
  }

  private static byte[] bytes(KeyStore store, String password)
      throws GeneralSecurityException, IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    store.store(bytes, password.toCharArray());
    return bytes.toByteArray();
  }

  /** The file with the private key. */
  byte[] keystore() {
    return keystore.clone();
  }

  /** The file with the accepted certificates. */
  byte[] truststore() {
    return truststore.clone();
  }

  /** The password of both, for a configuration that nobody else reads. */
  String revealPassword() {
    return password;
  }
}
