package io.dartagnan.mesh;

import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.handler.timeout.IdleStateHandler;
import java.util.concurrent.TimeUnit;

/** What stands above TLS on both ends of a connection. */
final class Pipelines {
  // Frames that several threads hand over at a time leave in as few records as they fill.
  private static final int FRAMES_PER_FLUSH = 64;

  private Pipelines() {}

  static void complete(Channel secured, Timing timing, FrameHandler frames) {
    ChannelPipeline pipeline = secured.pipeline();
    if (!timing.delay().isZero()) {
      pipeline.addLast(new DelayHandler(timing.delay()));
    }
    long keepaliveMs = timing.keepalive().toMillis();
    pipeline
        .addLast(new FlushConsolidationHandler(FRAMES_PER_FLUSH, true))
        .addLast(
            new IdleStateHandler(
                Timing.LOST_AFTER * keepaliveMs, keepaliveMs, 0, TimeUnit.MILLISECONDS))
        .addLast(frames);
  }
}
