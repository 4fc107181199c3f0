package io.dartagnan.discovery;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.ECKey;
import java.security.interfaces.EdECKey;
import java.security.interfaces.RSAKey;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PSSParameterSpec;
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
      Signature signature = Scheme.of(current).newSignature();
      signature.initSign(current);
      signature.update(statement);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new DiscoveryException(
          "this server's record cannot be signed: " + e.getMessage() + "; see the party's keystore",
          e);
    }
  }

  /**
   * Signature scheme of a key: the key's kind decides, so that no record can ask for a weaker one.
   */
  enum Scheme {
    ECDSA("SHA256withECDSA", null),
    RSA_PSS("RSASSA-PSS", new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1)),
    ED25519("Ed25519", null);

    private final String algorithm;
    private final AlgorithmParameterSpec parameters;

    Scheme(String algorithm, AlgorithmParameterSpec parameters) {
      this.algorithm = algorithm;
      this.parameters = parameters;
    }

    /**
     * The scheme of a key.
     *
     * @throws InvalidKeyException for a kind of key that signs no records
     */
    static Scheme of(Key key) throws InvalidKeyException {
      if (key instanceof ECKey) {
        return ECDSA;
      }
      if (key instanceof RSAKey) {
        return RSA_PSS;
      }
      if (key instanceof EdECKey edwards
          && NamedParameterSpec.ED25519.getName().equals(edwards.getParams().getName())) {
        return ED25519;
      }
      throw new InvalidKeyException(
          "a key of kind "
              + (key == null ? "none" : key.getAlgorithm())
              + " signs no records, an EC, RSA or Ed25519 key is needed");
    }

    Signature newSignature() throws GeneralSecurityException {
      Signature signature = Signature.getInstance(algorithm);
      if (parameters != null) {
        signature.setParameter(parameters);
      }
      return signature;
    }
  }
}
