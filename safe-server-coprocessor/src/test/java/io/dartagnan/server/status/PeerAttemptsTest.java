package io.dartagnan.server.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.status.PeerStatus.Connection;
import java.net.ConnectException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

/** Kinds of failures to connect, as those of the mesh are told apart. */
class PeerAttemptsTest {

  private static Connection of(Throwable cause) {
    return PeerAttempts.of(new ProtocolException(Party.P1, "it failed", cause));
  }

  @Test
  void failuresAreToldApart() {
    assertThat(of(new ConnectException("Connection refused"))).isEqualTo(Connection.UNREACHABLE);
    assertThat(of(new UnknownHostException("x"))).isEqualTo(Connection.UNREACHABLE);
    assertThat(of(new SSLHandshakeException("Received fatal alert: certificate_unknown")))
        .isEqualTo(Connection.NOT_ACCEPTED_THERE);
    assertThat(of(new SSLHandshakeException("Empty client certificate chain")))
        .isEqualTo(Connection.NOT_ACCEPTED_HERE);
    assertThat(of(null)).isEqualTo(Connection.FAILED);
  }
}
