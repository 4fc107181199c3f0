package io.dartagnan.mesh.connection;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.util.ReferenceCountUtil;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * Delay of what one end of a connection sends, which puts distance between clouds on one machine:
 * all of it leaves so much later, in order, however much is on the way. What is held is bounded by
 * the windows of the sessions that sent it.
 */
final class DelayHandler extends ChannelOutboundHandlerAdapter {
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
