package io.dartagnan.mesh.inbound;

import io.dartagnan.mesh.MeshSettings;
import io.dartagnan.mesh.connection.ConnectionPipeline;
import io.dartagnan.mesh.connection.EventLoops;
import io.dartagnan.mesh.connection.MeshCounters;
import io.dartagnan.mesh.connection.SessionFailure;
import io.dartagnan.mesh.tls.MeshTls;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;

/** Listener of one mesh: takes the connections that peers dial. */
public final class InboundListener {
  private static final long CLOSE_TIMEOUT_MS = 5000;

  private final MeshSettings settings;
  private final MeshTls tls;
  private final SessionInboxes inboxes;
  private final MeshCounters counters;
  private final EventLoops loops;
  private final ConnectionAdmission admission = new ConnectionAdmission(System::nanoTime);
  private final ChannelGroup accepted = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
  private Channel listening;

  /** A listener that does not listen yet. */
  public InboundListener(
      MeshSettings settings,
      MeshTls tls,
      SessionInboxes inboxes,
      MeshCounters counters,
      EventLoops loops) {
    this.settings = settings;
    this.tls = tls;
    this.inboxes = inboxes;
    this.counters = counters;
    this.loops = loops;
  }

  /**
   * Listens from now on.
   *
   * @throws IOException if the host is unknown or the port is taken
   */
  public void start() throws IOException {
    String address = settings.bindAddress() + ':' + settings.port();
    InetSocketAddress bind = new InetSocketAddress(settings.bindAddress(), settings.port());
    if (bind.isUnresolved()) {
      throw new IOException("the mesh cannot listen on " + address + ": the host is unknown");
    }
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loops.accepted())
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.ALLOCATOR, tls.buffers())
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    accept(channel);
                  }
                })
            .bind(bind)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException(
          "the mesh cannot listen on " + address + ": " + SessionFailure.messageOf(bound.cause()),
          bound.cause());
    }
    listening = bound.channel();
  }

  private void accept(Channel channel) {
    if (accepted.size() >= ConnectionAdmission.MAX_CONNECTIONS) {
      admission.refused(
          channel.remoteAddress(), "there are " + ConnectionAdmission.MAX_CONNECTIONS + " already");
      channel.close();
      return;
    }
    accepted.add(channel);
    tls.accept(channel);
    ConnectionPipeline.complete(
        channel,
        settings.timing(),
        new InboundConnection(settings, tls, inboxes, counters, admission));
  }

  /** The port that peers connect to. */
  public int port() {
    return ((InetSocketAddress) listening.localAddress()).getPort();
  }

  /** Takes no connection from now on; those that are there go on. */
  public void stop() {
    if (listening != null) {
      listening.close().awaitUninterruptibly(CLOSE_TIMEOUT_MS);
    }
  }

  /** Closes every connection that was taken. */
  public void close() {
    accepted.close().awaitUninterruptibly(CLOSE_TIMEOUT_MS);
  }
}
