package io.dartagnan.server.query.admission;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.server.query.admission.Ticket.State;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Admits the evaluations of one server, as many at a time as there are places and memory for.
 *
 * <p>At party 0 evaluations {@linkplain #enter enter} a queue and begin in its order. At parties 1
 * and 2 they are {@linkplain #expect expected} until party 0 says that they begin, and {@linkplain
 * #follow follow} then; no place is waited for, only memory, for a moment, while evaluations before
 * give theirs back.
 *
 * <p><b>How.</b> Two queues wait for a place: evaluations that have not begun, of which the first
 * waits for memory too, and those that come back from a wait for their client, or have let others
 * go first. A free place goes to them in turns, so that neither starves. Those that come back have
 * peers waiting for them with a deadline: once they are overdue they go first.
 */
public final class Admission implements AutoCloseable {
  private static final Duration SWEEP = Duration.ofMillis(500);
  private static final Duration MEMORY_WAIT = Duration.ofSeconds(5);
  private static final Duration PARTY_0_FIRST = Duration.ofSeconds(5);

  private final AdmissionSettings settings;
  private final MemoryBudget memory;
  private final ReentrantLock lock = new ReentrantLock();
  private final Queue<Ticket> fresh = new ArrayDeque<>();
  private final Queue<Ticket> returning = new ArrayDeque<>();
  private final Queue<Ticket> following = new ArrayDeque<>();
  // In order of age.
  private final Set<Ticket> expected = new LinkedHashSet<>();
  private final ScheduledThreadPoolExecutor timer;
  private boolean returnedLast;
  private int tickets;
  private int running;

  /**
   * An admission with all places free.
   *
   * @param memory asked for the working set of each evaluation; this is told when it shrinks
   */
  public Admission(AdmissionSettings settings, MemoryBudget memory) {
    this.settings = settings;
    this.memory = memory;
    this.timer =
        new ScheduledThreadPoolExecutor(
            1,
            new ThreadFactoryBuilder()
                .setNameFormat("dartagnan-admission-%d")
                .setDaemon(true)
                .build());
    timer.scheduleWithFixedDelay(
        this::sweep, SWEEP.toMillis(), SWEEP.toMillis(), TimeUnit.MILLISECONDS);
    memory.onShrink(() -> later(() -> begin(admit())));
  }

  /**
   * Makes a ticket, which its owner closes.
   *
   * @param bytes working set of the evaluation; one that is more than there is counts as all there
   *     is, so that it runs alone
   * @throws NotAdmittedException if as many are there as may wait and run together
   */
  public Ticket ticket(long bytes) {
    lock.lock();
    try {
      if (tickets >= settings.max()) {
        throw new NotAdmittedException(
            "%d queries are being evaluated or wait for it already, as many as dartagnan.evaluation.max allows"
                .formatted(tickets));
      }
      tickets++;
      return new Ticket(this, Math.min(bytes, memory.mostWorking()), lock.newCondition());
    } finally {
      lock.unlock();
    }
  }

  /** Has a ticket wait for its turn, at party 0; it may come before this returns. */
  public void enter(Ticket ticket, Ticket.Waiter waiter) {
    lock.lock();
    try {
      if (ticket.state != State.NEW) {
        return;
      }
      ticket.waiter = waiter;
      ticket.ahead = fresh.size();
      ticket.change(State.WAITING, System.nanoTime());
      fresh.add(ticket);
    } finally {
      lock.unlock();
    }
    begin(admit());
  }

  /**
   * Has a ticket wait for party 0's word, at parties 1 and 2.
   *
   * @param waiter told if that takes too long
   */
  public void expect(Ticket ticket, Ticket.Waiter waiter) {
    lock.lock();
    try {
      ticket.waiter = waiter;
      ticket.follows = true;
      ticket.change(State.WAITING, System.nanoTime());
      expected.add(ticket);
    } finally {
      lock.unlock();
    }
  }

  /** Takes memory for an expected ticket as soon as there is some: party 0 has begun. */
  public void begins(Ticket ticket) {
    lock.lock();
    try {
      if (expected.remove(ticket)) {
        ticket.change(State.FOLLOWING, System.nanoTime());
        following.add(ticket);
        admit();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes memory for an expected ticket, and waits for it: party 0 has begun.
   *
   * @throws NotAdmittedException if there is none within a moment
   * @throws ProtocolException if the evaluation ends meanwhile
   */
  public void follow(Ticket ticket) throws InterruptedException {
    begins(ticket);
    lock.lock();
    try {
      if (!await(ticket, MEMORY_WAIT)) {
        throw new NotAdmittedException(
            "%d of %d bytes that dartagnan.memory.max.bytes leaves for queries are taken, this query needs %d"
                .formatted(memory.working(), memory.mostWorking(), ticket.bytes));
      }
    } finally {
      lock.unlock();
    }
  }

  void betweenBatches(Ticket ticket) throws InterruptedException {
    List<Ticket> begun;
    lock.lock();
    try {
      // Of those that come back there are few at a time, so that their peers' deadlines hold.
      boolean othersWait = !fresh.isEmpty() || !returning.isEmpty();
      if (ticket.state != State.RUNNING
          || !othersWait
          || returning.size() >= 4 * settings.runningMax()
          || ticket.inState(System.nanoTime()) < settings.slice().toNanos()) {
        return;
      }
      running--;
      ticket.change(State.RETURNING, System.nanoTime());
      // First the others.
      begun = new ArrayList<>(admit());
      returning.add(ticket);
      begun.addAll(admit());
    } finally {
      lock.unlock();
    }
    begin(begun);
    awaitTurn(ticket);
  }

  void leave(Ticket ticket) {
    lock.lock();
    try {
      if (ticket.state != State.RUNNING) {
        return;
      }
      running--;
      ticket.change(State.AT_CLIENT, System.nanoTime());
    } finally {
      lock.unlock();
    }
    begin(admit());
  }

  void comeBack(Ticket ticket) throws InterruptedException {
    List<Ticket> begun;
    lock.lock();
    try {
      if (ticket.state != State.AT_CLIENT) {
        return;
      }
      if (ticket.follows) {
        run(ticket);
        return;
      }
      ticket.change(State.RETURNING, System.nanoTime());
      returning.add(ticket);
      begun = admit();
    } finally {
      lock.unlock();
    }
    begin(begun);
    awaitTurn(ticket);
  }

  private void awaitTurn(Ticket ticket) throws InterruptedException {
    lock.lock();
    try {
      if (!await(ticket, settings.longestWait())) {
        throw new NotAdmittedException(
            "the query waited for %d ms to go on, as long as dartagnan.evaluation.wait.ms allows"
                .formatted(settings.longestWait().toMillis()));
      }
    } finally {
      lock.unlock();
    }
  }

  /** Waits until a ticket runs; false if that takes too long. */
  private boolean await(Ticket ticket, Duration longest) throws InterruptedException {
    long left = longest.toNanos();
    while (ticket.state != State.RUNNING) {
      if (ticket.ended || ticket.state == State.OVER) {
        throw new ProtocolException("the evaluation has ended");
      }
      if (left <= 0) {
        return false;
      }
      left = ticket.turn.awaitNanos(left);
    }
    return true;
  }

  /** Gives free places and memory away; whoever is returned has to be begun, without the lock. */
  private List<Ticket> admit() {
    List<Ticket> begun = List.of();
    lock.lock();
    try {
      while (!following.isEmpty() && memory.tryTake(following.peek().bytes)) {
        Ticket next = following.remove();
        next.hasMemory = true;
        run(next);
      }
      for (Ticket next = next(); next != null; next = next()) {
        if (next.state == State.WAITING) {
          begun = begun.isEmpty() ? new ArrayList<>() : begun;
          begun.add(next);
        }
        run(next);
      }
      if (following.isEmpty() && (fresh.isEmpty() || running >= settings.runningMax())) {
        memory.nobodyWaits();
      }
    } finally {
      lock.unlock();
    }
    return begun;
  }

  private void run(Ticket ticket) {
    running++;
    ticket.change(State.RUNNING, System.nanoTime());
    ticket.turn.signalAll();
  }

  /** The next ticket at party 0 to have a place; null if there is no place or nobody to take it. */
  private Ticket next() {
    if (running >= settings.runningMax()) {
      return null;
    }
    boolean freshFirst = returning.isEmpty() || (returnedLast && !isOverdue(returning.peek()));
    if (freshFirst && !fresh.isEmpty() && memory.tryTake(fresh.peek().bytes)) {
      returnedLast = false;
      fresh.peek().hasMemory = true;
      return fresh.remove();
    }
    returnedLast = !returning.isEmpty();
    return returning.poll();
  }

  private boolean isOverdue(Ticket ticket) {
    return ticket.inState(System.nanoTime()) > settings.overdue().toNanos();
  }

  private static void begin(List<Ticket> admitted) {
    admitted.forEach(ticket -> ticket.waiter.begin());
  }

  void end(Ticket ticket) {
    lock.lock();
    try {
      ticket.ended = true;
      ticket.turn.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void close(Ticket ticket) {
    lock.lock();
    try {
      if (ticket.state == State.OVER) {
        return;
      }
      if (ticket.state == State.RUNNING) {
        running--;
      }
      if (ticket.hasMemory) {
        memory.giveBack(ticket.bytes);
      }
      ticket.change(State.OVER, System.nanoTime());
      for (Collection<Ticket> queue : List.of(fresh, returning, following, expected)) {
        queue.remove(ticket);
      }
      tickets--;
    } finally {
      lock.unlock();
    }
    begin(admit());
  }

  /** Turns away who has waited too long. */
  private void sweep() {
    List<Ticket> late = new ArrayList<>();
    int ran;
    lock.lock();
    try {
      // Party 0 has the first word: it knows of the queue.
      takeLate(fresh, settings.longestWait(), late);
      takeLate(expected, settings.longestWait().multipliedBy(2).plus(PARTY_0_FIRST), late);
      ran = running;
    } finally {
      lock.unlock();
    }
    late.forEach(ticket -> ticket.waiter.late(tooLate(ticket, ran)));
  }

  private static void takeLate(Collection<Ticket> queue, Duration longest, List<Ticket> late) {
    long now = System.nanoTime();
    Iterator<Ticket> oldest = queue.iterator();
    while (oldest.hasNext()) {
      Ticket ticket = oldest.next();
      if (ticket.inState(now) < longest.toNanos()) {
        return;
      }
      oldest.remove();
      late.add(ticket);
    }
  }

  private NotAdmittedException tooLate(Ticket ticket, int ran) {
    long waitedMs = TimeUnit.NANOSECONDS.toMillis(ticket.waitedNanos());
    return new NotAdmittedException(
        "the query waited for %d ms to be admitted, dartagnan.evaluation.wait.ms is %d; %d were ahead of it when it came, and %d run"
            .formatted(waitedMs, settings.longestWait().toMillis(), ticket.ahead, ran));
  }

  /** Runs a task soon, on a thread of the admission's own; it must not wait. */
  public void later(Runnable task) {
    try {
      timer.execute(task);
    } catch (RejectedExecutionException e) {
      // Closed: everything that waits is ended by whoever closes it.
    }
  }

  long waitedNanos(Ticket ticket) {
    lock.lock();
    try {
      return ticket.waited(System.nanoTime());
    } finally {
      lock.unlock();
    }
  }

  /** Whether a ticket that enters now would not wait for a place. */
  public boolean isFree() {
    lock.lock();
    try {
      return fresh.isEmpty() && returning.isEmpty() && running < settings.runningMax();
    } finally {
      lock.unlock();
    }
  }

  /** Whether there is one query, or none. */
  public boolean hasOneTicket() {
    return tickets() <= 1;
  }

  /** Queries that wait to begin. */
  public int waiting() {
    lock.lock();
    try {
      return fresh.size() + expected.size() + following.size();
    } finally {
      lock.unlock();
    }
  }

  /** Queries that wait, run, or wait for their client. */
  public int tickets() {
    lock.lock();
    try {
      return tickets;
    } finally {
      lock.unlock();
    }
  }

  /** Queries that run now; not those that wait for their client. */
  public int running() {
    lock.lock();
    try {
      return running;
    } finally {
      lock.unlock();
    }
  }

  /** The budget. */
  public MemoryBudget memory() {
    return memory;
  }

  /** Ends the thread; nobody is turned away any more. */
  @Override
  public void close() {
    timer.shutdownNow();
  }
}
