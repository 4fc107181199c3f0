package io.dartagnan.discovery;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.Signature;
import java.security.interfaces.ECKey;
import java.security.interfaces.EdECKey;
import java.security.interfaces.RSAKey;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PSSParameterSpec;

/**
 * Signature scheme of a key: the key's kind decides, so that no record can ask for a weaker one.
 */
enum SignatureScheme {
  ECDSA("SHA256withECDSA", null),
  RSA_PSS("RSASSA-PSS", new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1)),
  ED25519("Ed25519", null);

  private final String algorithm;
  private final AlgorithmParameterSpec parameters;

  SignatureScheme(String algorithm, AlgorithmParameterSpec parameters) {
    this.algorithm = algorithm;
    this.parameters = parameters;
  }

  /**
   * The scheme of a key.
   *
   * @throws InvalidKeyException for a kind of key that signs no records
   */
  static SignatureScheme of(Key key) throws InvalidKeyException {
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
