package io.dartagnan.mesh;

import io.dartagnan.mpc.Party;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.Map.Entry;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts a certificate if it is, byte for byte, the pinned one of a party that may be at the other
 * end, and is valid today. Names in it mean nothing, and nobody's signature adds to it.
 */
final class PinnedTrust extends X509ExtendedTrustManager {
  private final Map<Party, X509Certificate> pinned;
  private final Map<Party, X509Certificate> accepted;

  /**
   * Accepts some of the pinned certificates.
   *
   * @param pinned all parties' certificates, to name who was at the other end instead
   * @param accepted those that may be
   */
  PinnedTrust(Map<Party, X509Certificate> pinned, Map<Party, X509Certificate> accepted) {
    this.pinned = Map.copyOf(pinned);
    this.accepted = Map.copyOf(accepted);
  }

  private void check(X509Certificate[] chain) throws CertificateException {
    if (chain == null || chain.length == 0) {
      throw new CertificateException("no certificate was presented");
    }
    Party party = partyOf(pinned, chain[0]);
    if (party == null) {
      throw new CertificateException("the certificate presented is no party's");
    }
    if (!accepted.containsKey(party)) {
      throw new CertificateException(
          "the certificate presented is that of "
              + party
              + ", accepted is "
              + accepted.keySet().stream().sorted().toList());
    }
    chain[0].checkValidity();
  }

  /** Whose certificate this is, or null. */
  static Party partyOf(Map<Party, X509Certificate> pinned, X509Certificate certificate) {
    for (Entry<Party, X509Certificate> each : pinned.entrySet()) {
      if (each.getValue().equals(certificate)) {
        return each.getKey();
      }
    }
    return null;
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    check(chain);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}
