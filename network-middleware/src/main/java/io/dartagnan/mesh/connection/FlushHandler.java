package io.dartagnan.mesh.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.flush.FlushConsolidationHandler;

/**
 * Flush handler of one connection: small frames that were handed over at a time go together, and
 * large ones do not wait for each other, so that the kernel and the peer work on what is encrypted
 * while the rest is.
 */
final class FlushHandler extends FlushConsolidationHandler {
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
