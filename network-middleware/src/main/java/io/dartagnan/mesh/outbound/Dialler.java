package io.dartagnan.mesh.outbound;

import io.dartagnan.mesh.MeshSettings;
import io.dartagnan.mesh.PeerDirectory;
import io.dartagnan.mesh.connection.ConnectionPipeline;
import io.dartagnan.mesh.connection.EventLoops;
import io.dartagnan.mesh.connection.MeshCounters;
import io.dartagnan.mesh.connection.SessionFailure;
import io.dartagnan.mesh.tls.MeshTls;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Dialler of one mesh: locates servers and connects to them, on threads of its own. */
final class Dialler {
  private static final int THREADS = 4;
  private static final int MAX_WAITING = 1024;
  private static final int IDLE_THREAD_S = 10;
  private static final long CLOSE_TIMEOUT_S = 10;
  // A sender waits above the upper mark until what is queued is below the lower.
  private static final WriteBufferWaterMark WATER_MARKS =
      new WriteBufferWaterMark(1 << 20, 4 << 20);

  private final MeshSettings settings;
  private final MeshTls tls;
  private final PeerDirectory directory;
  private final MeshCounters counters;
  private final EventLoop timer;
  private final Bootstrap bootstrap;
  private final ThreadPoolExecutor dialling;
  private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);

  Dialler(
      MeshSettings settings,
      MeshTls tls,
      PeerDirectory directory,
      MeshCounters counters,
      EventLoops loops,
      ThreadFactory threads) {
    this.settings = settings;
    this.tls = tls;
    this.directory = directory;
    this.counters = counters;
    this.timer = loops.timer();
    this.bootstrap =
        new Bootstrap()
            .group(loops.dialled())
            .channel(NioSocketChannel.class)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) settings.timing().handshakeMs())
            .option(ChannelOption.ALLOCATOR, tls.buffers())
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARKS);
    this.dialling =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            IDLE_THREAD_S,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MAX_WAITING),
            threads);
    dialling.allowCoreThreadTimeOut(true);
  }

  /** Dials in the background after a pause; a failure ends the connection. */
  void dial(OutboundConnection connection, long pauseNanos) {
    timer.schedule(() -> dialInBackground(connection), pauseNanos, TimeUnit.NANOSECONDS);
  }

  private void dialInBackground(OutboundConnection connection) {
    try {
      dialling.execute(() -> dial(connection));
    } catch (RejectedExecutionException e) {
      String reason = "more than " + MAX_WAITING + " connections wait to be dialled";
      connection.end(SessionFailure.noticed(null, reason, e));
    }
  }

  private void dial(OutboundConnection connection) {
    try {
      connect(connection, resolved(directory.locate(connection.peer(), connection.server())));
    } catch (Throwable e) {
      // Whatever it is: who waits for this connection would wait for nothing.
      String reason = "server " + connection.server() + " cannot be located: " + messageOf(e);
      connection.end(
          SessionFailure.noticed(connection.peer(), reason, "its server cannot be located", e));
    }
  }

  private void connect(OutboundConnection connection, InetSocketAddress address) {
    String name = address.getHostString() + ':' + address.getPort();
    ChannelInitializer<Channel> pipeline =
        new ChannelInitializer<>() {
          @Override
          protected void initChannel(Channel channel) {
            tls.dial(channel, connection.peer());
            ConnectionPipeline.complete(
                channel,
                settings.timing(),
                new OutboundHandler(
                    settings.self(),
                    settings.versions(),
                    connection,
                    name,
                    settings.timing(),
                    counters));
          }
        };
    ChannelFuture connecting = bootstrap.clone().handler(pipeline).connect(address);
    channels.add(connecting.channel());
    connection.dialled(connecting.channel());
    connecting.addListener(
        done -> {
          if (!done.isSuccess()) {
            String reason = name + " cannot be reached: " + SessionFailure.messageOf(done.cause());
            connection.end(
                SessionFailure.noticed(
                    connection.peer(), reason, "cannot be reached", done.cause()));
          }
        });
  }

  /** Looks the name up here and not on an event loop. */
  private static InetSocketAddress resolved(InetSocketAddress address) throws IOException {
    if (address == null) {
      throw new UnknownHostException("the directory gave no address");
    }
    if (!address.isUnresolved()) {
      return address;
    }
    InetSocketAddress found = new InetSocketAddress(address.getHostString(), address.getPort());
    if (found.isUnresolved()) {
      throw new UnknownHostException("host " + address.getHostString() + " is unknown");
    }
    return found;
  }

  private static String messageOf(Throwable e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  /** Closes every channel, and ends the threads. */
  void close() {
    channels.close().awaitUninterruptibly(CLOSE_TIMEOUT_S, TimeUnit.SECONDS);
    dialling.shutdownNow();
    try {
      dialling.awaitTermination(CLOSE_TIMEOUT_S, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
