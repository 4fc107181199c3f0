package io.dartagnan.mesh.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FlushHandlerTest {
  /** Writes that reach TLS: frames by their length, flushes as {@value}. */
  private static final int FLUSH = -1;

  private final List<Integer> seen = new ArrayList<>();
  private final EmbeddedChannel channel =
      new EmbeddedChannel(
          new ChannelOutboundHandlerAdapter() {
            @Override
            public void write(ChannelHandlerContext context, Object frame, ChannelPromise promise) {
              seen.add(((ByteBuf) frame).readableBytes());
              ReferenceCountUtil.release(frame);
              promise.setSuccess();
            }

            @Override
            public void flush(ChannelHandlerContext context) {
              seen.add(FLUSH);
            }
          },
          new ConnectionPipeline.FlushHandler());

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  private void send(int bytes) {
    channel.pipeline().writeAndFlush(channel.alloc().buffer(bytes).writeZero(bytes));
  }

  @Test
  void smallFramesThatAreHandedOverTogetherAreFlushedTogether() {
    send(100);
    send(200);
    send(300);
    assertThat(seen).containsExactly(100, 200, 300);

    channel.runPendingTasks();

    assertThat(seen).containsExactly(100, 200, 300, FLUSH);
  }

  @Test
  void aLargeFrameDoesNotWaitForTheNext() {
    send(1 << 16);
    send(1 << 17);

    assertThat(seen).containsExactly(1 << 16, FLUSH, 1 << 17, FLUSH);
  }

  @Test
  void smallFramesWaitUntilTheyAreAsLongAsALargeOne() {
    for (int i = 0; i < 7; i++) {
      send(10_000);
    }

    assertThat(seen).containsOnlyOnce(FLUSH).endsWith(10_000, FLUSH);
  }

  @Test
  void nothingIsLeftUnflushed() {
    send(100);
    send(70_000);
    send(200);
    channel.runPendingTasks();

    assertThat(seen).containsExactly(100, 70_000, FLUSH, 200, FLUSH);
  }
}
