package io.dartagnan.mesh.connection;

import io.dartagnan.mesh.Timing;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.ReferenceCountUtil;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/** Handlers above TLS, the same at both ends of a connection but for the last. */
public final class ConnectionPipeline {
  private ConnectionPipeline() {}

  /** Adds them, with the end's own reader of frames as the last. */
  public static void complete(Channel secured, Timing timing, FrameHandler frames) {
    ChannelPipeline pipeline = secured.pipeline();
    if (!timing.delay().isZero()) {
      pipeline.addLast(new DelayHandler(timing.delay()));
    }
    long keepaliveMs = timing.keepalive().toMillis();
    pipeline
        .addLast(new FlushHandler())
        .addLast(
            new IdleStateHandler(
                Timing.LOST_AFTER * keepaliveMs, keepaliveMs, 0, TimeUnit.MILLISECONDS))
        .addLast(frames);
  }

  /**
   * Flush handler of one connection: small frames that were handed over at a time go together, and
   * large ones do not wait for each other, so that the kernel and the peer work on what is
   * encrypted while the rest is.
   */
  static final class FlushHandler extends FlushConsolidationHandler {
    private static final int FRAMES_PER_FLUSH = 64;
    // Four full records of TLS: fewer cost more calls than they gain.
    private static final int BYTES_PER_FLUSH = 1 << 16;

    private long unflushed;

    FlushHandler() {
      super(FRAMES_PER_FLUSH, true);
    }

    @Override
    public void write(ChannelHandlerContext context, Object frame, ChannelPromise promise)
        throws Exception {
      unflushed += ((ByteBuf) frame).readableBytes();
      super.write(context, frame, promise);
    }

    @Override
    public void flush(ChannelHandlerContext context) throws Exception {
      if (unflushed >= BYTES_PER_FLUSH) {
        // What was consolidated until now goes with it; its own flush will find nothing left to do.
        unflushed = 0;
        context.flush();
      } else {
        super.flush(context);
      }
    }
  }

  /**
   * Delay of what one end of a connection sends, which puts distance between clouds on one machine:
   * all of it leaves so much later, in order, however much is on the way. What is held is bounded
   * by the windows of the sessions that sent it.
   */
  private static final class DelayHandler extends ChannelOutboundHandlerAdapter {
    private record Held(Object message, ChannelPromise promise, long due) {}

    private final long delayNanos;
    private final Queue<Held> held = new ArrayDeque<>();

    DelayHandler(Duration delay) {
      this.delayNanos = delay.toNanos();
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
      boolean first = held.isEmpty();
      held.add(new Held(message, promise, System.nanoTime() + delayNanos));
      if (first) {
        wakeIn(context, delayNanos);
      }
    }

    /** Does nothing: what is held is flushed when it leaves. */
    @Override
    public void flush(ChannelHandlerContext context) {}

    private void wakeIn(ChannelHandlerContext context, long nanos) {
      context.executor().schedule(() -> release(context), nanos, TimeUnit.NANOSECONDS);
    }

    private void release(ChannelHandlerContext context) {
      long now = System.nanoTime();
      while (!held.isEmpty() && held.peek().due() - now <= 0) {
        Held next = held.poll();
        context.write(next.message(), next.promise());
      }
      context.flush();
      if (!held.isEmpty()) {
        wakeIn(context, held.peek().due() - System.nanoTime());
      }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
      for (Held left : held) {
        ReferenceCountUtil.release(left.message());
        left.promise().tryFailure(new ClosedChannelException());
      }
      held.clear();
    }
  }
}
