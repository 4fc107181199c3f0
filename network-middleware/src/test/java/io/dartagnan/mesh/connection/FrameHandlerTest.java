package io.dartagnan.mesh.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mesh.SessionId;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FrameHandlerTest {
  private static final SessionId ID = new SessionId(1, 2, 3);

  /** Refuses ABORT, takes everything else. */
  private static final class Taking extends FrameHandler {
    private final List<Frame.Type> taken = new ArrayList<>();

    @Override
    protected byte[] admit(ChannelHandlerContext context, Frame frame)
        throws Frame.MalformedFrameException {
      if (frame.type() == Frame.Type.ABORT) {
        throw new Frame.MalformedFrameException("sent ABORT, which is not taken here");
      }
      return new byte[frame.payloadBytes()];
    }

    @Override
    protected void received(ChannelHandlerContext context, Frame frame, byte[] payload) {
      taken.add(frame.type());
    }
  }

  /** The connection may stay for seconds until the peer has taken its end. */
  @Test
  void nothingIsReadBehindAFrameThatEndsTheConnection() {
    Taking handler = new Taking();
    EmbeddedChannel channel = new EmbeddedChannel(handler);
    channel.writeInbound(Frame.alive(channel.alloc()));
    assertThatThrownBy(
            () ->
                channel.writeInbound(
                    Unpooled.wrappedBuffer(
                        Frame.abort(channel.alloc(), ID, ""), Frame.alive(channel.alloc()))))
        .isInstanceOf(Frame.MalformedFrameException.class);
    channel.writeInbound(Frame.alive(channel.alloc()));
    assertThat(handler.taken).containsExactly(Frame.Type.ALIVE);
    channel.close();
  }
}
