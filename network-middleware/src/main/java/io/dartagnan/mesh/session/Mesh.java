package io.dartagnan.mesh.session;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.dartagnan.mesh.MeshMetrics;
import io.dartagnan.mesh.MeshSettings;
import io.dartagnan.mesh.PeerDirectory;
import io.dartagnan.mesh.SessionId;
import io.dartagnan.mesh.Versions;
import io.dartagnan.mesh.connection.EventLoops;
import io.dartagnan.mesh.connection.MeshCounters;
import io.dartagnan.mesh.connection.SessionFailure;
import io.dartagnan.mesh.inbound.InboundListener;
import io.dartagnan.mesh.inbound.SessionInbox;
import io.dartagnan.mesh.inbound.SessionInboxes;
import io.dartagnan.mesh.outbound.OutboundConnections;
import io.dartagnan.mesh.tls.MeshTls;
import io.dartagnan.mesh.tls.PartyCertificates;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * RegionServer's end of the mesh: listens for the peers, dials them, and opens sessions.
 *
 * <p>Safe for use by several threads. Owns all its threads, which are daemons; {@link #close} ends
 * them.
 */
public final class Mesh implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Mesh.class);
  private static final long SWEEP_MS = 1000;

  private final MeshSettings settings;
  private final MeshTls tls;
  private final MeshCounters counters;
  private final EventLoops loops;
  private final SessionInboxes inboxes;
  private final InboundListener listener;
  private final OutboundConnections connections;

  private Mesh(MeshSettings settings, MeshTls tls, PeerDirectory directory) {
    this.settings = settings;
    this.tls = tls;
    this.loops = new EventLoops(threads("out"), threads("in"));
    this.counters = new MeshCounters(settings.limits());
    this.inboxes = new SessionInboxes(settings, counters);
    this.listener = new InboundListener(settings, tls, inboxes, counters, loops);
    this.connections =
        new OutboundConnections(settings, tls, directory, counters, loops, threads("dial"));
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
    listener.start();
    loops.timer().scheduleWithFixedDelay(inboxes::sweep, SWEEP_MS, SWEEP_MS, TimeUnit.MILLISECONDS);
    if (!settings.timing().delay().isZero()) {
      LOG.warn(
          "the mesh of {} delays what it sends by {} ms, as it was set to",
          settings.self(),
          settings.timing().delay().toMillis());
    }
    LOG.info(
        "the mesh of {} listens on {}:{} and speaks {}",
        settings.self(),
        settings.bindAddress(),
        port(),
        settings.versions());
  }

  /** The port that peers connect to. */
  public int port() {
    return listener.port();
  }

  /** TLS of the mesh, with the certificates in use and the counts of rejected handshakes. */
  public MeshTls tls() {
    return tls;
  }

  /** Versions of the protocol between meshes that this one speaks. */
  public Versions versions() {
    return settings.versions();
  }

  /** Counts of what this mesh has done and holds. */
  public MeshMetrics metrics() {
    return counters;
  }

  /**
   * Opens this party's side of a session, and tells the peers at once. Connections that are missing
   * are dialled in the background; if one cannot be made the session ends with an error.
   *
   * @param id the same at all three parties, and never used before: {@link SessionId} says what is
   *     refused
   * @param servers names of the peers' servers that take part; this party's own may be there too
   * @throws IllegalArgumentException if a peer's server is missing
   * @throws IllegalStateException if the id is or recently was open here, or the mesh is closed
   */
  public MeshSession open(SessionId id, Map<Party, String> servers) {
    MeshSession session = prepare(id, servers);
    session.announce();
    return session;
  }

  /**
   * Opens this party's side of a session like {@link #open}, but lets each peer hear of it with the
   * first message, or by {@link MeshSession#announce}.
   *
   * @throws IllegalArgumentException like {@link #open}
   * @throws IllegalStateException like {@link #open}
   */
  public MeshSession prepare(SessionId id, Map<Party, String> servers) {
    for (Party party : Party.ALL) {
      String server = servers.get(party);
      if (party != settings.self() && (server == null || server.isBlank())) {
        throw new IllegalArgumentException(
            "no server of " + party + " given, " + id + " needs one of each peer");
      }
    }
    SessionInbox inbox = inboxes.open(id);
    MeshSession session = new MeshSession(id, settings, inboxes, inbox, counters);
    try {
      session.connect(connections, servers);
      return session;
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /**
   * Tries whether a peer's server can be connected to: the connection is the one that sessions use,
   * and is dialled if there is none.
   *
   * @return the version that the connection is in when it stands, and failed with a {@link
   *     io.dartagnan.mpc.exchange.ProtocolException} that says why there is none; within the times
   *     of a pause after a former failure, of the directory and of a handshake
   * @throws IllegalStateException if the mesh is closed
   */
  public CompletableFuture<Integer> reach(Party peer, String server) {
    return connections.reach(peer, server);
  }

  /** Ends all sessions with an error that both peers are told, and all connections and threads. */
  @Override
  public void close() {
    SessionFailure why = SessionFailure.abortedHere(settings.self(), "its mesh was closed");
    listener.stop();
    inboxes.close(why);
    connections.close(why);
    listener.close();
    loops.close();
    tls.close();
  }

  private ThreadFactory threads(String role) {
    return new ThreadFactoryBuilder()
        .setNameFormat("dartagnan-mesh-" + settings.self().index() + '-' + role + "-%d")
        .setDaemon(true)
        .build();
  }
}
