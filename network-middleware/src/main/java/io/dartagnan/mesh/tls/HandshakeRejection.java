package io.dartagnan.mesh.tls;

import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLException;

/** Reason why a connection was not let in, or was ended because of who is at its other end. */
public enum HandshakeRejection {
  /** The other end does not speak TLS. */
  PLAINTEXT,
  /** A pinned certificate that has ended. */
  EXPIRED,
  /** A pinned certificate that has not begun. */
  NOT_YET_VALID,
  /**
   * A pinned certificate of a party that may not be at this end: another's, or this party's own.
   */
  WRONG_PARTY,
  /** A certificate that is nobody's, self-signed or not. */
  UNKNOWN_CERTIFICATE,
  /** The other end showed no certificate. */
  NO_CERTIFICATE,
  /** The other end does not speak TLS 1.3. */
  OLD_TLS,
  /** The other end did not finish its handshake in time. */
  HANDSHAKE_TIMEOUT,
  /** The other end closed before it had said who it is, as a look at the port does. */
  LEFT,
  /** The other end refused this party's certificate. */
  REFUSED_BY_PEER,
  /** The pin of the other end's certificate was taken away while it was connected. */
  UNPINNED,
  /** Any other failure of TLS. */
  OTHER;

  /** The reason that a failure stands for; empty if it has nothing to do with TLS. */
  public static Optional<HandshakeRejection> of(Throwable failure) {
    boolean tls = false;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof RejectedCertificateException rejected) {
        return Optional.of(rejected.rejection());
      }
      if (cause instanceof NotSslRecordException) {
        return Optional.of(PLAINTEXT);
      }
      if (cause instanceof SslHandshakeTimeoutException) {
        return Optional.of(HANDSHAKE_TIMEOUT);
      }
      if (cause instanceof SSLException) {
        Optional<HandshakeRejection> told = byMessage(cause.getMessage());
        if (told.isPresent()) {
          return told;
        }
        tls = true;
      }
    }
    return tls ? Optional.of(OTHER) : Optional.empty();
  }

  /** The reason that the failure of a handshake stands for; there always is one. */
  static HandshakeRejection ofHandshake(Throwable failure) {
    return of(failure).orElse(failure instanceof ClosedChannelException ? LEFT : OTHER);
  }

  // How the JDK and BoringSSL word it; neither has an error code that reaches Java.
  private static Optional<HandshakeRejection> byMessage(String message) {
    if (message == null) {
      return Optional.empty();
    }
    String said = message.toLowerCase(Locale.ROOT);
    if (said.contains("protocol_version")
        || said.contains("unsupported_protocol")
        || said.contains("protocol version")) {
      return Optional.of(OLD_TLS);
    }
    if (said.contains("empty client certificate chain")
        || said.contains("peer_did_not_return_a_certificate")) {
      return Optional.of(NO_CERTIFICATE);
    }
    if (said.contains("bad_record_mac")) {
      // Bytes that were changed on their way, which says nothing of who is there.
      return Optional.of(OTHER);
    }
    if (said.contains("received fatal alert") || said.contains("_alert_")) {
      return Optional.of(REFUSED_BY_PEER);
    }
    if (said.contains("connection closed while ssl/tls handshake")) {
      return Optional.of(LEFT);
    }
    return Optional.empty();
  }
}
