package io.dartagnan.mesh.connection;

import io.dartagnan.mesh.Timing;
import io.dartagnan.mesh.frame.FrameHandler;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.timeout.IdleStateHandler;
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
}
