package io.dartagnan.mesh.tls;

import io.dartagnan.mpc.Party;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.security.cert.X509Certificate;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * Guard behind the TLS handler of one connection: lets its handshake pass only if the other end's
 * certificate may be there now, ends it when that changes, and counts why it was refused.
 */
final class ConnectionGuard extends ChannelInboundHandlerAdapter {
  private final MeshTls tls;
  private final PinnedTrust trust;

  private ChannelHandlerContext context;
  private volatile Party peer;
  private volatile X509Certificate certificate;
  private boolean rejected;

  ConnectionGuard(MeshTls tls, PinnedTrust trust) {
    this.tls = tls;
    this.trust = trust;
  }

  /** The party that has proved to be at the other end, or null. */
  Party peer() {
    return peer;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
    if (event instanceof SslHandshakeCompletionEvent handshake) {
      if (handshake.isSuccess()) {
        if (!admit()) {
          return;
        }
      } else {
        count(HandshakeRejection.ofHandshake(handshake.cause()));
      }
    }
    super.userEventTriggered(context, event);
  }

  /** Checked here too, since a session that TLS resumes does not ask the trust manager again. */
  private boolean admit() throws SSLPeerUnverifiedException {
    try {
      X509Certificate shown =
          (X509Certificate)
              context
                  .pipeline()
                  .get(SslHandler.class)
                  .engine()
                  .getSession()
                  .getPeerCertificates()[0];
      certificate = shown;
      // Before the check, so that no change of pins falls between the two.
      tls.admitted(this);
      peer = trust.check(shown);
      return true;
    } catch (RejectedCertificateException e) {
      end(e);
      return false;
    }
  }

  /** Ends the connection after the grace period if its certificate is no longer its party's. */
  void recheck() {
    // Also while its party is being found out, maybe by the pins of before.
    if (peer == null || isUnpinned()) {
      context.executor().schedule(this::endIfUnpinned, tls.graceMs(), TimeUnit.MILLISECONDS);
    }
  }

  private boolean isUnpinned() {
    return tls.certificates().partyOf(certificate).filter(peer::equals).isEmpty();
  }

  private void endIfUnpinned() {
    // Looked at again: the pin may have come back.
    if (peer != null && isUnpinned() && context.channel().isActive()) {
      end(
          new RejectedCertificateException(
              HandshakeRejection.UNPINNED,
              "the certificate of " + peer + " is no longer pinned for it"));
    }
  }

  private void end(RejectedCertificateException why) {
    count(why.rejection());
    context.fireExceptionCaught(why);
    context.close();
  }

  private void count(HandshakeRejection rejection) {
    if (!rejected) {
      rejected = true;
      tls.rejected(rejection);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) throws Exception {
    // With TLS 1.3 a client hears only after its handshake that it was refused.
    HandshakeRejection.of(cause).ifPresent(this::count);
    super.exceptionCaught(context, cause);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    tls.ended(this);
    super.channelInactive(context);
  }
}
