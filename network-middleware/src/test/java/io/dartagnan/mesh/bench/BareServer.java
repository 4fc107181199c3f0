package io.dartagnan.mesh.bench;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/** Sends back what it receives, uncopied; reads no more while its connection takes no more. */
final class BareServer extends ChannelInboundHandlerAdapter {

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    context.write(message, context.voidPromise());
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    context.flush();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    context.channel().config().setAutoRead(context.channel().isWritable());
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    // The client's run fails with the connection.
    context.close();
  }
}
