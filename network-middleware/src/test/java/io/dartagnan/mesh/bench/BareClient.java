package io.dartagnan.mesh.bench;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.nio.channels.ClosedChannelException;

/**
 * Writes while the connection takes more and not too much is under way, and checks what comes back.
 * As in the mesh, a message is copied from an array that its owner uses again at once.
 */
final class BareClient extends ChannelInboundHandlerAdapter {
  private ChannelHandlerContext context;

  // Of the current run; used by the event loop alone.
  private Promise<Void> done;
  private Load load;
  private Samples samples;
  private byte[] message;
  private int sent;
  private long received;

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
  }

  /** Begins a run; the future fails if the connection does, or with {@link WrongEchoException}. */
  Future<Void> run(Load next) {
    Promise<Void> promise = context.executor().newPromise();
    context.executor().execute(() -> begin(next, promise));
    return promise;
  }

  private void begin(Load next, Promise<Void> promise) {
    load = next;
    done = promise;
    samples = new Samples(load.bytes());
    message = new byte[load.bytes()];
    sent = 0;
    received = 0;
    if (context.channel().isActive()) {
      send();
    } else {
      fail(new ClosedChannelException());
    }
  }

  private void send() {
    if (done == null) {
      return;
    }
    int before = sent;
    long most = Math.min(load.messages(), received / load.bytes() + load.inFlight());
    while (sent < most && context.channel().isWritable()) {
      samples.mark(message, sent++);
      ByteBuf copy = context.alloc().buffer(load.bytes()).writeBytes(message);
      context.write(copy, context.voidPromise());
    }
    if (sent > before) {
      context.flush();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ignored, Object bytes) {
    ByteBuf piece = (ByteBuf) bytes;
    try {
      if (done == null || received + piece.readableBytes() > (long) sent * load.bytes()) {
        throw new WrongEchoException("more came back than was sent");
      }
      samples.check(piece, received);
      received += piece.readableBytes();
    } finally {
      piece.release();
    }
    if (received == (long) load.messages() * load.bytes()) {
      Promise<Void> finished = done;
      done = null;
      finished.setSuccess(null);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ignored) {
    send();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ignored) {
    send();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ignored, Throwable cause) {
    fail(cause);
    context.close();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ignored) {
    fail(new ClosedChannelException());
  }

  private void fail(Throwable cause) {
    if (done != null) {
      done.tryFailure(cause);
      done = null;
    }
  }

  /** The cipher suite that TLS has agreed on. */
  String cipher() {
    return context.pipeline().get(SslHandler.class).engine().getSession().getCipherSuite();
  }
}
