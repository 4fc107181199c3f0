package io.dartagnan.mesh.tls;

import java.security.cert.CertificateException;

/** The other end's certificate does not let it in. */
final class RefusedCertificateException extends CertificateException {
  private static final long serialVersionUID = 1L;

  private final Refusal refusal;

  RefusedCertificateException(Refusal refusal, String reason) {
    super(reason);
    this.refusal = refusal;
  }

  Refusal refusal() {
    return refusal;
  }
}
