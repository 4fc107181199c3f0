package io.dartagnan.discovery;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import redis.clients.jedis.JedisSocketFactory;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * Dial of one connection to Redis, which any thread can give up: while it connects, shakes hands or
 * waits for an answer that trickles in.
 */
final class RedisDial implements JedisSocketFactory {
  private final RedisSettings settings;
  private final SSLContext tls;
  private final int timeoutMs;
  private final long mostBytes;
  private Socket dialled;
  private boolean givenUp;

  /**
   * A dial that has opened nothing yet.
   *
   * @param tls null for an unencrypted connection
   * @param timeoutMs the longest wait for the connection and for each piece of an answer
   * @param mostBytes most bytes of all answers together
   */
  RedisDial(RedisSettings settings, SSLContext tls, int timeoutMs, long mostBytes) {
    this.settings = settings;
    this.tls = tls;
    this.timeoutMs = timeoutMs;
    this.mostBytes = mostBytes;
  }

  /**
   * TLS towards Redis, which has to show a trusted certificate for its host. Reads the truststore.
   *
   * @throws DiscoveryException naming the file, and what is wrong with it
   */
  static SSLContext tls(RedisSettings settings) throws DiscoveryException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      TrustManager[] trusted = null; // those of the JDK
      if (settings.truststore().isPresent()) {
        TrustManagerFactory factory =
            TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(read(settings.truststore().get()));
        trusted = factory.getTrustManagers();
      }
      context.init(null, trusted, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new DiscoveryException(
          "TLS to Redis at " + settings.address() + " cannot be set up: " + e.getMessage(), e);
    }
  }

  private static KeyStore read(RedisSettings.Truststore truststore) throws DiscoveryException {
    String file = "the truststore " + truststore.location() + " for Redis";
    try (InputStream in = Files.newInputStream(truststore.location())) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(in, truststore.password());
      if (store.size() == 0) {
        throw new DiscoveryException(file + " holds no certificate");
      }
      return store;
    } catch (NoSuchFileException e) {
      throw new DiscoveryException(file + " does not exist", e);
    } catch (DiscoveryException e) {
      throw e;
    } catch (IOException | GeneralSecurityException e) {
      throw new DiscoveryException(file + " cannot be read as PKCS12: " + e.getMessage(), e);
    }
  }

  @Override
  public Socket createSocket() {
    Socket plain = new Socket();
    try {
      take(plain);
      plain.setTcpNoDelay(true);
      plain.setSoTimeout(timeoutMs);
      InetSocketAddress address = new InetSocketAddress(settings.host(), settings.port());
      if (address.isUnresolved()) {
        throw new UnknownHostException(
            "no address is known for that host; see the URI, and the names this machine can"
                + " resolve");
      }
      plain.connect(address, timeoutMs);
      return new BoundedSocket(tls == null ? plain : encrypted(plain), mostBytes);
    } catch (IOException e) {
      close(plain);
      throw new JedisConnectionException(e.getMessage(), e);
    }
  }

  /** Shakes hands over an open connection, which the result closes. */
  private Socket encrypted(Socket plain) throws IOException {
    SSLSocket socket =
        (SSLSocket)
            tls.getSocketFactory().createSocket(plain, settings.host(), settings.port(), true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS"); // the check of the host's name
    parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return socket;
  }

  private synchronized void take(Socket socket) throws IOException {
    if (givenUp) {
      throw new IOException("given up");
    }
    dialled = socket;
  }

  /** Closes the connection, now or as soon as it is opened. Again does nothing. */
  synchronized void giveUp() {
    givenUp = true;
    close();
  }

  /** Closes the connection if there is one: Jedis leaves it open when the login fails. */
  synchronized void close() {
    if (dialled != null) {
      // The one underneath: closing TLS first would wait for whoever is writing.
      close(dialled);
    }
  }

  synchronized boolean isGivenUp() {
    return givenUp;
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException alreadyGone) {
      // There is no connection left, which is what was wanted.
      return;
    }
  }

  /**
   * Open connection to Redis whose replies are bounded, as far as the client library uses a socket.
   */
  private static final class BoundedSocket extends Socket {
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

  /**
   * Stream of Redis' replies that ends at a reply too large to be one to this project, or at too
   * many.
   *
   * <p>The client library reserves whatever length a reply announces before it has read any of it,
   * reads arrays within arrays by recursion, and keeps what it has read. So a hostile Redis could
   * exhaust a RegionServer's memory, or a thread's stack, with little. This reads along:
   *
   * <pre>
   *   $ length CR LF, length bytes, CR LF      one string
   *   * count  CR LF, count replies            an array
   *   other letter, a line, CR LF              status, error, number
   * </pre>
   *
   * and ends the connection at a length, a count or a line that is too large, or of a kind that
   * this protocol version does not have, before the library sees the end of that line; and at a
   * reply that is too large or too deep as a whole.
   */
  static final class BoundedReplies extends FilterInputStream {
    /** Bytes of one string; a record and a server's key are smaller. */
    static final int LONGEST_STRING = 4096;

    /** Elements of one reply: a page of a scan has about as many keys as asked for. */
    static final int MOST_ELEMENTS = 16_384;

    /** Arrays of one reply: a page of a scan is one within another. */
    static final int MOST_ARRAYS = 4;

    /** Bytes of one reply: a page of a scan, of the longest names and a few times as long. */
    static final int LARGEST_REPLY = 1 << 22;

    private static final int LONGEST_LINE = 1024;

    private final StringBuilder line = new StringBuilder();
    private long left;
    private long bodyLeft;

    // Of the reply under way: its elements so far and those among them that have not begun.
    private int elements;
    private int awaited;
    private int arrays;
    private int bytes;

    /**
     * Reads along.
     *
     * @param most bytes of all replies together, on a connection whose replies are kept
     */
    BoundedReplies(InputStream in, long most) {
      super(in);
      this.left = most;
    }

    @Override
    public int read() throws IOException {
      int next = in.read();
      if (next >= 0) {
        follow((byte) next);
      }
      return next;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      int count = in.read(into, offset, length);
      for (int i = offset; i < offset + count; i++) {
        follow(into[i]);
      }
      return count;
    }

    private void follow(byte next) throws IOException {
      if (--left < 0) {
        throw new IOException("a reply goes beyond what all replies may have together");
      }
      if (++bytes > LARGEST_REPLY) {
        throw new IOException("a reply of more than " + LARGEST_REPLY + " bytes");
      }
      if (bodyLeft > 0) {
        bodyLeft--;
      } else if (next == '\n') {
        endOfLine();
        line.setLength(0);
      } else if (line.length() >= LONGEST_LINE) {
        throw new IOException("a reply has a line of more than " + LONGEST_LINE + " characters");
      } else {
        line.append((char) (next & 0xff));
      }
    }

    private void endOfLine() throws IOException {
      beginElement();
      char kind = line.length() == 0 ? '\r' : line.charAt(0);
      switch (kind) {
        case '$' -> {
          int length = announced(LONGEST_STRING);
          bodyLeft = length < 0 ? 0 : length + 2L;
        }
        case '*' -> beginArray(announced(MOST_ELEMENTS));
        case '+', '-', ':' -> {
          // The line is the whole reply.
        }
        default -> throw new IOException("a reply is not one of Redis'");
      }
    }

    private void beginElement() {
      if (awaited == 0) {
        awaited = 1;
        elements = 1;
        arrays = 0;
        bytes = line.length() + 1;
      }
      awaited--;
    }

    private void beginArray(int count) throws IOException {
      if (++arrays > MOST_ARRAYS) {
        throw new IOException("a reply of more than " + MOST_ARRAYS + " arrays");
      }
      elements += Math.max(0, count);
      if (elements > MOST_ELEMENTS + 1) {
        throw new IOException("a reply of more than " + MOST_ELEMENTS + " elements");
      }
      awaited += Math.max(0, count);
    }

    private int announced(int largest) throws IOException {
      int end = line.length() - (line.charAt(line.length() - 1) == '\r' ? 1 : 0);
      long size;
      try {
        size = Long.parseLong(line.substring(1, end));
      } catch (NumberFormatException e) {
        throw new IOException("a reply has no size that can be read"); // without what it has
      }
      if (size < -1 || size > largest) {
        throw new IOException(
            "a reply of size " + size + " is announced, " + largest + " is allowed");
      }
      return (int) size;
    }
  }
}
