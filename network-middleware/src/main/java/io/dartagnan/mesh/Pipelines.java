package io.dartagnan.mesh;

import io.netty.channel.ChannelHandler;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.handler.timeout.IdleStateHandler;
import java.util.concurrent.TimeUnit;

/** What stands between TLS and the frames on both ends of a connection. */
final class Pipelines {
  // Frames that several threads hand over at a time leave in as few records as they fill.
  private static final int FRAMES_PER_FLUSH = 64;

  private Pipelines() {}

  static ChannelHandler[] beside(Timing timing) {
    long keepaliveMs = timing.keepalive().toMillis();
    return new ChannelHandler[] {
      new FlushConsolidationHandler(FRAMES_PER_FLUSH, true),
      new IdleStateHandler(Timing.LOST_AFTER * keepaliveMs, keepaliveMs, 0, TimeUnit.MILLISECONDS)
    };
  }
}
