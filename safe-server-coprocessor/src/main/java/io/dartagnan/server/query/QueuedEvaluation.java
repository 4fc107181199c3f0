package io.dartagnan.server.query;

import io.dartagnan.mesh.session.MeshSession;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.server.query.admission.Admission;
import io.dartagnan.server.query.admission.NotAdmittedException;
import io.dartagnan.server.query.admission.Ticket;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Evaluation from the arrival of its query to its end, at one party. It waits for its turn without
 * a thread, runs on one, and gives back all it holds, however it ends.
 *
 * <p>At party 0 the turn comes from the queue of {@link Admission}; the others hear of it by the
 * first message of the session, one way. One of theirs that has its server to itself prepares
 * meanwhile, on its thread: it opens its rows and tells its peers of the first, so that these need
 * not wait for it once party 0 has begun. Its memory it takes then. Whoever fails, gives up or is
 * lost while all three wait ends the session, which each of them hears at once.
 *
 * @param <R> a row as this party stores it
 */
final class QueuedEvaluation<R> implements Ticket.Waiter {
  /** Party whose servers decide what begins when. */
  static final Party SEQUENCER = Party.P0;

  /** The step of the message that begins an evaluation: the word in ASCII. */
  static final long BEGIN = 0x626567696eL;

  private final MeshSession session;
  private final Exchange exchange;
  private final Admission admission;
  private final Ticket ticket;
  private final Executor threads;
  private final PageQueue<R> pages;
  private final FirstFailure failure;
  private final EvaluationRecord record;
  private final Evaluations.Work<R> work;
  private final Consumer<QueuedEvaluation<?>> onBegun;
  private final boolean mayPrepare;
  // Done once party 0 has said that it begins, or the session or the patience is over.
  private final CompletableFuture<Void> word = new CompletableFuture<>();
  private volatile boolean prepares;
  // Whether it has been begun, or ended before it was.
  private final AtomicBoolean begun = new AtomicBoolean();

  /**
   * An evaluation that waits for nothing yet.
   *
   * @param session closed at the end
   * @param exchange over the session
   * @param ticket closed at the end
   * @param threads where it runs
   * @param onBegun told once it does not wait to begin any more
   * @param mayPrepare whether the work receives something from each peer before it holds more than
   *     its first rows
   */
  QueuedEvaluation(
      MeshSession session,
      Exchange exchange,
      Admission admission,
      Ticket ticket,
      Executor threads,
      PageQueue<R> pages,
      FirstFailure failure,
      EvaluationRecord record,
      Evaluations.Work<R> work,
      Consumer<QueuedEvaluation<?>> onBegun,
      boolean mayPrepare) {
    this.session = session;
    this.exchange = exchange;
    this.admission = admission;
    this.ticket = ticket;
    this.threads = threads;
    this.pages = pages;
    this.failure = failure;
    this.record = record;
    this.work = work;
    this.onBegun = onBegun;
    this.mayPrepare = mayPrepare;
  }

  /** Waits for its turn; it may begin before this returns. */
  void await() {
    try {
      watch();
    } catch (RuntimeException | Error e) {
      failure.fail(e);
      endUnbegun(e);
    }
  }

  private void watch() {
    if (session.self() != SEQUENCER) {
      admission.expect(ticket, this);
      prepares = mayPrepare && admission.hasOneTicket();
      session.whenHeard(SEQUENCER, unlessFailed(this::heard));
      if (prepares) {
        // Its peers hear of this session with what it reads first.
        begin();
      } else {
        session.announce();
      }
    } else if (admission.isFree()) {
      admission.enter(ticket, this);
    } else {
      session.announce();
      // Its peers' clients may be late, or gone: it takes nobody's place meanwhile.
      // Nor is it admitted on a thread of the mesh: that may drop share columns to make room.
      session.whenOpened(() -> admission.later(unlessFailed(this::enter)));
    }
    session.whenFailed(this::sessionFailed);
  }

  private void heard() {
    word.complete(null);
    if (prepares) {
      // It may still be reading, and counts as begun.
      admission.later(() -> admission.begins(ticket));
    } else {
      begin();
    }
  }

  private void enter() {
    try {
      admission.enter(ticket, this);
    } catch (RuntimeException | Error e) {
      endUnbegun(e);
    }
  }

  /** The failure of a session is heard of by itself. */
  private Runnable unlessFailed(Runnable task) {
    return () -> {
      try {
        session.checkOpen();
      } catch (ProtocolException e) {
        return;
      }
      task.run();
    };
  }

  @Override
  public void begin() {
    try {
      threads.execute(this::run);
    } catch (RejectedExecutionException e) {
      endUnbegun(e);
    } catch (OutOfMemoryError e) {
      // Of threads, most likely. HBase would take it for a reason to abort the server.
      endUnbegun(new ProtocolException("no thread could be started: out of memory"));
    }
  }

  @Override
  public void late(NotAdmittedException why) {
    word.completeExceptionally(why);
    if (prepares) {
      // Its thread may wait for a peer that is not there at all.
      failure.fail(why);
    } else {
      endUnbegun(why);
    }
  }

  private void sessionFailed() {
    ticket.end();
    word.complete(null);
    if (!begun.get()) {
      // Not here: this is a thread of the mesh, or one that closes a scan.
      admission.later(
          () -> {
            try {
              session.checkOpen();
            } catch (ProtocolException e) {
              endUnbegun(e);
            }
          });
    }
  }

  /** Ends it, unless it has begun. */
  void endUnbegun(Throwable cause) {
    if (begun.compareAndSet(false, true)) {
      onBegun.accept(this);
      try {
        failure.fail(cause);
      } finally {
        free();
      }
    }
  }

  private void run() {
    if (!begun.compareAndSet(false, true)) {
      return;
    }
    onBegun.accept(this);
    try {
      if (prepares) {
        work.run(new PreparedExchange(exchange, this::agreeToBegin), pages, failure, record);
      } else {
        agreeToBegin();
        work.run(exchange, pages, failure, record);
      }
    } catch (Throwable e) {
      failure.fail(e);
    } finally {
      free();
    }
  }

  private void agreeToBegin() {
    if (session.self() == SEQUENCER) {
      exchange.send(SEQUENCER.next(), BEGIN, ByteBuffer.allocate(0));
      exchange.send(SEQUENCER.prev(), BEGIN, ByteBuffer.allocate(0));
    } else {
      follow();
    }
    record.admitted();
  }

  private void follow() {
    try {
      // For longer than for a message: party 0 may have others to evaluate first.
      word.get();
      exchange.receive(SEQUENCER, BEGIN);
      admission.follow(ticket);
    } catch (ExecutionException e) {
      throw (NotAdmittedException) e.getCause();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RejectedExecutionException(e);
    }
  }

  private void free() {
    try {
      session.close();
    } finally {
      // Or its memory and its place were lost until the server starts again.
      ticket.close();
    }
    record.over(ticket.waitedNanos(), session.bytesSent(), pages.counts());
  }

  /**
   * Exchange of an evaluation that prepares itself before it begins: what it has to say first is
   * sent at once, and what it receives first it receives once it has begun.
   */
  private static final class PreparedExchange implements Exchange {
    private final Exchange exchange;
    private final Runnable begin;
    private boolean begun;

    /**
     * An exchange.
     *
     * @param begin waits until the evaluation may begin; run once, before anything is received
     */
    PreparedExchange(Exchange exchange, Runnable begin) {
      this.exchange = exchange;
      this.begin = begin;
    }

    @Override
    public Party self() {
      return exchange.self();
    }

    @Override
    public void send(Party to, long step, ByteBuffer payload) {
      exchange.send(to, step, payload);
    }

    @Override
    public ByteBuffer receive(Party from, long step) {
      if (!begun) {
        begun = true;
        begin.run();
      }
      return exchange.receive(from, step);
    }

    /**
     * {@inheritDoc} Others are used once the evaluation has begun, for batches that were agreed on.
     */
    @Override
    public Exchange stream(int index) {
      return index == 0 ? this : exchange.stream(index);
    }

    @Override
    public byte[] sharedKey(Party peer) {
      return exchange.sharedKey(peer);
    }

    @Override
    public long bytesSent() {
      return exchange.bytesSent();
    }
  }
}
