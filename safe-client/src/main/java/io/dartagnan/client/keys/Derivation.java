package io.dartagnan.client.keys;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Derivation of a key for one use from a key of random bits: HKDF-Expand of one block (RFC 5869,
 * section 2.3).
 */
final class Derivation {
  static final String MAC = "HmacSHA256";

  private Derivation() {}

  /** The key for a use, of 32 bytes. */
  static byte[] of(byte[] secret, String use) {
    return of(secret, ("dartagnan " + use + " 1").getBytes(StandardCharsets.US_ASCII));
  }

  static byte[] of(byte[] secret, byte[] info) {
    Mac mac = mac(new SecretKeySpec(secret, MAC));
    mac.update(info);
    return mac.doFinal(new byte[] {1});
  }

  /** A computation of a code under a key. */
  static Mac mac(SecretKeySpec key) {
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(key);
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK lacks " + MAC, e);
    }
  }
}
