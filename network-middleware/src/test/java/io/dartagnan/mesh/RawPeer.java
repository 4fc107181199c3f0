package io.dartagnan.mesh;

import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** A client that speaks TLS with any key, or none, and then sends whatever it likes. */
final class RawPeer implements AutoCloseable {
  private static final int TIMEOUT_MS = 30_000;
  private static final int RECEIVE_BUFFER_BYTES = 64 << 10;
  private static final SessionId NO_SESSION = new SessionId(0, 0, 0);
  private final SSLSocket socket;
  private final Set<SessionId> opened = new HashSet<>();
  private int version;

  private RawPeer(SSLSocket socket) {
    this.socket = socket;
  }

  /** Connects with a party's own certificate, and greets. */
  static RawPeer as(Party party, TestCertificates certificates, int port) throws Exception {
    RawPeer peer = silent(party, certificates, port);
    peer.hello(2, 3);
    return peer;
  }

  /** Connects with a party's own certificate. */
  static RawPeer silent(Party party, TestCertificates certificates, int port) throws Exception {
    return with(context(certificates, certificates.keystore(party)), "TLSv1.3", port);
  }

  /** Connects with what the context holds; the handshake may succeed and be refused after. */
  static RawPeer with(SSLContext context, String protocol, int port) throws IOException {
    SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket();
    // Else the system holds 32 MB of answers that are not read.
    socket.setReceiveBufferSize(RECEIVE_BUFFER_BYTES);
    socket.setSoTimeout(TIMEOUT_MS);
    socket.setTcpNoDelay(true);
    socket.setEnabledProtocols(new String[] {protocol});
    try {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      socket.startHandshake();
    } catch (IOException e) {
      socket.close();
      throw e;
    }
    return new RawPeer(socket);
  }

  /** A context with this key, or without one if null, that believes everybody. */
  static SSLContext context(TestCertificates certificates, Path keystore)
      throws IOException, GeneralSecurityException {
    return context(certificates, keystore, new Gullible());
  }

  /** The same, with somebody else who believes. */
  static SSLContext context(TestCertificates certificates, Path keystore, TrustManager trust)
      throws IOException, GeneralSecurityException {
    KeyManager[] keys = new KeyManager[0];
    if (keystore != null) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(keystore)) {
        store.load(in, certificates.password());
      }
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(store, certificates.password());
      keys = factory.getKeyManagers();
    }
    return context(keys, trust);
  }

  /** A context that shows this chain, whatever key it has. */
  static SSLContext claiming(PrivateKey key, X509Certificate... chain)
      throws GeneralSecurityException {
    return context(new KeyManager[] {new Claim(key, chain)}, new Gullible());
  }

  private static SSLContext context(KeyManager[] keys, TrustManager trust)
      throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys, new TrustManager[] {trust}, new SecureRandom());
    return context;
  }

  /** Believes everybody, and counts whom it was asked about. */
  static final class Gullible implements X509TrustManager {
    private final AtomicInteger asked = new AtomicInteger();

    int timesAsked() {
      return asked.get();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {
      asked.incrementAndGet();
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  /** Greets with these versions; with 0 for the newest as a release that knows one alone. */
  void hello(int oldest, int newest) throws IOException {
    hello(oldest, newest, 32);
  }

  void hello(int oldest, int newest, int randomBytes) throws IOException {
    version = Math.max(oldest, newest);
    byte[] payload = ByteBuffer.allocate(4 + randomBytes).putInt(oldest).array();
    send(header(payload.length, 5, NO_SESSION, 0, newest), payload);
  }

  void open(SessionId id) throws IOException {
    open(id, version);
  }

  /** Opens a session in a version, which is not said over a connection in version 2. */
  void open(SessionId id, int named) throws IOException {
    opened.add(id);
    byte[] payload = openingOf(named);
    int bytes = version == 2 ? 32 : payload.length;
    send(header(bytes, 3, id, 0, 0), Arrays.copyOf(payload, bytes));
  }

  /** Payload of OPEN in version 3. */
  static byte[] openingOf(int named) {
    return ByteBuffer.allocate(36).putInt(32, named).array();
  }

  /** Opens the session before the first. */
  void data(SessionId id, long step, int sequence, byte... payload) throws IOException {
    if (!opened.contains(id)) {
      open(id);
    }
    send(header(payload.length, 1, id, step, sequence), payload);
  }

  void abort(SessionId id, byte... reason) throws IOException {
    send(header(reason.length, 2, id, 0, 0), reason);
  }

  static byte[] header(int payloadBytes, int type, SessionId id, long step, int sequence) {
    return header(payloadBytes, type, 0, id, step, sequence);
  }

  /** Writes the layout by hand, so that a change of it shows. */
  static byte[] header(
      int payloadBytes, int type, int stream, SessionId id, long step, int sequence) {
    return ByteBuffer.allocate(38)
        .putInt(34 + payloadBytes)
        .put((byte) type)
        .put((byte) stream)
        .putLong(id.queryHigh())
        .putLong(id.queryLow())
        .putInt(id.range())
        .putLong(step)
        .putInt(sequence)
        .array();
  }

  void send(byte[]... pieces) throws IOException {
    OutputStream out = socket.getOutputStream();
    for (byte[] piece : pieces) {
      out.write(piece);
    }
    out.flush();
  }

  /** The next bytes that the mesh answers; waits for them. */
  ByteBuffer answered(int bytes) throws IOException {
    return ByteBuffer.wrap(socket.getInputStream().readNBytes(bytes));
  }

  /** The first byte that the mesh answers, or -1; waits for it. */
  int firstAnswered() throws IOException {
    return socket.getInputStream().read();
  }

  /** True if the mesh has ended this connection, by an alert or by closing; waits for it. */
  boolean isRefused() throws IOException {
    return endsIn(socket);
  }

  static boolean endsIn(Socket socket) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MS);
    byte[] answered = new byte[4096];
    try {
      while (socket.getInputStream().read(answered) >= 0) {
        if (System.nanoTime() > deadline) {
          return false;
        }
      }
      return true;
    } catch (java.net.SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
