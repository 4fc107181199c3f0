package io.dartagnan.clusters.it;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Relay in front of a server that keeps everything it carries, as somebody does who taps the line.
 */
final class RecordingRelay implements AutoCloseable {
  private static final int BACKLOG = 64;
  private static final int PIECE = 64 << 10;
  private static final int CONNECT_MILLIS = 5_000;

  private final InetSocketAddress server;
  private final ServerSocket listener;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final List<Thread> threads = new CopyOnWriteArrayList<>();
  private final List<ByteArrayOutputStream> recorded = new CopyOnWriteArrayList<>();

  private RecordingRelay(InetSocketAddress server, ServerSocket listener) {
    this.server = server;
    this.listener = listener;
  }

  /** A relay that listens until it is closed. */
  static RecordingRelay open(InetSocketAddress listenAt, InetSocketAddress server)
      throws IOException {
    ServerSocket listener = new ServerSocket();
    try {
      listener.setReuseAddress(true);
      listener.bind(listenAt, BACKLOG);
    } catch (IOException e) {
      listener.close();
      throw e;
    }
    RecordingRelay relay = new RecordingRelay(server, listener);
    relay.begin(relay::accept);
    return relay;
  }

  private void begin(Runnable work) {
    Thread thread = new Thread(work, "recording-relay-" + listener.getLocalPort());
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        carry(listener.accept());
      } catch (IOException e) {
        // Closed, or a client or server that was gone; the next client may have more luck.
      }
    }
  }

  private void carry(Socket client) throws IOException {
    sockets.add(client);
    Socket towardsServer = new Socket();
    sockets.add(towardsServer);
    try {
      towardsServer.connect(server, CONNECT_MILLIS);
    } catch (IOException e) {
      client.close();
      throw e;
    }
    begin(() -> carry(client, towardsServer));
    begin(() -> carry(towardsServer, client));
  }

  private void carry(Socket from, Socket to) {
    ByteArrayOutputStream record = new ByteArrayOutputStream();
    recorded.add(record);
    byte[] piece = new byte[PIECE];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
        record.write(piece, 0, count);
        out.write(piece, 0, count);
      }
      to.shutdownOutput();
    } catch (IOException e) {
      closeQuietly(from);
      closeQuietly(to);
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is gone either way.
    }
  }

  /** Bytes that each direction of each connection has carried so far. */
  List<byte[]> recorded() {
    List<byte[]> copies = new ArrayList<>();
    recorded.forEach(each -> copies.add(each.toByteArray()));
    return copies;
  }

  /** Stops listening and ends all connections; nothing of it runs when it returns. */
  @Override
  public void close() throws IOException {
    listener.close();
    boolean interrupted = false;
    for (Thread thread : threads) {
      sockets.forEach(RecordingRelay::closeQuietly);
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
