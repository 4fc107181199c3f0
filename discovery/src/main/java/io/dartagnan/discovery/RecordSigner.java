package io.dartagnan.discovery;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Signer of the records of one party, with its certificate's key: ECDSA with SHA-256, RSASSA-PSS
 * with SHA-256 or Ed25519, as the key is.
 *
 * <p>The key is asked for anew for every signature, so that a certificate can change while servers
 * run. It never leaves this object.
 */
public final class RecordSigner {
  private final Supplier<PrivateKey> key;

  /**
   * A signer with the key that is current whenever it signs.
   *
   * @param key an EC, RSA or Ed25519 key each time
   */
  public RecordSigner(Supplier<PrivateKey> key) {
    this.key = Objects.requireNonNull(key, "key");
  }

  /**
   * Signs these bytes with the key that is current now.
   *
   * @throws DiscoveryException if that key cannot sign; says nothing of the key but its kind
   */
  byte[] sign(byte[] statement) throws DiscoveryException {
    try {
      PrivateKey current = key.get();
      Signature signature = SignatureScheme.of(current).newSignature();
      signature.initSign(current);
      signature.update(statement);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new DiscoveryException(
          "this server's record cannot be signed: " + e.getMessage() + "; see the party's keystore",
          e);
    }
  }
}
