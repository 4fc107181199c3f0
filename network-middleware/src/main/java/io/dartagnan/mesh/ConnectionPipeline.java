package io.dartagnan.mesh;

import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.timeout.IdleStateHandler;
import java.util.concurrent.TimeUnit;

/** What stands above TLS on both ends of a connection. */
final class ConnectionPipeline {
  private ConnectionPipeline() {}

  static void complete(Channel secured, Timing timing, FrameHandler frames) {
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
}
