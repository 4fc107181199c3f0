package io.dartagnan.mesh;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.X509ExtendedKeyManager;

/** Shows a chain of certificates to whoever asks, and signs with a key that need not be theirs. */
final class Claim extends X509ExtendedKeyManager {
  private static final String ALIAS = "claim";

  private final PrivateKey key;
  private final X509Certificate[] chain;

  Claim(PrivateKey key, X509Certificate... chain) {
    this.key = key;
    this.chain = chain.clone();
  }

  @Override
  public String[] getClientAliases(String keyType, Principal[] issuers) {
    return new String[] {ALIAS};
  }

  @Override
  public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
    return ALIAS;
  }

  @Override
  public String[] getServerAliases(String keyType, Principal[] issuers) {
    return new String[] {ALIAS};
  }

  @Override
  public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
    return ALIAS;
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return chain.clone();
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return key;
  }
}
