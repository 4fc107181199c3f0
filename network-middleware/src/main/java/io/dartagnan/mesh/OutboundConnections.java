package io.dartagnan.mesh;

import io.dartagnan.mesh.tls.MeshTls;
import io.dartagnan.mpc.Party;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The links of one mesh, at most one live link per server; dials on threads of its own. */
final class OutboundConnections {
  private static final int DIALLERS = 4;
  private static final int MAX_WAITING_DIALS = 1024;
  private static final int IDLE_DIALLER_S = 10;
  private static final long CLOSE_TIMEOUT_S = 10;
  // A sender waits above the upper mark until what is queued is below the lower.
  private static final WriteBufferWaterMark WATER_MARKS =
      new WriteBufferWaterMark(1 << 20, 4 << 20);

  private record Server(Party party, String name) {}

  private final MeshSettings settings;
  private final MeshTls tls;
  private final PeerDirectory directory;
  private final MeshMetrics metrics;
  private final EventLoop timer;
  private final Bootstrap bootstrap;
  private final ThreadPoolExecutor diallers;
  private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
  private final Map<Server, OutboundConnection> links = new HashMap<>();
  private final DialBackoff<Server> backoff;
  private boolean closed;

  OutboundConnections(
      MeshSettings settings,
      MeshTls tls,
      PeerDirectory directory,
      MeshMetrics metrics,
      EventLoops eventLoops,
      ThreadFactory threads) {
    this.settings = settings;
    this.tls = tls;
    this.directory = directory;
    this.metrics = metrics;
    this.timer = eventLoops.timer();
    this.backoff = new DialBackoff<>(settings.timing().longestBackoff());
    this.bootstrap =
        new Bootstrap()
            .group(eventLoops.dialled())
            .channel(NioSocketChannel.class)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) settings.timing().handshakeMs())
            .option(ChannelOption.ALLOCATOR, tls.buffers())
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARKS);
    this.diallers =
        new ThreadPoolExecutor(
            DIALLERS,
            DIALLERS,
            IDLE_DIALLER_S,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MAX_WAITING_DIALS),
            threads);
    diallers.allowCoreThreadTimeOut(true);
  }

  /**
   * Puts a session's outbox on the link to a server. If there is none it is dialled in the
   * background: at once, or, if the last attempt failed, after a pause.
   *
   * @throws IllegalStateException if the mesh is closed
   */
  void attach(Party party, String server, PeerOutbox outbox) {
    Server key = new Server(party, server);
    OutboundConnection fresh = null;
    long delay = 0;
    synchronized (this) {
      if (closed) {
        throw new IllegalStateException("the mesh is closed");
      }
      long generation = tls.generation();
      OutboundConnection link = links.get(key);
      if (link != null && link.generation() != generation) {
        // It serves the sessions it has, under the former certificates, and gets no more of them.
        link.retire();
      }
      if (link == null || !link.attach(outbox)) {
        fresh = new OutboundConnection(party, server, generation, ended -> ended(key, ended));
        fresh.attach(outbox);
        links.put(key, fresh);
        delay = backoff.delay(key);
      }
    }
    if (fresh != null) {
      OutboundConnection link = fresh;
      timer.schedule(() -> dialInBackground(link), delay, TimeUnit.NANOSECONDS);
    }
  }

  private synchronized void ended(Server key, OutboundConnection link) {
    links.remove(key, link);
    if (link.isEstablished()) {
      backoff.succeeded(key);
    } else if (!closed && !link.isRetired()) {
      metrics.dialsFailed.increment();
      backoff.failed(key);
    }
  }

  private void dialInBackground(OutboundConnection link) {
    try {
      diallers.execute(() -> dial(link));
    } catch (RejectedExecutionException e) {
      String reason = "more than " + MAX_WAITING_DIALS + " connections wait to be dialled";
      link.end(SessionFailure.noticed(null, reason, e));
    }
  }

  private void dial(OutboundConnection link) {
    try {
      connect(link, resolved(directory.locate(link.peer(), link.server())));
    } catch (Throwable e) {
      // Whatever it is: who waits for this link would wait for nothing.
      String reason = "server " + link.server() + " cannot be located: " + messageOf(e);
      link.end(SessionFailure.noticed(link.peer(), reason, e));
    }
  }

  private void connect(OutboundConnection link, InetSocketAddress address) {
    String name = address.getHostString() + ':' + address.getPort();
    ChannelInitializer<Channel> pipeline =
        new ChannelInitializer<>() {
          @Override
          protected void initChannel(Channel channel) {
            tls.dial(channel, link.peer());
            ConnectionPipeline.complete(
                channel,
                settings.timing(),
                new OutboundHandler(settings.self(), link, name, settings.timing(), metrics));
          }
        };
    ChannelFuture connecting = bootstrap.clone().handler(pipeline).connect(address);
    channels.add(connecting.channel());
    link.dialled(connecting.channel());
    connecting.addListener(
        done -> {
          if (!done.isSuccess()) {
            String reason = name + " cannot be reached: " + RootCause.of(done.cause());
            link.end(SessionFailure.noticed(link.peer(), reason, done.cause()));
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

  /** Ends every link; what was told to the peers before still goes out. */
  void close(SessionFailure why) {
    List<OutboundConnection> ended;
    synchronized (this) {
      closed = true;
      ended = List.copyOf(links.values());
      links.clear();
    }
    ended.forEach(link -> link.end(why));
    channels.close().awaitUninterruptibly(CLOSE_TIMEOUT_S, TimeUnit.SECONDS);
    diallers.shutdownNow();
    try {
      diallers.awaitTermination(CLOSE_TIMEOUT_S, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
