package io.dartagnan.mesh;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/** A server that somebody else than the peer runs where the directory says the peer is. */
final class RawServer implements AutoCloseable {
  private final ServerSocket listening;
  private final Set<Socket> accepted = ConcurrentHashMap.newKeySet();

  private RawServer(ServerSocket listening) {
    this.listening = listening;
    Thread thread = new Thread(this::serve, "raw-server");
    thread.setDaemon(true);
    thread.start();
  }

  /** Speaks TLS with what the context holds. */
  static RawServer with(SSLContext context, String protocol) throws IOException {
    SSLServerSocket socket =
        (SSLServerSocket)
            context
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    socket.setEnabledProtocols(new String[] {protocol});
    return new RawServer(socket);
  }

  /** Answers whatever comes first with a line of text. */
  static RawServer plaintext() throws IOException {
    return new RawServer(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
  }

  private void serve() {
    while (!listening.isClosed()) {
      try {
        Socket socket = listening.accept();
        accepted.add(socket);
        // For TLS the handshake; it may fail, and then the next one is served.
        socket.getInputStream().read();
        if (!(listening instanceof SSLServerSocket)) {
          socket
              .getOutputStream()
              .write("220 mail ready, what do you want\r\n".getBytes("US-ASCII"));
        }
      } catch (IOException e) {
        // The test looks at what the mesh makes of it.
        continue;
      }
    }
  }

  int port() {
    return listening.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    listening.close();
    for (Socket socket : accepted) {
      socket.close();
    }
  }
}
