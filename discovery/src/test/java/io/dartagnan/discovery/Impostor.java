package io.dartagnan.discovery;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Takes connections as Redis does, one after another, and answers what it likes. */
final class Impostor implements AutoCloseable {
  private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final AtomicInteger connections = new AtomicInteger();

  /** Behaviour towards a connection, which is closed afterwards. */
  interface Answer {
    void to(Socket client, OutputStream out) throws IOException;
  }

  Impostor(Answer answer) throws IOException {
    Thread answering =
        new Thread(
            () -> {
              while (!listening.isClosed()) {
                try (Socket client = listening.accept()) {
                  connections.incrementAndGet();
                  answer.to(client, client.getOutputStream());
                } catch (IOException clientIsGone) {
                  continue;
                }
              }
            });
    answering.setDaemon(true);
    answering.start();
  }

  /** Says this at once and then listens until the client goes away. */
  static Answer saying(String reply) {
    return (client, out) -> {
      say(out, reply);
      client.getInputStream().transferTo(OutputStream.nullOutputStream());
    };
  }

  static void say(OutputStream out, String reply) throws IOException {
    out.write(reply.getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  RedisSettings settings() {
    URI uri = URI.create("redis://127.0.0.1:" + listening.getLocalPort());
    return new RedisSettings(uri, Duration.ofSeconds(60));
  }

  /** Connections taken so far. */
  int connections() {
    return connections.get();
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
