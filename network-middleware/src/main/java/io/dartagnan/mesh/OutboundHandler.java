package io.dartagnan.mesh;

import io.dartagnan.mpc.Party;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.handler.timeout.IdleStateEvent;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * The dialler's end of a connection: greets, and takes what the acceptor answers. Ends the link
 * with whatever ends the channel.
 */
final class OutboundHandler extends FrameHandler {
  private final Party self;
  private final OutboundConnection link;
  private final String address;
  private final Timing timing;
  private final MeshMetrics metrics;
  private final byte[] drawn = ConnectionSecret.drawn();
  private Future<?> greeting;
  private Future<?> stuck;
  private String lost = "closed the connection";

  OutboundHandler(
      Party self, OutboundConnection link, String address, Timing timing, MeshMetrics metrics) {
    this.self = self;
    this.link = link;
    this.address = address;
    this.timing = timing;
    this.metrics = metrics;
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
    context.writeAndFlush(Frame.hello(context.alloc(), drawn));
    greeting =
        context
            .executor()
            .schedule(
                () -> end("has not greeted within " + withinMs + " ms", null),
                withinMs,
                TimeUnit.MILLISECONDS);
  }

  private void idle(ChannelHandlerContext context, IdleStateEvent event) {
    if (!link.isEstablished()) {
      return;
    }
    switch (event.state()) {
      case READER_IDLE -> {
        Duration silent = timing.keepalive().multipliedBy(Timing.LOST_AFTER);
        end("has given no sign of life for " + silent.toMillis() + " ms", null);
      }
      case WRITER_IDLE -> {
        if (link.endIfUnusedFor(timing.idle())) {
          metrics.connectionsIdled.increment();
        } else if (context.channel().isWritable()) {
          context.writeAndFlush(Frame.alive(context.alloc()));
        }
      }
      case ALL_IDLE -> {}
    }
  }

  @Override
  byte[] admit(ChannelHandlerContext context, Frame frame) throws MalformedFrameException {
    if (!link.isEstablished() && frame.type() != Frame.Type.WELCOME) {
      throw new MalformedFrameException("sent " + frame.type() + " before it had greeted");
    }
    switch (frame.type()) {
      case WELCOME -> {
        if (greeting == null || link.isEstablished()) {
          throw new MalformedFrameException("greeted where no greeting is due");
        }
        if (frame.payloadBytes() < Integer.BYTES || frame.payloadBytes() > Frame.MAX_REASON_BYTES) {
          frame.requirePayload(Frame.WELCOME_BYTES);
        }
      }
      case CREDIT -> frame.requirePayload(Frame.CREDIT_BYTES);
      case ALIVE -> frame.requirePayload(0);
      case ABORT -> {
        if (frame.payloadBytes() > Frame.MAX_REASON_BYTES) {
          throw new MalformedFrameException(
              "aborted with a reason of " + frame.payloadBytes() + " bytes");
        }
      }
      case DATA, OPEN, HELLO ->
          throw new MalformedFrameException(
              "sent " + frame.type() + " on a connection that it has not dialled");
    }
    return new byte[frame.payloadBytes()];
  }

  @Override
  void received(ChannelHandlerContext context, Frame frame, byte[] payload)
      throws MalformedFrameException {
    switch (frame.type()) {
      case WELCOME -> welcomed(context, frame, ByteBuffer.wrap(payload));
      case CREDIT ->
          link.credit(frame.session(), frame.stream(), ByteBuffer.wrap(payload).getInt());
      case ABORT -> link.aborted(frame.session(), Frame.reason(payload));
      default -> {}
    }
  }

  private void welcomed(ChannelHandlerContext context, Frame frame, ByteBuffer payload)
      throws MalformedFrameException {
    int version = payload.getInt();
    if (version != Frame.VERSION) {
      throw new MalformedFrameException(
          "speaks version %d of the mesh's protocol, this release speaks %d"
              .formatted(version, Frame.VERSION));
    }
    frame.requirePayload(Frame.WELCOME_BYTES);
    byte[] peers = new byte[Frame.RANDOM_BYTES];
    int window = payload.get(peers).getInt();
    if (!Limits.isWindow(window)) {
      throw new MalformedFrameException("has a window of " + window + " bytes");
    }
    greeting.cancel(false);
    ConnectionSecret secret = ConnectionSecret.of(self, drawn, link.peer(), peers);
    // Before its sessions see it; taken back if there are to be none.
    metrics.connectionsDialled.increment();
    metrics.connectionsOpen.increment();
    if (!link.established(new OutboundConnection.Established(context.channel(), secret, window))) {
      metrics.connectionsDialled.decrement();
      metrics.connectionsOpen.decrement();
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) throws Exception {
    link.writable();
    endIfStuck(context);
    super.channelWritabilityChanged(context);
  }

  /**
   * Senders wait while the queue is long; what opens and ends sessions does not. So that it does
   * not grow for ever, a peer that takes nothing is not waited for longer than a sender would.
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
    if (link.isEstablished()) {
      metrics.connectionsOpen.decrement();
    }
    super.channelInactive(context);
  }

  private void end(Throwable cause) {
    end(RootCause.of(cause), cause);
  }

  private void end(String reason, Throwable cause) {
    boolean established = link.isEstablished();
    if (link.end(SessionFailure.noticed(link.peer(), "at " + address + ": " + reason, cause))
        && established) {
      metrics.connectionsLost.increment();
    }
  }
}
