package io.dartagnan.discovery;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;

/**
 * Open connection to Redis whose replies are bounded, as far as the client library uses a socket.
 */
final class BoundedSocket extends Socket {
  private final Socket open;
  private final InputStream replies;

  /**
   * Reads along.
   *
   * @param mostBytes of all replies together
   */
  BoundedSocket(Socket open, long mostBytes) throws IOException {
    this.open = open;
    this.replies = new BoundedReplies(open.getInputStream(), mostBytes);
  }

  @Override
  public InputStream getInputStream() {
    return replies;
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return open.getOutputStream();
  }

  @Override
  public void setSoTimeout(int timeoutMs) throws SocketException {
    open.setSoTimeout(timeoutMs);
  }

  @Override
  public int getSoTimeout() throws SocketException {
    return open.getSoTimeout();
  }

  @Override
  public boolean isBound() {
    return open.isBound();
  }

  @Override
  public boolean isConnected() {
    return open.isConnected();
  }

  @Override
  public boolean isClosed() {
    return open.isClosed();
  }

  @Override
  public boolean isInputShutdown() {
    return open.isInputShutdown();
  }

  @Override
  public boolean isOutputShutdown() {
    return open.isOutputShutdown();
  }

  @Override
  public SocketAddress getLocalSocketAddress() {
    return open.getLocalSocketAddress();
  }

  @Override
  public SocketAddress getRemoteSocketAddress() {
    return open.getRemoteSocketAddress();
  }

  @Override
  public void close() throws IOException {
    open.close();
  }
}
