package io.dartagnan.mesh;

import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/** A server with a party's key that greets the first who connects, and then does nothing at all. */
final class MuteServer implements AutoCloseable {
  private final SSLServerSocket listening;
  private final CompletableFuture<SSLSocket> accepted;

  private MuteServer(SSLServerSocket listening, byte[] greeting) {
    this.listening = listening;
    this.accepted = CompletableFuture.supplyAsync(() -> accept(greeting));
  }

  /** Greets as a mesh does, with a window that never fills. */
  static MuteServer as(Party party, TestCertificates certificates) throws Exception {
    return greeting(
        party, certificates, ByteBuffer.allocate(40).putInt(2).putInt(36, 1 << 30).array());
  }

  /** Greets with these bytes. */
  static MuteServer greeting(Party party, TestCertificates certificates, byte[] welcome)
      throws Exception {
    SSLServerSocket listening =
        (SSLServerSocket)
            RawPeer.context(certificates, certificates.keystore(party))
                .getServerSocketFactory()
                .createServerSocket(0, 4, InetAddress.getLoopbackAddress());
    return new MuteServer(listening, welcome);
  }

  int port() {
    return listening.getLocalPort();
  }

  private SSLSocket accept(byte[] welcome) {
    try {
      SSLSocket socket = (SSLSocket) listening.accept();
      SessionId none = new SessionId(0, 0, 0);
      socket.getOutputStream().write(RawPeer.header(welcome.length, 6, none, 0, 0));
      socket.getOutputStream().write(welcome);
      socket.getOutputStream().flush();
      return socket;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    accepted.orTimeout(20, TimeUnit.SECONDS).join().close();
  }
}
