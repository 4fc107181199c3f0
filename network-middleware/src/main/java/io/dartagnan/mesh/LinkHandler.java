package io.dartagnan.mesh;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;

/** Tells a link what happens to its channel. Nothing is ever received on a dialled connection. */
final class LinkHandler extends ChannelInboundHandlerAdapter {
  private final Link link;
  private final String address;
  private String lost = "closed the connection";

  LinkHandler(Link link, String address) {
    this.link = link;
    this.address = address;
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
    if (event instanceof SslHandshakeCompletionEvent handshake) {
      if (handshake.isSuccess()) {
        link.established();
      } else {
        end(handshake.cause());
      }
    }
    super.userEventTriggered(context, event);
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) throws Exception {
    link.writable();
    super.channelWritabilityChanged(context);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ReferenceCountUtil.release(message);
    lost = "answered on a connection that only this side sends on";
    context.close();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    end(cause);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    end(lost, null);
    super.channelInactive(context);
  }

  private void end(Throwable cause) {
    end(Reasons.of(cause), cause);
  }

  private void end(String reason, Throwable cause) {
    link.end(Failure.noticed(link.peer(), "at " + address + ": " + reason, cause));
  }
}
