package io.dartagnan.mesh.faults;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;

/** A second connection to the server that gets a copy of the first one's bytes. */
final class Duplicate {
  private final Socket server;
  private final Runnable onRefused;
  private final AtomicBoolean over = new AtomicBoolean();

  /**
   * A duplicate.
   *
   * @param onRefused run once if the server ends it
   */
  Duplicate(Socket server, Runnable onRefused) {
    this.server = server;
    this.onRefused = onRefused;
  }

  void start(ThreadFactory threads) {
    threads.newThread(this::watch).start();
  }

  private void watch() {
    try (InputStream in = server.getInputStream()) {
      int read;
      byte[] answer = new byte[1 << 12];
      do {
        // What the server says on it is for nobody.
        read = in.read(answer);
      } while (read >= 0);
      refused();
    } catch (IOException e) {
      refused();
    }
  }

  private void refused() {
    if (over.compareAndSet(false, true)) {
      onRefused.run();
    }
  }

  void write(byte[] bytes, int offset, int length) {
    try {
      if (!over.get()) {
        server.getOutputStream().write(bytes, offset, length);
      }
    } catch (IOException e) {
      refused();
    }
  }

  void close() throws IOException {
    over.set(true);
    server.close();
  }
}
