package io.dartagnan.mesh;

import io.dartagnan.mesh.tls.MeshTls;
import io.dartagnan.mpc.Party;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection that a peer dialled: takes its frames apart and hands them to the inboxes.
 *
 * <p>Payloads are copied once, from the decrypted buffer to the array that the session receives,
 * and that array is allocated only after the inbox has admitted the frame. Reading never stops for
 * a slow session, so that it holds back itself and not the others; its inbox' bound ends it.
 */
final class InboundConnection extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(InboundConnection.class);

  private final MeshTls tls;
  private final Inboxes inboxes;
  private final Set<Inbox> carried = ConcurrentHashMap.newKeySet();
  private final ByteBuffer header = ByteBuffer.allocate(Frame.PAYLOAD);

  private Party party;
  private String lost = "closed its connection";
  private boolean silent;

  // The frame being read, once its header is complete.
  private Frame frame;
  private Inbox inbox;
  private byte[] payload;
  private int payloadRead;

  InboundConnection(MeshTls tls, Inboxes inboxes) {
    this.tls = tls;
    this.inboxes = inboxes;
  }

  /** Who is at the other end, by its certificate. */
  Party party() {
    return party;
  }

  /** Notes that the session depends on this connection. */
  void carries(Inbox session) {
    carried.add(session);
  }

  void forget(Inbox session) {
    carried.remove(session);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
    if (event instanceof SslHandshakeCompletionEvent handshake) {
      if (handshake.isSuccess()) {
        party = tls.peerOf(context.channel());
      } else {
        lost = Reasons.of(handshake.cause());
        silent = handshake.cause() instanceof ClosedChannelException;
      }
    }
    super.userEventTriggered(context, event);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
    ByteBuf bytes = (ByteBuf) message;
    try {
      if (party == null) {
        throw new MalformedFrameException("sent bytes before it was known");
      }
      while (bytes.isReadable() && context.channel().isOpen()) {
        if (frame == null) {
          readHeader(bytes);
        } else {
          readPayload(bytes);
        }
        finishFrame();
      }
    } finally {
      bytes.release();
    }
  }

  private void readHeader(ByteBuf bytes) throws MalformedFrameException {
    header.limit(Math.min(Frame.PAYLOAD, header.position() + bytes.readableBytes()));
    bytes.readBytes(header);
    if (header.position() < Frame.PAYLOAD) {
      return;
    }
    frame = Frame.read(header);
    header.clear();
    payloadRead = 0;
    inbox = inboxes.forFrame(frame.session());
    payload = inbox == null ? null : inbox.admit(this, frame);
    if (inbox == null) {
      LOG.debug("{} sent to {}, which is over or cannot wait to be opened", party, frame.session());
    }
  }

  private void readPayload(ByteBuf bytes) {
    int now = Math.min(bytes.readableBytes(), frame.payloadBytes() - payloadRead);
    if (payload == null) {
      bytes.skipBytes(now);
    } else {
      bytes.readBytes(payload, payloadRead, now);
    }
    payloadRead += now;
  }

  private void finishFrame() {
    if (frame == null || payloadRead < frame.payloadBytes()) {
      return;
    }
    if (payload != null) {
      inbox.deliver(party, frame, payload);
    }
    frame = null;
    inbox = null;
    payload = null;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    lost = Reasons.of(cause);
    context.close();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    if (silent) {
      // Somebody looked whether the port is open, as operators' tools do.
      LOG.debug("a connection from {} ended unused", context.channel().remoteAddress());
    } else if (party == null) {
      LOG.warn("refused a connection from {}: {}", context.channel().remoteAddress(), lost);
    } else {
      LOG.info("a connection from {} has ended: {}", party, lost);
    }
    Failure failure = Failure.noticed(party, lost, null);
    carried.forEach(session -> session.fail(failure));
    carried.clear();
    super.channelInactive(context);
  }
}
