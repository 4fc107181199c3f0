package io.dartagnan.mesh.outbound;

import io.dartagnan.mesh.Timing;
import io.dartagnan.mesh.Versions;
import io.dartagnan.mesh.connection.ConnectionSecret;
import io.dartagnan.mesh.connection.Frame;
import io.dartagnan.mesh.connection.FrameHandler;
import io.dartagnan.mesh.connection.MeshCounters;
import io.dartagnan.mesh.connection.SessionFailure;
import io.dartagnan.mesh.connection.StreamWindow;
import io.dartagnan.mpc.Party;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.handler.timeout.IdleStateEvent;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Dialler's end of a connection: greets, and takes what the acceptor answers. Whatever ends the
 * channel ends the connection with it.
 */
final class OutboundHandler extends FrameHandler {
  private final Party self;
  private final Versions versions;
  private final OutboundConnection connection;
  private final String address;
  private final Timing timing;
  private final MeshCounters counters;
  private final byte[] drawn = ConnectionSecret.drawn();
  private int version;
  private Future<?> greeting;
  private Future<?> stuck;
  private String lost = "closed the connection";

  OutboundHandler(
      Party self,
      Versions versions,
      OutboundConnection connection,
      String address,
      Timing timing,
      MeshCounters counters) {
    this.self = self;
    this.versions = versions;
    this.connection = connection;
    this.address = address;
    this.timing = timing;
    this.counters = counters;
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
    if (event instanceof SslHandshakeCompletionEvent handshake) {
      if (handshake.isSuccess()) {
        greet(context);
      } else {
        end(handshake.cause());
      }
    } else if (event instanceof IdleStateEvent idle) {
      idle(context, idle);
    }
    super.userEventTriggered(context, event);
  }

  private void greet(ChannelHandlerContext context) {
    long withinMs = timing.handshakeMs();
    context.writeAndFlush(Frame.hello(context.alloc(), versions, drawn));
    greeting =
        context
            .executor()
            .schedule(
                () -> end("has not greeted within " + withinMs + " ms", null),
                withinMs,
                TimeUnit.MILLISECONDS);
  }

  private void idle(ChannelHandlerContext context, IdleStateEvent event) {
    if (!connection.isEstablished()) {
      return;
    }
    switch (event.state()) {
      case READER_IDLE -> {
        Duration silent = timing.keepalive().multipliedBy(Timing.LOST_AFTER);
        end("has given no sign of life for " + silent.toMillis() + " ms", null);
      }
      case WRITER_IDLE -> {
        if (connection.endIfUnusedFor(timing.idle())) {
          counters.connectionIdled();
        } else if (context.channel().isWritable()) {
          context.writeAndFlush(Frame.alive(context.alloc()));
        }
      }
      case ALL_IDLE -> {}
    }
  }

  @Override
  protected byte[] admit(ChannelHandlerContext context, Frame frame)
      throws Frame.MalformedFrameException {
    if (!connection.isEstablished() && frame.type() != Frame.Type.WELCOME) {
      throw new Frame.MalformedFrameException("sent " + frame.type() + " before it had greeted");
    }
    switch (frame.type()) {
      case WELCOME -> {
        if (greeting == null || connection.isEstablished()) {
          throw new Frame.MalformedFrameException("greeted where no greeting is due");
        }
        if (frame.payloadBytes() < Integer.BYTES || frame.payloadBytes() > Frame.MAX_REASON_BYTES) {
          frame.requirePayload(Frame.WELCOME_BYTES);
        }
      }
      case CREDIT -> frame.requirePayload(Frame.CREDIT_BYTES);
      case ALIVE -> frame.requirePayload(0);
      case ABORT -> {
        if (frame.payloadBytes() > Frame.MAX_REASON_BYTES) {
          throw new Frame.MalformedFrameException(
              "aborted with a reason of " + frame.payloadBytes() + " bytes");
        }
      }
      case DATA, OPEN, HELLO ->
          throw new Frame.MalformedFrameException(
              "sent " + frame.type() + " on a connection that it has not dialled");
    }
    return new byte[frame.payloadBytes()];
  }

  @Override
  protected void received(ChannelHandlerContext context, Frame frame, byte[] payload)
      throws Frame.MalformedFrameException {
    switch (frame.type()) {
      case WELCOME -> welcomed(context, frame, ByteBuffer.wrap(payload));
      case CREDIT ->
          connection.credit(frame.session(), frame.stream(), ByteBuffer.wrap(payload).getInt());
      case ABORT -> connection.aborted(frame.session(), Frame.reason(payload));
      default -> {}
    }
  }

  private void welcomed(ChannelHandlerContext context, Frame frame, ByteBuffer payload)
      throws Frame.MalformedFrameException {
    version = frame.greetedVersion(payload.getInt(), versions);
    frame.requirePayload(Frame.WELCOME_BYTES);
    byte[] peers = new byte[Frame.RANDOM_BYTES];
    int window = payload.get(peers).getInt();
    if (!StreamWindow.isAllowed(window)) {
      throw new Frame.MalformedFrameException("has a window of " + window + " bytes");
    }
    greeting.cancel(false);
    ConnectionSecret secret = ConnectionSecret.of(self, drawn, connection.peer(), peers);
    // Before its sessions see it; taken back if there are to be none.
    counters.connectionDialled(version);
    if (!connection.established(
        new OutboundConnection.Established(
            context.channel(), version, secret, new StreamWindow(window)))) {
      counters.connectionNotDialled(version);
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) throws Exception {
    connection.writable();
    endIfStuck(context);
    super.channelWritabilityChanged(context);
  }

  /**
   * Ends the connection if the peer takes nothing for as long as a sender would wait. Senders wait
   * while the queue is long; what opens and ends sessions does not, and would make it grow for
   * ever.
   */
  private void endIfStuck(ChannelHandlerContext context) {
    if (stuck != null) {
      stuck.cancel(false);
      stuck = null;
    }
    if (!context.channel().isWritable()) {
      long forMs = timing.timeout().toMillis();
      String reason = "takes nothing for " + forMs + " ms";
      stuck = context.executor().schedule(() -> end(reason, null), forMs, TimeUnit.MILLISECONDS);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    end(cause);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    if (greeting != null) {
      greeting.cancel(false);
    }
    if (stuck != null) {
      stuck.cancel(false);
    }
    end(lost, null);
    if (connection.isEstablished()) {
      counters.connectionEnded(version);
    }
    super.channelInactive(context);
  }

  private void end(Throwable cause) {
    end(SessionFailure.messageOf(cause), cause);
  }

  /** What a peer did wrong is told to the third party; other exceptions may name addresses. */
  private void end(String reason, Throwable cause) {
    boolean established = connection.isEstablished();
    String told =
        cause == null || cause instanceof Frame.MalformedFrameException
            ? reason
            : "the connection to it failed";
    if (connection.end(
            SessionFailure.noticed(connection.peer(), "at " + address + ": " + reason, told, cause))
        && established) {
      counters.connectionLost();
    }
  }
}
