package io.dartagnan.server.query;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.dartagnan.mesh.SessionId;
import io.dartagnan.mesh.session.Mesh;
import io.dartagnan.mesh.session.MeshSession;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.query.Operation;
import io.dartagnan.query.Query;
import io.dartagnan.query.QuerySession;
import io.dartagnan.server.query.EvaluationRecord.EndReason;
import io.dartagnan.server.query.EvaluationRecord.OperationKind;
import io.dartagnan.server.query.admission.Admission;
import io.dartagnan.server.query.admission.MemoryBudget;
import io.dartagnan.server.query.admission.NotAdmittedException;
import io.dartagnan.server.query.admission.Ticket;
import io.dartagnan.server.query.agreement.BlockSource;
import io.dartagnan.server.query.agreement.BlockStrategy;
import io.dartagnan.server.query.agreement.EvaluationCounters;
import io.dartagnan.server.query.agreement.ExecutionStrategy;
import io.dartagnan.server.query.agreement.Pace;
import io.dartagnan.server.query.agreement.RowSource;
import io.dartagnan.server.query.agreement.RowStrategy;
import io.dartagnan.server.query.agreement.StoredRow;
import io.dartagnan.wire.QueryFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * All evaluations of one server. As many run at a time as {@link Admission} lets, in one order at
 * all three parties; each then has a thread of its own.
 */
public final class Evaluations implements AutoCloseable {
  private static final ProtocolSuites SUITES = ProtocolSuites.installed();
  // Of the batches of a repair that are under way at a time.
  private static final long REPAIR_BYTES = 32 << 20;

  private final Party self;
  private final Mesh mesh;
  private final EvaluationSettings settings;
  private final UnaryOperator<Exchange> overSession;
  private final LaggingParties lagging;
  private final ThreadPoolExecutor threads;
  private final SpareThreads spare;
  private final Admission admission;
  private final EvaluationMetrics metrics = new EvaluationMetrics();
  private final Set<QueuedEvaluation<?>> unbegun = ConcurrentHashMap.newKeySet();
  private final UnderWay underWay = new UnderWay();

  /**
   * Opens the rows of a range, or its blocks.
   *
   * @param <S> the source of either
   */
  @FunctionalInterface
  public interface Opener<S> {

    /**
     * Called once, on the evaluation's thread, which closes the source.
     *
     * @param abandoned asked between reads whether anybody still waits for the rows
     */
    S open(BooleanSupplier abandoned) throws IOException;
  }

  /** Evaluations over a mesh, with the default share of the heap. */
  public Evaluations(Party self, Mesh mesh, EvaluationSettings settings) {
    this(self, mesh, settings, MemoryBudget.ofHeap(0));
  }

  /**
   * Evaluations over a mesh.
   *
   * @param self which party this server belongs to
   * @param mesh how its peers are reached; the caller closes it, after this
   * @param memory what their working sets may take
   */
  public Evaluations(Party self, Mesh mesh, EvaluationSettings settings, MemoryBudget memory) {
    this(self, mesh, settings, memory, session -> session);
  }

  /** Evaluations whose messages go through what is put over each session. */
  Evaluations(
      Party self,
      Mesh mesh,
      EvaluationSettings settings,
      MemoryBudget memory,
      UnaryOperator<Exchange> overSession) {
    this.self = self;
    this.mesh = mesh;
    this.settings = settings;
    this.overSession = overSession;
    this.lagging = new LaggingParties(settings.mostMissing());
    this.spare = new SpareThreads(settings.maxOverlap());
    this.admission = new Admission(settings.admission(), memory);
    // The tickets bound them.
    this.threads =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            30,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            new ThreadFactoryBuilder()
                .setNameFormat("dartagnan-evaluation-%d")
                .setDaemon(true)
                .build());
  }

  /**
   * This party's side of the work in one session.
   *
   * @param <R> a row as this party stores it
   */
  @FunctionalInterface
  public interface SessionWork<R> {

    /**
     * Does it, on a thread of its own. What it throws is told to the peers and to the client.
     *
     * @param exchange with the peers
     * @param pages takes the answer to the client
     */
    void run(Exchange exchange, PageQueue<R> pages) throws Exception;
  }

  /**
   * Begins a query whose rows are agreed on one by one. What stands against it is the answer, in
   * the place of pages.
   *
   * @param query the request to this party
   * @param region names where its rows are, in the log
   * @param rows where its rows are
   */
  public <R extends StoredRow> RunningEvaluation<R> begin(
      Query query, String region, Opener<RowSource<R>> rows) {
    return beginQuery(
        query,
        region,
        operation ->
            (exchange, pages, failure, counters) -> {
              try (RowSource<R> source = rows.open(pages::isClosed)) {
                ExecutionStrategy<R> strategy =
                    new RowStrategy<>(rowByRow(query, operation, counters), source, null);
                run(operation, strategy, exchange, pages, failure, counters);
              }
            });
  }

  /**
   * Begins a query whose rows are agreed on by blocks. Whether a query is answered so follows from
   * it and from its scan alone: the three parties must take the same strategy.
   *
   * @param query the request to this party, over protected columns alone and without a limit
   * @param region names where its rows are, in the log
   * @param blocks where its rows are
   */
  public <R extends StoredRow> RunningEvaluation<R> beginByBlocks(
      Query query, String region, Opener<BlockSource<R>> blocks) {
    return beginQuery(
        query,
        region,
        operation ->
            (exchange, pages, failure, counters) -> {
              try (BlockSource<R> source = blocks.open(pages::isClosed)) {
                ExecutionStrategy<R> strategy =
                    new BlockStrategy<>(
                        rowByRow(query, operation, counters),
                        source,
                        operation.mostRows(),
                        spare::tryRun);
                run(operation, strategy, exchange, pages, failure, counters);
              }
            });
  }

  private RowStrategy.Terms rowByRow(
      Query query, BatchOperation operation, EvaluationCounters counters) {
    return new RowStrategy.Terms(
        query.columns(),
        Pace.of(query.operation(), operation.mostRows()),
        lagging.ofOneEvaluation(),
        counters);
  }

  private <R> void run(
      BatchOperation operation,
      ExecutionStrategy<R> strategy,
      Exchange exchange,
      PageQueue<R> pages,
      FirstFailure failure,
      EvaluationCounters counters) {
    new Evaluation<>(operation, strategy, exchange, pages, spare, counters, failure::fail).run();
  }

  private <R> RunningEvaluation<R> beginQuery(
      Query query, String region, Function<BatchOperation, Work<R>> work) {
    ProtocolSuite suite;
    try {
      suite = SUITES.named(query.suite());
    } catch (IllegalArgumentException e) {
      return refused(EndReason.UNANSWERABLE, new QueryFailure(false, self + ": " + e.getMessage()));
    }
    OperationKind kind =
        query.operation() instanceof Operation.Select
            ? OperationKind.SELECT
            : OperationKind.AGGREGATE;
    BatchOperation operation;
    try {
      operation = BatchOperation.of(suite, query);
    } catch (RuntimeException e) {
      // Told like any failure of an evaluation, for the peers wait for this party.
      return begin(
          kind,
          query + " on " + region,
          query.session(),
          query.servers(),
          0,
          (exchange, pages, failure, counters) -> {
            throw e;
          });
    }
    return begin(
        kind,
        query + " on " + region,
        query.session(),
        query.servers(),
        operation.workingBytes(),
        work.apply(operation));
  }

  /**
   * Begins a repair, which is admitted like a query. What stands against it is the answer, in the
   * place of pages.
   *
   * @param name names it in the log
   * @param servers the region servers that take part at party 0, 1 and 2, as HBase names them
   */
  public <R> RunningEvaluation<R> begin(
      String name, QuerySession session, List<String> servers, SessionWork<R> work) {
    return begin(
        OperationKind.REPAIR,
        name,
        session,
        servers,
        REPAIR_BYTES,
        (exchange, pages, failure, record) -> work.run(exchange, pages));
  }

  /** Work with threads of its own, which report failures themselves. */
  @FunctionalInterface
  interface Work<R> {
    void run(
        Exchange exchange, PageQueue<R> pages, FirstFailure failure, EvaluationCounters counters)
        throws Exception;
  }

  private <R> RunningEvaluation<R> begin(
      OperationKind kind,
      String name,
      QuerySession query,
      List<String> partyServers,
      long bytes,
      Work<R> work) {
    Map<Party, String> servers = new EnumMap<>(Party.class);
    for (Party party : Party.ALL) {
      servers.put(party, partyServers.get(party.index()));
    }
    MeshSession session;
    try {
      session = mesh.prepare(new SessionId(query.high(), query.low(), query.range()), servers);
    } catch (IllegalStateException e) {
      return refused(EndReason.OTHER, new QueryFailure(true, self + ": " + e.getMessage()));
    } catch (RejectedExecutionException e) {
      // The mesh is closing and takes no work any more.
      return refused(EndReason.STOPPING, stopping());
    }
    if (threads.isShutdown()) {
      return refused(session, EndReason.STOPPING, stopping());
    }
    Ticket ticket;
    try {
      ticket = admission.ticket(bytes);
    } catch (NotAdmittedException e) {
      return refused(
          session, EndReason.NOT_ADMITTED, QueryFailure.ofFullParty(self + ": " + e.getMessage()));
    }
    if (!underWay.tryBegin()) {
      ticket.close();
      return refused(session, EndReason.STOPPING, stopping());
    }
    boolean held = false;
    try {
      RunningEvaluation<R> running = begin(kind, name, session, ticket, work);
      held = true;
      return running;
    } finally {
      if (!held) {
        underWay.over();
        ticket.close();
        refused(session, EndReason.DEFECT, new QueryFailure(false, self + " failed"));
      }
    }
  }

  private <R> RunningEvaluation<R> begin(
      OperationKind kind, String name, MeshSession session, Ticket ticket, Work<R> work) {
    PageQueue<R> pages = new PageQueue<>(settings.timeout().toMillis(), ticket);
    EvaluationRecord record = new EvaluationRecord(metrics, kind, name, settings.slow());
    QueuedEvaluation<R> evaluation =
        new QueuedEvaluation<>(
            session,
            overSession.apply(session),
            admission,
            ticket,
            threads,
            pages,
            new FirstFailure(self, name, session, pages, record),
            record,
            work,
            unbegun::remove,
            kind != OperationKind.REPAIR);
    unbegun.add(evaluation);
    evaluation.await();
    if (threads.isShutdown() || underWay.isDraining()) {
      // Closed meanwhile, or draining, which may not have seen this one.
      evaluation.endUnbegun(new RejectedExecutionException());
    }
    return new RunningEvaluation<>(
        pages,
        session::bytesSent,
        () -> session.abort("the client closed the scan"),
        underWay::over);
  }

  private <R> RunningEvaluation<R> refused(
      MeshSession session, EndReason reason, QueryFailure failure) {
    try (session) {
      session.abort(failure.reason());
    }
    return refused(reason, failure);
  }

  private <R> RunningEvaluation<R> refused(EndReason reason, QueryFailure failure) {
    metrics.aborted(reason);
    return RunningEvaluation.refused(failure);
  }

  private QueryFailure stopping() {
    return new QueryFailure(true, self + ": the region server is stopping");
  }

  /** The parties that have been seen to lack old writes. */
  public LaggingParties lagging() {
    return lagging;
  }

  /** Sums over all evaluations. */
  public EvaluationMetrics metrics() {
    return metrics;
  }

  /** The queue of queries, and the memory that they share with the caches of regions. */
  public Admission admission() {
    return admission;
  }

  /**
   * Takes nothing new, ends what has not begun, and waits for the clients of all others to have
   * fetched them to their ends; for a time at most. Those turned away may come back: the region
   * will be elsewhere.
   *
   * @return how many are left
   */
  public int drain(Duration longest) throws InterruptedException {
    underWay.drain();
    endUnbegun();
    return underWay.awaitNone(longest);
  }

  /** Those that their clients have not fetched to the end yet. */
  public int underWay() {
    return underWay.count();
  }

  private void endUnbegun() {
    unbegun.forEach(waiting -> waiting.endUnbegun(new RejectedExecutionException()));
  }

  /** Interrupts what still runs, and ends what waits. */
  @Override
  public void close() {
    threads.shutdownNow();
    endUnbegun();
    spare.close();
    admission.close();
  }

  /**
   * Evaluations of a server that their clients have not fetched to the end yet. Once it drains, no
   * more begin.
   */
  private static final class UnderWay {
    private int count;
    private boolean draining;

    /** Counts one more; false, and does not, if the server drains. */
    synchronized boolean tryBegin() {
      if (!draining) {
        count++;
      }
      return !draining;
    }

    /** Counts one less. */
    synchronized void over() {
      count--;
      notifyAll();
    }

    synchronized int count() {
      return count;
    }

    synchronized boolean isDraining() {
      return draining;
    }

    /** Lets no more begin, from now on. */
    synchronized void drain() {
      draining = true;
    }

    /**
     * Waits until none is left; for a time at most.
     *
     * @return how many are left
     */
    synchronized int awaitNone(Duration longest) throws InterruptedException {
      long until = System.nanoTime() + longest.toNanos();
      while (count > 0) {
        long left = until - System.nanoTime();
        if (left <= 0) {
          break;
        }
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
      return count;
    }
  }
}
