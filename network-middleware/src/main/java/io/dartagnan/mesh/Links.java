package io.dartagnan.mesh;

import io.dartagnan.mesh.tls.MeshTls;
import io.dartagnan.mpc.Party;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
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
final class Links {
  private static final int DIALLERS = 4;
  private static final int MAX_WAITING_DIALS = 1024;
  private static final int IDLE_DIALLER_S = 10;
  private static final long CLOSE_TIMEOUT_S = 10;
  private static final WriteBufferWaterMark WATER_MARKS =
      new WriteBufferWaterMark(1 << 20, 4 << 20);

  private record Server(Party party, String name) {}

  private final MeshTls tls;
  private final PeerDirectory directory;
  private final Bootstrap bootstrap;
  private final ThreadPoolExecutor diallers;
  private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
  private final Map<Server, Link> links = new HashMap<>();
  private boolean closed;

  Links(
      MeshSettings settings,
      MeshTls tls,
      PeerDirectory directory,
      EventLoopGroup loops,
      ThreadFactory threads) {
    this.tls = tls;
    this.directory = directory;
    this.bootstrap =
        new Bootstrap()
            .group(loops)
            .channel(NioSocketChannel.class)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) settings.timeout().toMillis())
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
   * The link to a server with this session on it; dialled in the background if there is none.
   *
   * @throws IllegalStateException if the mesh is closed
   */
  synchronized Link attach(Party party, String server, Inbox session) {
    if (closed) {
      throw new IllegalStateException("the mesh is closed");
    }
    Server key = new Server(party, server);
    Link live = links.get(key);
    long generation = tls.generation();
    // A link of former certificates serves the sessions it has, and gets no more of them.
    if (live != null && live.generation() == generation && live.attach(session)) {
      return live;
    }
    Link fresh = new Link(party, server, generation, ended -> forget(key, ended));
    fresh.attach(session);
    links.put(key, fresh);
    try {
      diallers.execute(() -> dial(fresh));
    } catch (RejectedExecutionException e) {
      fresh.end(
          Failure.noticed(
              null, "more than " + MAX_WAITING_DIALS + " connections wait to be dialled", e));
    }
    return fresh;
  }

  private synchronized void forget(Server key, Link ended) {
    links.remove(key, ended);
  }

  private void dial(Link link) {
    try {
      connect(link, resolved(directory.locate(link.peer(), link.server())));
    } catch (IOException | RuntimeException e) {
      String reason = "server " + link.server() + " cannot be located: " + messageOf(e);
      link.end(Failure.noticed(link.peer(), reason, e));
    }
  }

  private void connect(Link link, InetSocketAddress address) {
    String name = address.getHostString() + ':' + address.getPort();
    ChannelInitializer<Channel> pipeline =
        new ChannelInitializer<>() {
          @Override
          protected void initChannel(Channel channel) {
            tls.dial(channel, link.peer());
            channel.pipeline().addLast(new LinkHandler(link, name));
          }
        };
    ChannelFuture connecting = bootstrap.clone().handler(pipeline).connect(address);
    channels.add(connecting.channel());
    link.dialled(connecting.channel());
    connecting.addListener(
        done -> {
          if (!done.isSuccess()) {
            String reason = name + " cannot be reached: " + Reasons.of(done.cause());
            link.end(Failure.noticed(link.peer(), reason, done.cause()));
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

  private static String messageOf(Exception e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  /** Ends every link; what was told to the peers before still goes out. */
  void close(Failure why) {
    List<Link> ended;
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
