package io.dartagnan.mesh.outbound;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import io.dartagnan.mesh.MeshSettings;
import io.dartagnan.mesh.PeerDirectory;
import io.dartagnan.mesh.SessionId;
import io.dartagnan.mesh.connection.EventLoops;
import io.dartagnan.mesh.connection.MeshCounters;
import io.dartagnan.mesh.connection.SessionFailure;
import io.dartagnan.mesh.tls.MeshTls;
import io.dartagnan.mpc.Party;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connections that one mesh has dialled, at most one live connection for each server. The first to
 * each server is logged; later ones come and go with the sessions.
 */
public final class OutboundConnections {
  private static final Logger LOG = LoggerFactory.getLogger(OutboundConnections.class);
  private static final int MAX_REACHED = 4096;

  private record Server(Party party, String name) {}

  private final Party self;
  private final MeshTls tls;
  private final MeshCounters counters;
  private final Dialler dialler;
  private final Map<Server, OutboundConnection> connections = new HashMap<>();
  private final DialBackoff<Server> backoff;
  // Clients name servers, so that there is a bound to how many are remembered.
  private final Cache<Server, Boolean> reached =
      CacheBuilder.newBuilder().maximumSize(MAX_REACHED).build();
  private boolean closed;

  /**
   * No connections yet.
   *
   * @param threads makes those that dial
   */
  public OutboundConnections(
      MeshSettings settings,
      MeshTls tls,
      PeerDirectory directory,
      MeshCounters counters,
      EventLoops loops,
      ThreadFactory threads) {
    this.self = settings.self();
    this.tls = tls;
    this.counters = counters;
    this.dialler = new Dialler(settings, tls, directory, counters, loops, threads);
    this.backoff = new DialBackoff<>(settings.timing().longestBackoff());
  }

  /**
   * Puts a session's outbox on the connection to a server. If there is none it is dialled in the
   * background: at once, or, if the last attempt failed, after a pause.
   *
   * @throws IllegalStateException if the mesh is closed
   */
  public void attach(Party party, String server, PeerOutbox outbox) {
    join(party, server, outbox);
  }

  /**
   * Makes sure of a connection to a server, in the way in which a session would.
   *
   * @return the connection's version when it stands, and failed with a {@link
   *     io.dartagnan.mpc.exchange.ProtocolException} that says why there is none; within the times
   *     of a pause, a look at the directory and a handshake
   * @throws IllegalStateException if the mesh is closed
   */
  public CompletableFuture<Integer> reach(Party party, String server) {
    ReachAttempt attempt = new ReachAttempt();
    join(party, server, attempt);
    return attempt.outcome();
  }

  private void join(Party party, String server, OutboundConnection.AttachedSession session) {
    Server key = new Server(party, server);
    OutboundConnection fresh = null;
    long pauseNanos = 0;
    synchronized (this) {
      if (closed) {
        throw new IllegalStateException("the mesh is closed");
      }
      long generation = tls.generation();
      OutboundConnection connection = connections.get(key);
      if (connection != null && connection.generation() != generation) {
        // It serves the sessions it has, under the former certificates, and gets no more of them.
        connection.retire();
      }
      if (connection == null || !connection.attach(session)) {
        fresh = new OutboundConnection(party, server, generation, ended -> ended(key, ended));
        fresh.attach(session);
        fresh.whenReady(established -> reached(key, established));
        connections.put(key, fresh);
        pauseNanos = backoff.delay(key);
      }
    }
    if (fresh != null) {
      dialler.dial(fresh, pauseNanos);
    }
  }

  private void reached(Server server, OutboundConnection.Established connection) {
    SocketAddress address = connection.channel().remoteAddress();
    if (reached.asMap().putIfAbsent(server, true) == null) {
      LOG.info(
          "{} is connected to {}, server {} at {}, in version {}",
          self,
          server.party,
          server.name,
          address,
          connection.version());
    } else {
      LOG.debug("{} is connected again to {}, server {}", self, server.party, server.name);
    }
  }

  private synchronized void ended(Server key, OutboundConnection connection) {
    connections.remove(key, connection);
    if (connection.isEstablished()) {
      backoff.succeeded(key);
    } else if (!closed && !connection.isRetired()) {
      counters.dialFailed();
      backoff.failed(key);
    }
  }

  /** Ends every connection; what was told to the peers before still goes out. */
  public void close(SessionFailure why) {
    List<OutboundConnection> ended;
    synchronized (this) {
      closed = true;
      ended = List.copyOf(connections.values());
      connections.clear();
    }
    ended.forEach(connection -> connection.end(why));
    dialler.close();
  }

  /**
   * Pauses before servers that could not be reached are tried again: a tenth of a second after the
   * first failure, twice as long after each further one, up to a bound, and a random half of it
   * less, so that those who wait do not all come at once. Not safe for use by several threads.
   *
   * @param <S> what names a server
   */
  private static final class DialBackoff<S> {
    private static final Duration FIRST = Duration.ofMillis(100);
    private static final int MOST_DOUBLINGS = 20;

    private record Failures(int count, long notBefore) {}

    private final long longestNanos;
    private final Map<S, Failures> failing = new HashMap<>();

    DialBackoff(Duration longest) {
      this.longestNanos = longest.toNanos();
    }

    /** Nanoseconds to wait before the server is tried again; 0 for none. */
    long delay(S server) {
      Failures failures = failing.get(server);
      return failures == null ? 0 : Math.max(0, failures.notBefore - System.nanoTime());
    }

    void succeeded(S server) {
      failing.remove(server);
    }

    void failed(S server) {
      long now = System.nanoTime();
      // A server that is gone for good is not asked for again, and not remembered.
      failing.values().removeIf(old -> now - old.notBefore > TimeUnit.MINUTES.toNanos(10));
      Failures before = failing.get(server);
      int count = before == null ? 0 : Math.min(before.count + 1, MOST_DOUBLINGS);
      long pause = Math.min(FIRST.toNanos() << count, longestNanos);
      long random = ThreadLocalRandom.current().nextLong(pause / 2 + 1);
      failing.put(server, new Failures(count, now + pause - random));
    }
  }

  /**
   * Attempt to have a connection to a peer's server, which opens no session there. It holds the
   * connection, as a session does, until that stands or has failed.
   */
  private static final class ReachAttempt implements OutboundConnection.AttachedSession {
    private final CompletableFuture<Integer> outcome = new CompletableFuture<>();
    // Never sent; it tells the attempt from the sessions on the connection.
    private final SessionId id =
        new SessionId(
            ThreadLocalRandom.current().nextLong(), ThreadLocalRandom.current().nextLong(), -1);
    private OutboundConnection connection;

    /**
     * Lets go of the connection as soon as it stands.
     *
     * @return its version then; failed with the reason why there is none
     */
    CompletableFuture<Integer> outcome() {
      OutboundConnection held = connection;
      held.whenReady(
          established -> {
            outcome.complete(established.version());
            held.detach(this);
          });
      return outcome;
    }

    @Override
    public SessionId session() {
      return id;
    }

    @Override
    public void join(OutboundConnection joined) {
      connection = joined;
    }

    @Override
    public void lost(SessionFailure why) {
      outcome.completeExceptionally(why.toException());
    }

    @Override
    public void credit(int stream, int bytes) {
      // It sends nothing.
    }

    @Override
    public void aborted(String reason) {
      // There is no session.
    }
  }
}
