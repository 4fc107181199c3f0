package io.dartagnan.mesh.tls;

import io.dartagnan.mpc.Party;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mutual TLS 1.3 with pinned certificates, in both directions.
 *
 * <p>New connections use the certificates of now. A connection whose other end's certificate is no
 * longer pinned is ended one timeout later, with an exception that its handlers see; until then the
 * sessions on it may finish.
 */
public final class MeshTls implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MeshTls.class);
  private static final ByteBufAllocator ON_HEAP = new PooledByteBufAllocator(false);
  private static final Duration LONGEST_HANDSHAKE = Duration.ofSeconds(10);

  private final PartyCertificates certificates;
  private final boolean owned;
  private final SslProvider provider;
  private final long handshakeMs;
  private final long graceMs;
  private final HandshakeRejections rejections = new HandshakeRejections();
  private final Set<ConnectionGuard> authenticated = ConcurrentHashMap.newKeySet();
  private final Runnable takeUp = this::takeUp;

  private TlsContexts contexts;

  /** That of the contexts, never ahead of it: no connection passes for newer than it is. */
  private volatile long generation;

  private boolean closed;

  private MeshTls(
      PartyCertificates certificates, boolean owned, TlsProvider provider, Duration timeout)
      throws IOException {
    this.certificates = certificates;
    this.owned = owned;
    this.provider = provider.resolve();
    this.graceMs = timeout.toMillis();
    this.handshakeMs = Math.min(timeout.toMillis(), LONGEST_HANDSHAKE.toMillis());
    LOG.info("the mesh of {} uses {}", certificates.self(), provider.describe(this.provider));
    this.generation = certificates.generation();
    try {
      this.contexts = new TlsContexts(certificates, this.provider);
    } catch (SSLException e) {
      throw new IOException(
          "the key of %s cannot be used for TLS: %s".formatted(certificates.self(), e.getMessage()),
          e);
    }
    certificates.onChange(takeUp);
    if (certificates.generation() != generation) {
      takeUp(); // they changed before this listened
    }
  }

  /**
   * TLS with certificates of its own, which end with it.
   *
   * @param timeout time that a connection outlives the pin of its certificate, and, up to 10 s, the
   *     longest wait in a handshake
   * @throws IOException naming the file and what is wrong with it, or why there is no such provider
   */
  public static MeshTls load(Party self, TlsIdentity identity, Duration timeout)
      throws IOException {
    PartyCertificates certificates = PartyCertificates.load(self, identity);
    try {
      return new MeshTls(certificates, true, identity.provider(), timeout);
    } catch (IOException | RuntimeException e) {
      certificates.close();
      throw e;
    }
  }

  /**
   * TLS with certificates that somebody else closes.
   *
   * @param timeout time that a connection outlives the pin of its certificate, and, up to 10 s, the
   *     longest wait in a handshake
   * @throws IOException why the key cannot be used, or why there is no such provider
   */
  public static MeshTls over(PartyCertificates certificates, TlsProvider provider, Duration timeout)
      throws IOException {
    return new MeshTls(certificates, false, provider, timeout);
  }

  private void takeUp() {
    synchronized (this) {
      if (closed) {
        return;
      }
      try {
        long next = certificates.generation();
        TlsContexts fresh = new TlsContexts(certificates, provider);
        contexts.release();
        contexts = fresh;
        generation = next;
      } catch (SSLException e) {
        LOG.warn(
            "{} keeps using its former key, the new one cannot be used for TLS: {}",
            certificates.self(),
            e.getMessage());
      }
    }
    authenticated.forEach(ConnectionGuard::recheck);
  }

  /**
   * Secures a connection that a peer dialled: either of the two may be there. To be called first.
   */
  public void accept(Channel channel) {
    Set<Party> peers = EnumSet.allOf(Party.class);
    peers.remove(certificates.self());
    SslHandler handler;
    synchronized (this) {
      handler = open().accepting(channel.alloc());
    }
    secure(channel, handler, peers);
  }

  /** Secures a connection dialled to this peer: no one else may be there. To be called first. */
  public void dial(Channel channel, Party peer) {
    SslHandler handler;
    synchronized (this) {
      handler = open().dialling(peer, channel.alloc());
    }
    secure(channel, handler, Set.of(peer));
  }

  private TlsContexts open() {
    if (closed) {
      throw new IllegalStateException("the mesh is closed");
    }
    return contexts;
  }

  private void secure(Channel channel, SslHandler handler, Set<Party> allowed) {
    handler.setHandshakeTimeoutMillis(handshakeMs);
    channel
        .pipeline()
        .addLast(handler, new ConnectionGuard(this, new PinnedTrust(certificates, allowed)));
  }

  /**
   * The party at the other end of a connection that this secured.
   *
   * @throws SSLPeerUnverifiedException if it has not proved it yet
   */
  public Party peerOf(Channel channel) throws SSLPeerUnverifiedException {
    ConnectionGuard guard = channel.pipeline().get(ConnectionGuard.class);
    if (guard == null || guard.peer() == null) {
      throw new SSLPeerUnverifiedException("the other end has not proved who it is");
    }
    return guard.peer();
  }

  void admitted(ConnectionGuard connection) {
    authenticated.add(connection);
  }

  void ended(ConnectionGuard connection) {
    authenticated.remove(connection);
  }

  void rejected(HandshakeRejection rejection) {
    rejections.add(rejection);
  }

  /** Milliseconds that a connection outlives the pin of its certificate: its sessions finish. */
  long graceMs() {
    return graceMs;
  }

  /** The provider that computes TLS here: never {@code AUTO}. */
  public TlsProvider provider() {
    return provider == SslProvider.JDK ? TlsProvider.JDK : TlsProvider.OPENSSL;
  }

  /** Allocator of buffers where the provider wants them: the JDK works on the heap. */
  public ByteBufAllocator buffers() {
    return provider == SslProvider.JDK ? ON_HEAP : PooledByteBufAllocator.DEFAULT;
  }

  /** Counts of rejected connections. */
  public HandshakeRejections rejections() {
    return rejections;
  }

  /** The certificates in use. */
  public PartyCertificates certificates() {
    return certificates;
  }

  /**
   * Generation of the certificates that new connections use; connections of an older one should be
   * replaced.
   */
  public long generation() {
    return generation;
  }

  /** Secures no connection from now on; those that are open go on. */
  @Override
  public void close() {
    certificates.forget(takeUp);
    synchronized (this) {
      if (!closed) {
        closed = true;
        contexts.release();
      }
    }
    if (owned) {
      certificates.close();
    }
  }

  /**
   * TLS 1.3 with one generation of the certificates: a context for accepting, one per peer to dial.
   * Connections made with them outlive {@link #release}.
   */
  private static final class TlsContexts {
    private static final String ONLY_PROTOCOL = "TLSv1.3";

    private final SslContext accepting;
    private final Map<Party, SslContext> dialling = new EnumMap<>(Party.class);

    TlsContexts(PartyCertificates certificates, SslProvider provider) throws SSLException {
      Credentials own = certificates.credentials();
      Set<Party> peers = EnumSet.allOf(Party.class);
      peers.remove(certificates.self());
      accepting =
          SslContextBuilder.forServer(own.key(), own.certificate())
              .trustManager(new PinnedTrust(certificates, peers))
              .clientAuth(ClientAuth.REQUIRE)
              .sslProvider(provider)
              .protocols(ONLY_PROTOCOL)
              .build();
      try {
        for (Party peer : peers) {
          dialling.put(
              peer,
              SslContextBuilder.forClient()
                  .keyManager(own.key(), own.certificate())
                  .trustManager(new PinnedTrust(certificates, Set.of(peer)))
                  .sslProvider(provider)
                  .protocols(ONLY_PROTOCOL)
                  .build());
        }
      } catch (SSLException | RuntimeException e) {
        release();
        throw e;
      }
    }

    SslHandler accepting(ByteBufAllocator allocator) {
      return accepting.newHandler(allocator);
    }

    SslHandler dialling(Party peer, ByteBufAllocator allocator) {
      return dialling.get(peer).newHandler(allocator);
    }

    /** Gives the native memory back, as soon as the last connection is done with it. */
    void release() {
      ReferenceCountUtil.release(accepting);
      dialling.values().forEach(ReferenceCountUtil::release);
    }
  }
}
