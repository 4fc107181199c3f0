package io.dartagnan.mesh;

import java.time.Duration;
import java.util.ArrayList;
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

  private record Pending(Inbox inbox, long since) {}

  private final MeshSettings settings;
  private final ByteBudget pendingBudget;
  private final Map<SessionId, Inbox> open = new HashMap<>();
  // Both in order of age.
  private final Map<SessionId, Pending> pending = new LinkedHashMap<>();
  private final Map<SessionId, Long> retired = new LinkedHashMap<>();
  private boolean closed;

  Inboxes(MeshSettings settings) {
    this.settings = settings;
    this.pendingBudget = new ByteBudget(settings.maxPendingBytes());
  }

  /** Where a frame belongs; null if nowhere: the session is over, or too many are pending. */
  synchronized Inbox forFrame(SessionId id) {
    Inbox inbox = open.get(id);
    if (inbox != null) {
      return inbox;
    }
    Pending waiting = pending.get(id);
    if (waiting != null) {
      return waiting.inbox();
    }
    if (closed || retired.containsKey(id) || pending.size() >= settings.maxPendingSessions()) {
      return null;
    }
    inbox = newInbox(id);
    pending.put(id, new Pending(inbox, System.nanoTime()));
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
    Inbox inbox = waiting == null ? newInbox(id) : waiting.inbox();
    open.put(id, inbox);
    return inbox;
  }

  synchronized void retire(SessionId id) {
    if (open.remove(id) != null) {
      if (retired.size() == MAX_RETIRED) {
        retired.remove(retired.keySet().iterator().next());
      }
      retired.put(id, System.nanoTime());
    }
  }

  /** Forgets what is too old. */
  void sweep() {
    long now = System.nanoTime();
    List<Inbox> forgotten = new ArrayList<>();
    synchronized (this) {
      Iterator<Pending> waiting = pending.values().iterator();
      while (waiting.hasNext()) {
        Pending next = waiting.next();
        if (now - next.since() < settings.timeout().toNanos()) {
          break;
        }
        waiting.remove();
        forgotten.add(next.inbox());
      }
      Iterator<Long> old = retired.values().iterator();
      while (old.hasNext()) {
        if (now - old.next() < RETIRED_NANOS) {
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

  private Inbox newInbox(SessionId id) {
    return new Inbox(id, settings.maxSessionBytes(), pendingBudget);
  }
}
