package io.dartagnan.mesh.inbound;

import io.dartagnan.mesh.Limits;
import io.dartagnan.mesh.SessionId;
import io.dartagnan.mesh.connection.ByteBudget;
import io.dartagnan.mesh.connection.Frame;
import io.dartagnan.mesh.connection.LocalSession;
import io.dartagnan.mesh.connection.MeshCounters;
import io.dartagnan.mesh.connection.SessionFailure;
import io.dartagnan.mesh.connection.StreamWindow;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Messages of both peers to one session that it has not received yet, and the session's end if it
 * has ended. Exists from the first frame or from the local open, whichever comes first.
 *
 * <p>Filled by the event loops, emptied by the session's threads; the lock is held for a few
 * assignments at a time.
 */
public final class SessionInbox implements LocalSession {
  private final SessionId id;
  private final MeshCounters counters;
  private final PayloadPool payloads;
  private final List<PeerInbox> peers;

  /** The session is not known to be of any version yet. */
  private static final int UNKNOWN = 0;

  private int version = UNKNOWN;
  private boolean adopted;
  private boolean closed;
  private SessionFailure failure;
  private Consumer<SessionFailure> onFailure = ignored -> {};
  private final Watches watches = new Watches();

  /**
   * An inbox that nobody has opened yet.
   *
   * @param pendingBudgets bounds of what it may hold of each party until it is opened
   */
  SessionInbox(
      SessionId id,
      Limits limits,
      MeshCounters counters,
      PayloadPool payloads,
      Map<Party, ByteBudget> pendingBudgets) {
    this.id = id;
    this.counters = counters;
    this.payloads = payloads;
    StreamWindow window = new StreamWindow(limits.windowBytes());
    this.peers =
        Party.ALL.stream()
            .map(
                party ->
                    new PeerInbox(
                        party, window, counters.unreadOf(party), pendingBudgets.get(party)))
            .toList();
  }

  @Override
  public SessionId id() {
    return id;
  }

  private PeerInbox of(Party party) {
    return peers.get(party.index());
  }

  /**
   * Hands this to the open session: what it holds is no longer pending.
   *
   * @param listener told once when the session fails, at once if it has failed before
   */
  public void adopt(Consumer<SessionFailure> listener) {
    SessionFailure before;
    synchronized (this) {
      adopted = true;
      peers.forEach(PeerInbox::noLongerPending);
      onFailure = listener;
      before = failure;
    }
    if (before != null) {
      listener.accept(before);
    }
  }

  /**
   * Notes the version of the session; peers that open their sides in another end it. So no party
   * computes with one that goes by other rules.
   */
  public void agree(int agreed) {
    Optional<SessionFailure> disagreement;
    synchronized (this) {
      version = agreed;
      disagreement = disagreement();
    }
    disagreement.ifPresent(this::fail);
  }

  private Optional<SessionFailure> disagreement() {
    return peers.stream()
        .filter(peer -> version != UNKNOWN && peer.disagreement(version) != null)
        .map(peer -> SessionFailure.noticed(peer.party(), peer.disagreement(version), null))
        .findFirst();
  }

  /**
   * Decides on a frame from its header alone.
   *
   * @return array for its payload, at least as long as that; null if it is to be skipped, because
   *     the session has ended or the frame just ended it
   */
  byte[] admit(InboundConnection from, Frame frame) {
    SessionFailure violation;
    synchronized (this) {
      if (closed || failure != null) {
        answerLate(from, frame);
        return null;
      }
      PeerInbox inbox = of(from.party());
      String wrong = inbox.wrongWith(from, frame);
      boolean data = frame.type() == Frame.Type.DATA;
      // Without room for it nobody has done wrong: together the windows are more than the budgets.
      String full = wrong == null && data ? inbox.charge(frame, !adopted) : null;
      if (wrong == null && full == null) {
        return data ? payloads.take(frame.payloadBytes()) : new byte[frame.payloadBytes()];
      }
      Party culprit = wrong == null ? null : from.party();
      violation = SessionFailure.noticed(culprit, wrong == null ? full : wrong, null);
    }
    fail(violation);
    return null;
  }

  /**
   * Takes an admitted frame.
   *
   * @return whether this holds the payload from now on, and accounts for it
   */
  boolean deliver(InboundConnection from, Frame frame, byte[] payload) {
    if (frame.type() == Frame.Type.ABORT) {
      aborted(from.party(), Frame.reason(payload));
      return false;
    }
    List<Runnable> heard = null;
    Optional<SessionFailure> disagreement = Optional.empty();
    synchronized (this) {
      if (closed || failure != null) {
        answerLate(from, frame);
        return false;
      }
      PeerInbox inbox = of(from.party());
      if (frame.type() == Frame.Type.DATA) {
        counters.messageReceived(frame.payloadBytes());
        inbox.keep(frame, payload);
        heard = watches.takeDue();
      } else if (!inbox.isOpen()) {
        inbox.open(from, payload);
        from.carries(this);
        heard = watches.takeDue();
        disagreement = disagreement();
      }
      notifyAll();
    }
    if (heard != null) {
      disagreement.ifPresent(this::fail);
      heard.forEach(Runnable::run);
      return true;
    }
    // Another connection's frame has come between this one's header and its payload.
    fail(SessionFailure.noticed(from.party(), PeerInbox.OPENED_TWICE, null));
    return false;
  }

  /**
   * Waits for the peer's next message on a stream; what the call before gave is used again.
   *
   * @throws ProtocolException if the session has ended, or ends because the message is of another
   *     step or does not come in time
   */
  public ByteBuffer take(Party from, int stream, long step, Duration timeout)
      throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    SessionFailure violation;
    synchronized (this) {
      PeerInbox inbox = of(from);
      inbox.takeBack(stream, payloads);
      awaitThat(() -> inbox.hasMessage(stream) || inbox.end() != null, deadline);
      PeerInbox.Message next = inbox.poll(stream);
      if (next == null) {
        String silent = "sent nothing for " + timeout.toMillis() + " ms at step " + step;
        violation = inbox.end() == null ? SessionFailure.noticed(from, silent, null) : inbox.end();
      } else if (next.step() == step) {
        int credit = inbox.lend(stream, next);
        if (credit > 0) {
          inbox.connection().credit(id, stream, credit);
        }
        return ByteBuffer.wrap(next.payload(), 0, next.bytes());
      } else {
        violation =
            SessionFailure.noticed(
                from, "sent step " + next.step() + " where step " + step + " is due", null);
      }
    }
    throw fail(violation).toException();
  }

  /** Waits until this holds, the session has ended or it is too late. */
  private void awaitThat(BooleanSupplier holds, long deadline) throws InterruptedException {
    checkOpen();
    long remaining = deadline - System.nanoTime();
    while (!holds.getAsBoolean() && remaining > 0) {
      TimeUnit.NANOSECONDS.timedWait(this, remaining);
      checkOpen();
      remaining = deadline - System.nanoTime();
    }
  }

  /**
   * Waits for the peer to open its side, and makes the key that the two share: 32 bytes.
   *
   * @param agreed version of the session
   * @throws ProtocolException if the session has ended, or ends because the peer does not
   */
  public byte[] keyWith(Party peer, int agreed, Duration timeout) throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    synchronized (this) {
      PeerInbox inbox = of(peer);
      awaitThat(inbox::isOpen, deadline);
      if (inbox.isOpen()) {
        return inbox.connection().secret().sessionKey(id, inbox.opening(), agreed);
      }
    }
    String reason = "did not open the session for " + timeout.toMillis() + " ms";
    throw fail(SessionFailure.noticed(peer, reason, null)).toException();
  }

  @Override
  public synchronized void checkOpen() {
    if (failure != null) {
      throw failure.toException();
    }
    if (closed) {
      throw new ProtocolException(id + " is closed");
    }
  }

  /** Answers a peer that opens its side after the failure: it was not there to be told. */
  private void answerLate(InboundConnection from, Frame frame) {
    if (frame.type() == Frame.Type.OPEN && told() != null) {
      from.abort(id, told());
    }
  }

  @Override
  public void aborted(Party peer, String reason) {
    synchronized (this) {
      if (closed) {
        // It ended well here, which the peer did not know yet.
        return;
      }
    }
    SessionFailure why = SessionFailure.abortedBy(peer, reason);
    if (fail(why) == why) {
      counters.abortReceived();
    }
  }

  /** Sentence for the peers on the failure; null if there is none, or if it has not failed. */
  public synchronized String told() {
    return failure == null ? null : failure.told();
  }

  @Override
  public void tell(Party peer, String reason) {
    InboundConnection connection;
    synchronized (this) {
      connection = of(peer).connection();
    }
    if (connection != null) {
      connection.abort(id, reason);
    }
  }

  /**
   * Notes that a peer has closed its connection in good order: this session may have from it all it
   * needs, and fails only when it asks for more.
   */
  void ended(InboundConnection from, SessionFailure why) {
    List<Runnable> heard;
    synchronized (this) {
      of(from.party()).endsWith(why);
      notifyAll();
      heard = watches.takeDue();
    }
    heard.forEach(Runnable::run);
  }

  @Override
  public SessionFailure fail(SessionFailure why) {
    Consumer<SessionFailure> listener;
    List<Runnable> told;
    synchronized (this) {
      if (failure != null || closed) {
        return failure != null ? failure : why;
      }
      failure = why;
      listener = onFailure;
      told = watches.takeAll();
      empty();
    }
    listener.accept(why);
    told.forEach(Runnable::run);
    return why;
  }

  /** Runs a task once a message of the peer waits on stream 0, or there will be none. */
  public void whenHeard(Party from, Runnable task) {
    PeerInbox inbox = of(from);
    watch(() -> inbox.hasMessage(0) || inbox.end() != null, task);
  }

  /** Runs a task once as many peers have opened their sides. */
  public void whenOpened(int sides, Runnable task) {
    watch(() -> peers.stream().filter(PeerInbox::isOpen).count() >= sides, task);
  }

  /** Runs a task once the session has failed. */
  public void whenFailed(Runnable task) {
    watch(() -> false, task);
  }

  /**
   * Runs a task once, when this holds or the session has failed. On this thread if that is so
   * already; otherwise on the one that brings it, which the task must not hold up. Never once this
   * is closed.
   */
  private void watch(BooleanSupplier due, Runnable task) {
    synchronized (this) {
      if (closed) {
        return;
      }
      if (failure == null && !due.getAsBoolean()) {
        watches.add(due, task);
        return;
      }
    }
    task.run();
  }

  /** Drops what was not received, and wakes whoever waits. */
  public synchronized void close() {
    closed = true;
    watches.takeAll();
    empty();
    for (PeerInbox inbox : peers) {
      if (inbox.isOpen()) {
        inbox.connection().forget(this);
      }
    }
  }

  private void empty() {
    peers.forEach(PeerInbox::empty);
    notifyAll();
  }

  /**
   * Tasks that wait for something to happen to a session, each run once. Part of a {@link
   * SessionInbox} and guarded by its lock; the tasks run without it.
   */
  private static final class Watches {

    private record Watch(BooleanSupplier due, Runnable task) {}

    private final List<Watch> watches = new ArrayList<>(2);

    /** Has a task wait until this holds. */
    void add(BooleanSupplier due, Runnable task) {
      watches.add(new Watch(due, task));
    }

    /** Takes off those whose time has come. */
    List<Runnable> takeDue() {
      List<Runnable> due = List.of();
      for (Watch watch : watches) {
        if (watch.due().getAsBoolean()) {
          due = due.isEmpty() ? new ArrayList<>(2) : due;
          due.add(watch.task());
        }
      }
      if (!due.isEmpty()) {
        watches.removeIf(watch -> watch.due().getAsBoolean());
      }
      return due;
    }

    /** Takes off all of them. */
    List<Runnable> takeAll() {
      List<Runnable> all = watches.stream().map(Watch::task).toList();
      watches.clear();
      return all;
    }
  }
}
