package io.dartagnan.mesh.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.nio.ByteBuffer;

/**
 * Reader of one connection's frames.
 *
 * <p>Payloads are copied once, from the decrypted buffer to the array that they are read into, and
 * that array is made only after the frame's header was admitted.
 */
public abstract class FrameHandler extends ChannelInboundHandlerAdapter {
  private final ByteBuffer header = ByteBuffer.allocate(Frame.PAYLOAD);

  // The frame being read, once its header is complete.
  private Frame frame;
  private byte[] payload;
  private int payloadRead;

  // The connection is being closed, which may take a moment: the peer is to take its alert.
  private boolean broken;

  /**
   * Decides on a frame from its header.
   *
   * @return array for its payload, at least as long as that; null if it is to be skipped
   * @throws Frame.MalformedFrameException if the connection cannot go on
   */
  protected abstract byte[] admit(ChannelHandlerContext context, Frame frame)
      throws Frame.MalformedFrameException;

  /** Takes an admitted frame, complete; the array is the one that {@link #admit} gave. */
  protected abstract void received(ChannelHandlerContext context, Frame frame, byte[] payload)
      throws Frame.MalformedFrameException;

  @Override
  public final void channelRead(ChannelHandlerContext context, Object message) throws Exception {
    ByteBuf bytes = (ByteBuf) message;
    try {
      while (bytes.isReadable() && !broken && context.channel().isOpen()) {
        if (frame == null) {
          readHeader(context, bytes);
        } else {
          readPayload(bytes);
        }
        finishFrame(context);
      }
    } catch (Frame.MalformedFrameException e) {
      broken = true;
      throw e;
    } finally {
      bytes.release();
    }
  }

  private void readHeader(ChannelHandlerContext context, ByteBuf bytes)
      throws Frame.MalformedFrameException {
    header.limit(Math.min(Frame.PAYLOAD, header.position() + bytes.readableBytes()));
    bytes.readBytes(header);
    if (header.position() < Frame.PAYLOAD) {
      return;
    }
    frame = Frame.read(header);
    header.clear();
    payloadRead = 0;
    payload = admit(context, frame);
  }

  private void readPayload(ByteBuf bytes) {
    int now = Math.min(bytes.readableBytes(), frame.payloadBytes() - payloadRead);
    if (payload == null) {
      bytes.skipBytes(now);
    } else {
      bytes.readBytes(payload, payloadRead, now);
    }
    payloadRead += now;
  }

  private void finishFrame(ChannelHandlerContext context) throws Frame.MalformedFrameException {
    if (frame == null || payloadRead < frame.payloadBytes()) {
      return;
    }
    Frame complete = frame;
    byte[] bytes = payload;
    frame = null;
    payload = null;
    if (bytes != null) {
      received(context, complete, bytes);
    }
  }
}
