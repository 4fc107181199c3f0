package io.dartagnan.mesh.tls;

import io.dartagnan.mpc.Party;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.ReferenceCountUtil;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLException;

/**
 * TLS 1.3 with one generation of the certificates: a context for accepting, one per peer to dial.
 * Connections made with them outlive {@link #release}.
 */
final class TlsContexts {
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
