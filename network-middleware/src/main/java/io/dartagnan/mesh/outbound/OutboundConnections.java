package io.dartagnan.mesh.outbound;

import io.dartagnan.mesh.MeshSettings;
import io.dartagnan.mesh.PeerDirectory;
import io.dartagnan.mesh.connection.EventLoops;
import io.dartagnan.mesh.failure.SessionFailure;
import io.dartagnan.mesh.flow.MeshCounters;
import io.dartagnan.mesh.tls.MeshTls;
import io.dartagnan.mpc.Party;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;

/** Connections that one mesh has dialled, at most one live connection for each server. */
public final class OutboundConnections {
  private record Server(Party party, String name) {}

  private final MeshTls tls;
  private final MeshCounters counters;
  private final Dialler dialler;
  private final Map<Server, OutboundConnection> connections = new HashMap<>();
  private final DialBackoff<Server> backoff;
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
      if (connection == null || !connection.attach(outbox)) {
        fresh = new OutboundConnection(party, server, generation, ended -> ended(key, ended));
        fresh.attach(outbox);
        connections.put(key, fresh);
        pauseNanos = backoff.delay(key);
      }
    }
    if (fresh != null) {
      dialler.dial(fresh, pauseNanos);
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
}
