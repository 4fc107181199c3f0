package io.dartagnan.mpc.harness;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.exchange.ProtocolException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;

/**
 * Carrier of messages between three sides in one process: a bounded queue from each to each on each
 * stream, the keys of each two, and the end of the session. One lock guards it all, so that an
 * abort reaches whoever waits, for whatever it waits.
 */
final class Medium {
  private static final int QUEUE = 64;
  private static final long OVERHEAD_BYTES = 64;

  private final Duration deadline;
  private final Map<Path, Queue<View>> queues = new HashMap<>();
  private final Map<Party, byte[]> keysWithNext = new EnumMap<>(Party.class);
  private Party aborter;
  private String reason;

  /** From whom to whom, and on which stream. */
  private record Path(Party from, Party to, int stream) {}

  /**
   * Nothing sent yet.
   *
   * @param keys where each party's key with the next comes from, by index of party
   */
  Medium(Duration deadline, List<? extends Random> keys) {
    this.deadline = deadline;
    for (Party party : Party.ALL) {
      byte[] key = new byte[Exchange.KEY_BYTES];
      keys.get(party.index()).nextBytes(key);
      keysWithNext.put(party, key);
    }
  }

  /** The key of two parties. */
  byte[] key(Party one, Party other) {
    return keysWithNext.get(one.next() == other ? one : other).clone();
  }

  private Queue<View> queue(Party from, Party to, int stream) {
    return queues.computeIfAbsent(new Path(from, to, stream), path -> new ArrayDeque<>());
  }

  synchronized void put(Party to, int stream, View message) {
    Queue<View> queue = queue(message.from(), to, stream);
    long until = System.nanoTime() + deadline.toNanos();
    while (isFull(queue) && sleepsOn(message.from(), until)) {}
    requireOpen();
    if (isFull(queue)) {
      throw new ProtocolException(to, "took nothing before the deadline");
    }
    queue.add(message);
    notifyAll();
  }

  /** No exchange has to take more, so a protocol that counts on more is to be found out. */
  private static boolean isFull(Queue<View> queue) {
    long unread = queue.stream().mapToLong(view -> view.payload().length + OVERHEAD_BYTES).sum();
    return queue.size() == QUEUE || unread >= Exchange.FREE_BYTES;
  }

  synchronized View take(Party self, Party from, int stream) {
    Queue<View> queue = queue(from, self, stream);
    long until = System.nanoTime() + deadline.toNanos();
    while (queue.isEmpty() && sleepsOn(self, until)) {}
    requireOpen();
    View message = queue.poll();
    if (message == null) {
      throw new ProtocolException(from, "sent nothing before the deadline");
    }
    notifyAll();
    return message;
  }

  /** Ends the session for all three; the first to do so is the one that is named. */
  synchronized void abort(Party party, String why) {
    if (aborter == null) {
      aborter = party;
      reason = why;
      notifyAll();
    }
  }

  /** Waits until a peer has given up, or for a multiple of the deadline. */
  synchronized void awaitAbort(Party self) {
    long until = System.nanoTime() + deadline.multipliedBy(20).toNanos();
    while (sleepsOn(self, until)) {}
  }

  private void requireOpen() {
    if (aborter != null) {
      throw new SessionEnded(aborter, reason);
    }
  }

  /** Waits for a change; false when there is nothing left to wait for. */
  private boolean sleepsOn(Party self, long until) {
    long left = (until - System.nanoTime()) / 1_000_000 + 1;
    if (aborter != null || left <= 0 || until - System.nanoTime() <= 0) {
      return false;
    }
    try {
      wait(left);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProtocolException(self, "was interrupted", e);
    }
  }

  /** Failure of a side because another has failed. */
  static final class SessionEnded extends ProtocolException {
    private static final long serialVersionUID = 1L;

    SessionEnded(Party by, String reason) {
      super(by, "ended the session: " + reason);
    }
  }
}
