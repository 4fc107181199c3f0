package io.dartagnan.mesh;

import io.dartagnan.mpc.Party;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Every session's inbox, by id. An id goes from pending (peers have sent, nobody has opened it
 * here) to open to retired, or starts as open.
 *
 * <p>Retired ids are remembered for a while, so that frames under way are dropped and an id is not
 * used twice. A pending session that nobody opens is forgotten after the timeout.
 */
final class Inboxes {
  private static final int MAX_RETIRED = 1 << 16;
  private static final long RETIRED_NANOS = Duration.ofMinutes(10).toNanos();

  /** A session that a peer was the first to speak of. */
  private record Pending(Inbox inbox, Party by, long since) {}

  /** A session that was closed here. */
  private record Retired(long since, String told) {}

  /** What one peer may leave pending. */
  private static final class Allowance {
    private final ByteBudget bytes;
    private int sessions;

    Allowance(Limits limits) {
      this.bytes = new ByteBudget(limits.maxPendingBytes());
    }
  }

  private final Limits limits;
  private final Duration timeout;
  private final MeshMetrics metrics;
  private final Payloads payloads = new Payloads();
  private final Map<Party, Allowance> allowances = new EnumMap<>(Party.class);
  private final Map<SessionId, Inbox> open = new HashMap<>();
  // Both in order of age.
  private final Map<SessionId, Pending> pending = new LinkedHashMap<>();
  private final Map<SessionId, Retired> retired = new LinkedHashMap<>();
  private boolean closed;

  Inboxes(MeshSettings settings, MeshMetrics metrics) {
    this.limits = settings.limits();
    this.timeout = settings.timeout();
    this.metrics = metrics;
    Party.ALL.forEach(party -> allowances.put(party, new Allowance(limits)));
  }

  /**
   * Where a peer's frame belongs; null if nowhere, because the session is over.
   *
   * @throws TooManyPendingException if the peer has opened too many sessions that are not open here
   */
  synchronized Inbox forFrame(SessionId id, Party from) throws TooManyPendingException {
    Inbox inbox = open.get(id);
    if (inbox != null) {
      return inbox;
    }
    Pending waiting = pending.get(id);
    if (waiting != null) {
      return waiting.inbox();
    }
    if (closed || retired.containsKey(id)) {
      return null;
    }
    Allowance allowance = allowances.get(from);
    if (allowance.sessions >= limits.maxPendingSessions()) {
      throw new TooManyPendingException(limits.maxPendingSessions());
    }
    allowance.sessions++;
    inbox = new Inbox(id, limits, metrics, payloads, allowance.bytes);
    pending.put(id, new Pending(inbox, from, System.nanoTime()));
    return inbox;
  }

  /**
   * Opens a session.
   *
   * @throws IllegalStateException if its id is in use or was, or the mesh is closed
   */
  synchronized Inbox open(SessionId id) {
    if (closed) {
      throw new IllegalStateException("the mesh is closed");
    }
    if (open.containsKey(id) || retired.containsKey(id)) {
      throw new IllegalStateException(
          id
              + (open.containsKey(id) ? " is open" : " was open")
              + " here already; a session id is used once, draw a new query id");
    }
    Pending waiting = pending.remove(id);
    Inbox inbox;
    if (waiting == null) {
      // Adopted at once, so nothing of it is ever pending.
      inbox = new Inbox(id, limits, metrics, payloads, new ByteBudget(limits.maxPendingBytes()));
    } else {
      noLongerPending(waiting);
      inbox = waiting.inbox();
    }
    open.put(id, inbox);
    metrics.sessionsOpened.increment();
    metrics.sessionsOpen.increment();
    return inbox;
  }

  private void noLongerPending(Pending waiting) {
    allowances.get(waiting.by()).sessions--;
  }

  /**
   * Takes a session off.
   *
   * @param told what its peers were told when it failed; null if there was nothing to tell
   */
  synchronized void retire(SessionId id, String told) {
    if (open.remove(id) != null) {
      metrics.sessionsOpen.decrement();
      if (retired.size() == MAX_RETIRED) {
        retired.remove(retired.keySet().iterator().next());
      }
      retired.put(id, new Retired(System.nanoTime(), told));
    }
  }

  /** What a peer that opens a session too late is told; null if nothing. */
  synchronized String toldOf(SessionId id) {
    Retired over = retired.get(id);
    return over == null ? null : over.told();
  }

  /** Forgets what is too old. */
  void sweep() {
    long now = System.nanoTime();
    List<Inbox> forgotten = new ArrayList<>();
    synchronized (this) {
      Iterator<Pending> waiting = pending.values().iterator();
      while (waiting.hasNext()) {
        Pending next = waiting.next();
        if (now - next.since() < timeout.toNanos()) {
          break;
        }
        waiting.remove();
        noLongerPending(next);
        forgotten.add(next.inbox());
      }
      Iterator<Retired> old = retired.values().iterator();
      while (old.hasNext()) {
        if (now - old.next().since() < RETIRED_NANOS) {
          break;
        }
        old.remove();
      }
    }
    forgotten.forEach(Inbox::close);
  }

  /** Ends every open session and takes no new one. */
  void close(Failure why) {
    List<Inbox> ended;
    synchronized (this) {
      closed = true;
      ended = new ArrayList<>(open.values());
      pending.values().forEach(waiting -> ended.add(waiting.inbox()));
      pending.clear();
    }
    ended.forEach(inbox -> inbox.fail(why));
  }
}
