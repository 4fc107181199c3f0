package io.dartagnan.mesh;

import io.dartagnan.mesh.tls.MeshTls;
import io.dartagnan.mesh.tls.PartyCertificates;
import io.dartagnan.mpc.Party;
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
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One RegionServer's end of the mesh: listens for the peers, dials them, and opens sessions.
 *
 * <p>Safe for use by several threads. Owns all its threads, which are daemons; {@link #close} ends
 * them.
 */
public final class Mesh implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Mesh.class);
  private static final long SWEEP_MS = 1000;
  private static final long CLOSE_TIMEOUT_MS = 5000;

  private final MeshSettings settings;
  private final MeshTls tls;
  private final MeshMetrics metrics;
  private final EventLoops eventLoops;
  private final SessionInboxes inboxes;
  private final OutboundConnections links;
  private final ConnectionAdmission admission = new ConnectionAdmission(System::nanoTime);
  private final ChannelGroup accepted = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
  private Channel listening;

  private Mesh(MeshSettings settings, MeshTls tls, PeerDirectory directory) {
    this.settings = settings;
    this.tls = tls;
    this.eventLoops = new EventLoops(threads("out"), threads("in"));
    this.metrics = new MeshMetrics(settings.limits());
    this.inboxes = new SessionInboxes(settings, metrics);
    this.links =
        new OutboundConnections(settings, tls, directory, metrics, eventLoops, threads("dial"));
  }

  /**
   * Reads the keys and listens.
   *
   * @throws IOException if a key or certificate cannot be used, or the port is taken
   */
  public static Mesh start(MeshSettings settings, PeerDirectory directory) throws IOException {
    return start(
        settings, MeshTls.load(settings.self(), settings.tls(), settings.timeout()), directory);
  }

  /**
   * Listens, with certificates that somebody else read and closes after the mesh.
   *
   * @throws IOException if the key cannot be used, or the port is taken
   */
  public static Mesh start(
      MeshSettings settings, PartyCertificates certificates, PeerDirectory directory)
      throws IOException {
    return start(
        settings,
        MeshTls.over(certificates, settings.tls().provider(), settings.timeout()),
        directory);
  }

  private static Mesh start(MeshSettings settings, MeshTls tls, PeerDirectory directory)
      throws IOException {
    Mesh mesh;
    try {
      mesh = new Mesh(settings, tls, directory);
    } catch (RuntimeException e) {
      tls.close();
      throw e;
    }
    try {
      mesh.listen();
      return mesh;
    } catch (IOException | RuntimeException e) {
      mesh.close();
      throw e;
    }
  }

  private void listen() throws IOException {
    String address = settings.bindAddress() + ':' + settings.port();
    InetSocketAddress bind = new InetSocketAddress(settings.bindAddress(), settings.port());
    if (bind.isUnresolved()) {
      throw new IOException("the mesh cannot listen on " + address + ": the host is unknown");
    }
    ChannelFuture bound =
        new ServerBootstrap()
            .group(eventLoops.accepted())
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
          "the mesh cannot listen on " + address + ": " + RootCause.of(bound.cause()),
          bound.cause());
    }
    listening = bound.channel();
    eventLoops
        .timer()
        .scheduleWithFixedDelay(inboxes::sweep, SWEEP_MS, SWEEP_MS, TimeUnit.MILLISECONDS);
    if (!settings.timing().delay().isZero()) {
      LOG.warn(
          "the mesh of {} delays what it sends by {} ms, as it was set to",
          settings.self(),
          settings.timing().delay().toMillis());
    }
    LOG.info("the mesh of {} listens on {}:{}", settings.self(), settings.bindAddress(), port());
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
        new InboundConnection(settings, tls, inboxes, metrics, admission));
  }

  /** The port that peers connect to. */
  public int port() {
    return ((InetSocketAddress) listening.localAddress()).getPort();
  }

  /** Who is let in, with which certificates, and who was refused. */
  public MeshTls tls() {
    return tls;
  }

  /** What this mesh has done and holds. */
  public MeshMetrics metrics() {
    return metrics;
  }

  /**
   * Opens this party's side of a session. Connections that are missing are dialled in the
   * background; if one cannot be made the session ends with an error.
   *
   * @param id the same at all three parties, and never used before
   * @param servers names of the peers' servers that take part; this party's own may be there too
   * @throws IllegalArgumentException if a peer's server is missing
   * @throws IllegalStateException if the id is or recently was open here, or the mesh is closed
   */
  public MeshSession open(SessionId id, Map<Party, String> servers) {
    for (Party party : Party.ALL) {
      String server = servers.get(party);
      if (party != settings.self() && (server == null || server.isBlank())) {
        throw new IllegalArgumentException(
            "no server of " + party + " given, " + id + " needs one of each peer");
      }
    }
    SessionInbox inbox = inboxes.open(id);
    MeshSession session = new MeshSession(id, settings, inboxes, inbox, metrics);
    try {
      session.connect(links, servers);
      return session;
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /** Ends all sessions with an error that both peers are told, and all connections and threads. */
  @Override
  public void close() {
    SessionFailure why = SessionFailure.abortedHere(settings.self(), "its mesh was closed");
    if (listening != null) {
      listening.close().awaitUninterruptibly(CLOSE_TIMEOUT_MS);
    }
    inboxes.close(why);
    links.close(why);
    accepted.close().awaitUninterruptibly(CLOSE_TIMEOUT_MS);
    eventLoops.close();
    tls.close();
  }

  private ThreadFactory threads(String role) {
    String prefix = "dartagnan-mesh-" + settings.self().index() + '-' + role + '-';
    AtomicInteger next = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, prefix + next.getAndIncrement());
      thread.setDaemon(true);
      return thread;
    };
  }
}
