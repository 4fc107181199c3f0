package io.dartagnan.mesh.inbound;

import com.google.common.collect.EnumMultiset;
import com.google.common.collect.Multiset;
import io.dartagnan.mesh.Limits;
import io.dartagnan.mesh.MeshSettings;
import io.dartagnan.mesh.SessionId;
import io.dartagnan.mesh.connection.ByteBudget;
import io.dartagnan.mesh.connection.MeshCounters;
import io.dartagnan.mesh.connection.SessionFailure;
import io.dartagnan.mpc.Party;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Inboxes of all sessions of a mesh, by id. An id goes from pending (peers have sent, nobody has
 * opened it here) to open to retired, or starts as open.
 *
 * <p>Retired ids are remembered for a while, so that frames under way are dropped and an id that is
 * used twice is refused. So are ids that were turned away: those of a peer that has too many
 * pending, and those that nobody has opened here for the timeout. The peers that had opened such a
 * session are told; when it is opened here after all it has failed, and all three know why.
 */
public final class SessionInboxes {
  private static final int MAX_RETIRED = 1 << 16;
  // Peers choose these ids, so there are few.
  private static final int MAX_TURNED_AWAY = 1 << 12;

  /** A session that a peer was the first to speak of. */
  private record Pending(SessionInbox inbox, Party by, long since) {}

  private final Party self;
  private final Limits limits;
  private final Duration timeout;
  private final MeshCounters counters;
  private final PayloadPool payloads = new PayloadPool();
  // What each peer may leave pending: sessions that it was the first to speak of, and what it has
  // sent to any.
  private final Multiset<Party> pendingSessions = EnumMultiset.create(Party.class);
  private final Map<Party, ByteBudget> pendingBytes;
  private final Map<SessionId, SessionInbox> open = new HashMap<>();
  // In order of age.
  private final Map<SessionId, Pending> pending = new LinkedHashMap<>();
  // Of each the sentence that its peers were told when it failed, if it did.
  private final SessionMemory<Optional<String>> retired;
  private final SessionMemory<SessionFailure> turnedAway;
  private final LongSupplier nanoTime;
  private boolean closed;

  /** No inboxes yet. */
  public SessionInboxes(MeshSettings settings, MeshCounters counters) {
    this(settings, counters, System::nanoTime);
  }

  SessionInboxes(MeshSettings settings, MeshCounters counters, LongSupplier nanoTime) {
    this.self = settings.self();
    this.limits = settings.limits();
    this.timeout = settings.timeout();
    this.counters = counters;
    this.pendingBytes = budgets();
    this.nanoTime = nanoTime;
    this.retired = new SessionMemory<>(MAX_RETIRED, nanoTime);
    this.turnedAway = new SessionMemory<>(MAX_TURNED_AWAY, nanoTime);
  }

  private Map<Party, ByteBudget> budgets() {
    Map<Party, ByteBudget> budgets = new EnumMap<>(Party.class);
    Party.ALL.forEach(party -> budgets.put(party, new ByteBudget(limits.maxPendingBytes())));
    return budgets;
  }

  /**
   * The inbox that a peer's frame belongs to; null if there is none, because the session is over or
   * turned away.
   *
   * @throws TooManyPendingException if the peer has opened too many sessions that are not open here
   */
  synchronized SessionInbox forFrame(SessionId id, Party from) throws TooManyPendingException {
    SessionInbox inbox = open.get(id);
    if (inbox != null) {
      return inbox;
    }
    Pending waiting = pending.get(id);
    if (waiting != null) {
      return waiting.inbox();
    }
    if (closed || retired.holds(id) || turnedAway.holds(id)) {
      return null;
    }
    if (pendingSessions.count(from) >= limits.maxPendingSessions()) {
      TooManyPendingException tooMany =
          new TooManyPendingException(from, limits.maxPendingSessions());
      turnedAway.put(id, SessionFailure.abortedHere(self, tooMany.getMessage()));
      throw tooMany;
    }
    pendingSessions.add(from);
    inbox = new SessionInbox(id, limits, counters, payloads, pendingBytes);
    pending.put(id, new Pending(inbox, from, nanoTime.getAsLong()));
    return inbox;
  }

  /**
   * Opens a session; one that was turned away has failed.
   *
   * @throws IllegalStateException if its id is in use, or was and is remembered, or the mesh is
   *     closed
   */
  public synchronized SessionInbox open(SessionId id) {
    if (closed) {
      throw new IllegalStateException("the mesh is closed");
    }
    if (open.containsKey(id) || retired.holds(id)) {
      throw new IllegalStateException(
          id
              + (open.containsKey(id) ? " is open" : " was open")
              + " here already; a session id is used once, draw a new query id");
    }
    Pending waiting = pending.remove(id);
    SessionInbox inbox;
    if (waiting == null) {
      // Adopted at once, so what comes before that is nobody's to answer for.
      inbox = new SessionInbox(id, limits, counters, payloads, budgets());
      SessionFailure before = turnedAway.remove(id);
      if (before != null) {
        inbox.fail(before);
      }
    } else {
      noLongerPending(waiting);
      inbox = waiting.inbox();
    }
    open.put(id, inbox);
    counters.sessionOpened();
    return inbox;
  }

  private void noLongerPending(Pending waiting) {
    pendingSessions.remove(waiting.by());
  }

  /**
   * Takes a session off: it is closed here.
   *
   * @param told sentence that its peers were told when it failed; null if there was none
   */
  public synchronized void retire(SessionId id, String told) {
    if (open.remove(id) != null) {
      counters.sessionClosed();
      retired.put(id, Optional.ofNullable(told));
    }
  }

  /** Sentence for a peer that opens a session too late; null if there is none. */
  synchronized String toldOf(SessionId id) {
    if (retired.holds(id)) {
      return retired.get(id).orElse(null);
    }
    SessionFailure why = turnedAway.get(id);
    return why == null ? null : why.told();
  }

  /** Turns away sessions that have waited too long, and forgets what is too old. */
  public void sweep() {
    long now = nanoTime.getAsLong();
    String reason = "it was not opened here for " + timeout.toMillis() + " ms";
    List<SessionInbox> late = new ArrayList<>();
    synchronized (this) {
      Iterator<Pending> oldest = pending.values().iterator();
      while (oldest.hasNext()) {
        Pending waiting = oldest.next();
        if (now - waiting.since() <= timeout.toNanos()) {
          break;
        }
        oldest.remove();
        noLongerPending(waiting);
        SessionInbox inbox = waiting.inbox();
        // It may have failed before: then that counts.
        turnedAway.put(inbox.id(), inbox.fail(SessionFailure.abortedHere(self, reason)));
        late.add(inbox);
      }
      retired.forgetOld();
      turnedAway.forgetOld();
    }
    late.forEach(SessionInboxes::end);
  }

  private static void end(SessionInbox late) {
    String told = late.told();
    if (told != null) {
      Party.ALL.forEach(peer -> late.tell(peer, told));
    }
    late.close();
  }

  /** Ends every open session and takes no new one. */
  public void close(SessionFailure why) {
    List<SessionInbox> ended;
    synchronized (this) {
      closed = true;
      ended = new ArrayList<>(open.values());
      pending.values().forEach(waiting -> ended.add(waiting.inbox()));
      pending.clear();
    }
    ended.forEach(inbox -> inbox.fail(why));
  }

  /** Rejection of a session because as many of its peer wait to be opened here as may. */
  static final class TooManyPendingException extends Exception {
    private static final long serialVersionUID = 1L;

    TooManyPendingException(Party peer, int most) {
      super("more than " + most + " sessions of " + peer + " wait to be opened here");
    }
  }

  /**
   * Memory of sessions that are over: each for ten minutes, and so many at most, of which the
   * oldest is forgotten first. Guarded by its owner's lock.
   *
   * <p>What is asked for most is not remembered longer: or a peer that keeps asking for some
   * sessions would have others forgotten.
   *
   * @param <V> type of what is remembered of a session
   */
  private static final class SessionMemory<V> {
    static final Duration REMEMBERED = Duration.ofMinutes(10);

    private record Entry<V>(long since, V value) {}

    private final int most;
    private final LongSupplier nanoTime;
    private final Map<SessionId, Entry<V>> byAge = new LinkedHashMap<>();

    /**
     * A memory of nothing.
     *
     * @param most sessions to remember
     * @param nanoTime the time, as {@link System#nanoTime} gives it
     */
    SessionMemory(int most, LongSupplier nanoTime) {
      this.most = most;
      this.nanoTime = nanoTime;
    }

    /** Remembers a session that is not remembered. */
    void put(SessionId id, V value) {
      if (byAge.size() == most) {
        byAge.remove(byAge.keySet().iterator().next());
      }
      byAge.put(id, new Entry<>(nanoTime.getAsLong(), value));
    }

    boolean holds(SessionId id) {
      return byAge.containsKey(id);
    }

    /** The value of a session; null if the session is not remembered. */
    V get(SessionId id) {
      Entry<V> entry = byAge.get(id);
      return entry == null ? null : entry.value();
    }

    /** Forgets a session. */
    V remove(SessionId id) {
      Entry<V> entry = byAge.remove(id);
      return entry == null ? null : entry.value();
    }

    /** Forgets what has been remembered for long enough. */
    void forgetOld() {
      long now = nanoTime.getAsLong();
      Iterator<Entry<V>> oldest = byAge.values().iterator();
      while (oldest.hasNext() && now - oldest.next().since() > REMEMBERED.toNanos()) {
        oldest.remove();
      }
    }
  }
}
