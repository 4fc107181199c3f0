package io.dartagnan.mesh.inbound;

import io.dartagnan.mesh.MeshSettings;
import io.dartagnan.mesh.SessionId;
import io.dartagnan.mesh.Timing;
import io.dartagnan.mesh.connection.ConnectionSecret;
import io.dartagnan.mesh.connection.Frame;
import io.dartagnan.mesh.connection.FrameHandler;
import io.dartagnan.mesh.connection.MeshCounters;
import io.dartagnan.mesh.connection.SessionFailure;
import io.dartagnan.mesh.connection.StreamWindow;
import io.dartagnan.mesh.tls.MeshTls;
import io.dartagnan.mpc.Party;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.handler.timeout.IdleStateEvent;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Acceptor's end of a connection: hands its frames to the inboxes, and answers with the greeting,
 * with credit for what was received, and with signs of life.
 *
 * <p>Reading never stops for a slow session: its window bounds what the peer may send it, so that
 * it holds back itself and not the others.
 */
final class InboundConnection extends FrameHandler {
  private static final Logger LOG = LoggerFactory.getLogger(InboundConnection.class);

  /** Room for some ten thousand answers, far more than sessions have a reason for. */
  private static final long MAX_UNREAD_ANSWER_BYTES = 2 << 20;

  private static final String CLOSED = "closed its connection";

  private final Party self;
  private final MeshTls tls;
  private final SessionInboxes inboxes;
  private final MeshSettings settings;
  private final MeshCounters counters;
  private final ConnectionAdmission admission;
  private final Set<SessionInbox> carried = ConcurrentHashMap.newKeySet();

  private Channel channel;
  private Party party;
  private Future<?> greeting;
  private volatile int version;
  private volatile ConnectionSecret secret;
  private volatile String lost = CLOSED;
  // Of the frame being read: the inbox that it goes to, and the bytes that its payload counts for
  // until the inbox holds it.
  private SessionInbox addressee;
  private long arriving;

  // The peer has said that this is the end.
  private boolean orderly;
  private boolean silent;

  InboundConnection(
      MeshSettings settings,
      MeshTls tls,
      SessionInboxes inboxes,
      MeshCounters counters,
      ConnectionAdmission admission) {
    this.self = settings.self();
    this.settings = settings;
    this.tls = tls;
    this.inboxes = inboxes;
    this.counters = counters;
    this.admission = admission;
  }

  /** Party at the other end, by its certificate. */
  Party party() {
    return party;
  }

  /** Version of the protocol that the two ends speak. */
  int version() {
    return version;
  }

  /** Secret of the two ends. */
  ConnectionSecret secret() {
    return secret;
  }

  /** Notes that a session depends on this connection. */
  void carries(SessionInbox session) {
    carried.add(session);
  }

  /** Takes that back: the session is over. */
  void forget(SessionInbox session) {
    carried.remove(session);
  }

  /** Lets the peer send so many bytes more on a stream. */
  void credit(SessionId session, int stream, int bytes) {
    write(Frame.credit(channel.alloc(), session, stream, bytes));
  }

  /** Tells the peer that there will be none of a session here. */
  void abort(SessionId session, String reason) {
    write(Frame.abort(channel.alloc(), session, reason));
  }

  private void write(ByteBuf frame) {
    if (channel.bytesBeforeWritable() > MAX_UNREAD_ANSWER_BYTES) {
      // Or it would make this mesh hold as much as it likes.
      frame.release();
      lost = "does not read what it is answered";
      channel.close();
      return;
    }
    channel.writeAndFlush(frame).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
  }

  @Override
  public void channelActive(ChannelHandlerContext context) throws Exception {
    channel = context.channel();
    super.channelActive(context);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
    if (event instanceof SslHandshakeCompletionEvent handshake) {
      if (handshake.isSuccess()) {
        authenticated(context, tls.peerOf(context.channel()));
      } else {
        lost = SessionFailure.messageOf(handshake.cause());
        silent = handshake.cause() instanceof ClosedChannelException;
      }
    } else if (event == SslCloseCompletionEvent.SUCCESS) {
      orderly = true;
    } else if (event instanceof IdleStateEvent idle && secret != null) {
      idle(context, idle);
    }
    super.userEventTriggered(context, event);
  }

  private void authenticated(ChannelHandlerContext context, Party peer) {
    if (admission.enter(peer)) {
      party = peer;
      awaitGreeting(context);
    } else {
      end(
          context,
          "%s has %d connections already".formatted(peer, ConnectionAdmission.MAX_OF_PARTY));
    }
  }

  private void awaitGreeting(ChannelHandlerContext context) {
    long withinMs = settings.timing().handshakeMs();
    greeting =
        context
            .executor()
            .schedule(
                () -> end(context, "has not greeted within " + withinMs + " ms"),
                withinMs,
                TimeUnit.MILLISECONDS);
  }

  private void idle(ChannelHandlerContext context, IdleStateEvent event) {
    switch (event.state()) {
      case READER_IDLE -> {
        long silentMs = settings.timing().keepalive().toMillis() * Timing.LOST_AFTER;
        end(context, "has given no sign of life for " + silentMs + " ms");
      }
      case WRITER_IDLE -> write(Frame.alive(context.alloc()));
      case ALL_IDLE -> {}
    }
  }

  @Override
  protected byte[] admit(ChannelHandlerContext context, Frame frame)
      throws Frame.MalformedFrameException {
    if (party == null) {
      throw new Frame.MalformedFrameException("sent bytes before it was known");
    }
    if (secret == null && frame.type() != Frame.Type.HELLO) {
      throw new Frame.MalformedFrameException("sent " + frame.type() + " before it had greeted");
    }
    switch (frame.type()) {
      case DATA, ABORT, OPEN -> {
        return admit(frame);
      }
      case HELLO -> {
        if (secret != null) {
          throw new Frame.MalformedFrameException("greeted twice");
        }
        // Another version's greeting may be longer, and begins with the oldest all the same.
        if (frame.payloadBytes() < Integer.BYTES || frame.payloadBytes() > Frame.MAX_REASON_BYTES) {
          frame.requirePayload(Frame.HELLO_BYTES);
        }
      }
      case ALIVE -> frame.requirePayload(0);
      case CREDIT, WELCOME ->
          throw new Frame.MalformedFrameException(
              "sent " + frame.type() + " on a connection that it has dialled");
    }
    return new byte[frame.payloadBytes()];
  }

  @Override
  protected void received(ChannelHandlerContext context, Frame frame, byte[] payload)
      throws Frame.MalformedFrameException {
    switch (frame.type()) {
      case DATA, ABORT, OPEN -> deliver(frame, payload);
      case HELLO -> greeted(context, frame, ByteBuffer.wrap(payload));
      default -> {}
    }
  }

  /**
   * Decides on a session's frame from its header; answers one that comes too late or is too many.
   *
   * @return array for its payload, at least as long as that; null if it is to be skipped
   */
  private byte[] admit(Frame frame) {
    try {
      addressee = inboxes.forFrame(frame.session(), party);
      if (addressee != null) {
        byte[] payload = addressee.admit(this, frame);
        boolean charged = payload != null && frame.type() == Frame.Type.DATA;
        arriving = charged ? StreamWindow.cost(frame.payloadBytes()) : 0;
        return payload;
      }
      String told = inboxes.toldOf(frame.session());
      if (told != null && frame.type() == Frame.Type.OPEN) {
        abort(frame.session(), told);
      }
      return null;
    } catch (SessionInboxes.TooManyPendingException e) {
      abort(frame.session(), e.getMessage());
      return null;
    }
  }

  /** Hands over the frame that was admitted last, complete. */
  private void deliver(Frame frame, byte[] payload) {
    if (addressee.deliver(this, frame, payload)) {
      arriving = 0;
    } else {
      drop();
    }
  }

  /** Gives back what the frame being read counts for: it will not be delivered. */
  private void drop() {
    if (arriving > 0) {
      counters.unreadOf(party).giveBack(arriving);
      arriving = 0;
    }
  }

  private void greeted(ChannelHandlerContext context, Frame frame, ByteBuffer payload)
      throws Frame.MalformedFrameException {
    byte[] own = ConnectionSecret.drawn();
    // Whatever the peer speaks, it learns what is spoken here.
    write(
        Frame.welcome(context.alloc(), settings.versions(), own, settings.limits().windowBytes()));
    version = frame.greetedVersion(payload.getInt(), settings.versions());
    frame.requirePayload(Frame.HELLO_BYTES);
    byte[] peers = new byte[Frame.RANDOM_BYTES];
    payload.get(peers);
    greeting.cancel(false);
    counters.connectionAccepted(version);
    secret = ConnectionSecret.of(party, peers, self, own);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    end(context, SessionFailure.messageOf(cause));
  }

  private void end(ChannelHandlerContext context, String reason) {
    lost = reason;
    context.close();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    if (greeting != null) {
      greeting.cancel(false);
    }
    if (secret != null) {
      counters.connectionEnded(version);
    }
    if (silent) {
      // Somebody looked whether the port is open, as operators' tools do.
      LOG.debug("a connection from {} ended unused", context.channel().remoteAddress());
    } else if (party == null) {
      admission.refused(context.channel().remoteAddress(), lost);
    } else {
      admission.left(party);
      LOG.info("a connection from {} has ended: {}", party, lost);
    }
    drop();
    SessionFailure failure = SessionFailure.noticed(party, lost, null);
    boolean closed = orderly && lost.equals(CLOSED);
    carried.forEach(
        session -> {
          if (closed) {
            session.ended(this, failure);
          } else {
            session.fail(failure);
          }
        });
    carried.clear();
    super.channelInactive(context);
  }
}
