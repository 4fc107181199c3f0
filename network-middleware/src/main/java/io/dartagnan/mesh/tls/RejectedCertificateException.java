package io.dartagnan.mesh.tls;

import java.security.cert.CertificateException;

/** The other end's certificate does not let it in. */
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
