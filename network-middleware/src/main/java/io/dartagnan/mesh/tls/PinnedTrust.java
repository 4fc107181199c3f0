package io.dartagnan.mesh.tls;

import io.dartagnan.mpc.Party;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Set;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trust in a certificate that is, byte for byte, a pinned one of a party that may be at the other
 * end, and is valid today. Names in it mean nothing, and nobody's signature adds to it.
 */
final class PinnedTrust extends X509ExtendedTrustManager {
  private final PartyCertificates certificates;
  private final Set<Party> accepted;

  /**
   * Accepts some of the parties.
   *
   * @param certificates all parties' pins, looked up anew for every connection
   * @param accepted those that may be at the other end
   */
  PinnedTrust(PartyCertificates certificates, Set<Party> accepted) {
    this.certificates = certificates;
    this.accepted = Set.copyOf(accepted);
  }

  /**
   * The party at the other end, by its certificate.
   *
   * @throws RejectedCertificateException if it is not one of the accepted
   */
  Party check(X509Certificate certificate) throws RejectedCertificateException {
    Party party =
        certificates
            .partyOf(certificate)
            .orElseThrow(
                () ->
                    new RejectedCertificateException(
                        HandshakeRejection.UNKNOWN_CERTIFICATE,
                        "the certificate presented is no party's"));
    if (!accepted.contains(party)) {
      throw new RejectedCertificateException(
          HandshakeRejection.WRONG_PARTY,
          "the certificate presented is that of %s, accepted is %s"
              .formatted(party, accepted.stream().sorted().toList()));
    }
    Instant now = certificates.now();
    if (now.isAfter(certificate.getNotAfter().toInstant())) {
      throw new RejectedCertificateException(
          HandshakeRejection.EXPIRED,
          "the certificate of %s ended on %s"
              .formatted(party, certificate.getNotAfter().toInstant()));
    }
    if (now.isBefore(certificate.getNotBefore().toInstant())) {
      throw new RejectedCertificateException(
          HandshakeRejection.NOT_YET_VALID,
          "the certificate of %s begins on %s"
              .formatted(party, certificate.getNotBefore().toInstant()));
    }
    return party;
  }

  private void check(X509Certificate[] chain) throws RejectedCertificateException {
    if (chain == null || chain.length == 0) {
      throw new RejectedCertificateException(
          HandshakeRejection.NO_CERTIFICATE, "no certificate was presented");
    }
    check(chain[0]);
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
