package io.dartagnan.mesh.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

/** Connection through a relay: two sockets, two pumps, and maybe a duplicate. */
final class RelayedConnection {
  private final Socket dialler;
  private final Socket server;
  private final Duplicate duplicate;
  private final Line forth;
  private final Pump[] pumps;
  private final Consumer<RelayedConnection> onEnd;
  private final CountDownLatch running;

  /**
   * A connection that does not flow yet.
   *
   * @param duplicate gets what goes forth too; null for none
   */
  RelayedConnection(
      Socket dialler,
      Socket server,
      Duplicate duplicate,
      Line forth,
      Line back,
      long seed,
      Consumer<RelayedConnection> onEnd) {
    this.dialler = dialler;
    this.server = server;
    this.duplicate = duplicate;
    this.forth = forth;
    this.onEnd = onEnd;
    this.pumps =
        new Pump[] {
          new Pump(this, dialler, server, forth, seed), new Pump(this, server, dialler, back, ~seed)
        };
    this.running = new CountDownLatch(2 * pumps.length);
  }

  void start(ThreadFactory threads) {
    for (Pump pump : pumps) {
      threads.newThread(() -> run(pump::read)).start();
      threads.newThread(() -> run(pump::write)).start();
    }
  }

  private void run(Runnable half) {
    try {
      half.run();
    } finally {
      running.countDown();
      if (running.getCount() == 0) {
        close();
      }
    }
  }

  void copyToDuplicate(Line from, byte[] bytes, int offset, int length) {
    if (duplicate != null && from == forth) {
      duplicate.write(bytes, offset, length);
    }
  }

  /** Ends it at both ends in the way of the strike. */
  void end(Strike.Kind kind) {
    try {
      for (Socket socket : new Socket[] {dialler, server}) {
        if (kind == Strike.Kind.RESET) {
          socket.setSoLinger(true, 0);
        } else {
          socket.shutdownOutput();
        }
      }
    } catch (IOException e) {
      // Closed already, by an end of its own that came first.
      onEnd.accept(this);
    } finally {
      close();
    }
  }

  /** Closes both sockets and ends all threads. */
  void close() {
    try {
      dialler.close();
      server.close();
      if (duplicate != null) {
        duplicate.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      for (Pump pump : pumps) {
        pump.close();
      }
      onEnd.accept(this);
    }
  }
}
