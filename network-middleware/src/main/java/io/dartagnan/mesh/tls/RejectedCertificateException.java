package io.dartagnan.mesh.tls;

import java.security.cert.CertificateException;

/** Rejection of the other end because of its certificate. */
final class RejectedCertificateException extends CertificateException {
  private static final long serialVersionUID = 1L;

  private final HandshakeRejection rejection;

  RejectedCertificateException(HandshakeRejection rejection, String reason) {
    super(reason);
    this.rejection = rejection;
  }

  HandshakeRejection rejection() {
    return rejection;
  }
}
