package io.dartagnan.server.evaluation;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.dartagnan.mesh.SessionId;
import io.dartagnan.mesh.session.Mesh;
import io.dartagnan.mesh.session.MeshSession;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.query.Query;
import io.dartagnan.query.QuerySession;
import io.dartagnan.server.evaluation.block.BlockSource;
import io.dartagnan.server.evaluation.operate.BatchOperation;
import io.dartagnan.server.evaluation.page.PageQueue;
import io.dartagnan.server.evaluation.road.BlockRoad;
import io.dartagnan.server.evaluation.road.Pace;
import io.dartagnan.server.evaluation.road.Road;
import io.dartagnan.server.evaluation.road.RowAlignment;
import io.dartagnan.server.evaluation.row.RowSource;
import io.dartagnan.server.evaluation.row.StoredRow;
import io.dartagnan.wire.QueryFailure;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * All evaluations of one server. Each has a thread of its own from the moment its query arrives:
 * with a shared queue, three servers could each be busy with queries the other two have not begun.
 */
public final class Evaluations implements AutoCloseable {
  private static final ProtocolSuites SUITES = ProtocolSuites.installed();

  private final Party self;
  private final Mesh mesh;
  private final EvaluationSettings settings;
  private final UnaryOperator<Exchange> overSession;
  private final LaggingParties lagging;
  private final ThreadPoolExecutor threads;
  private final SpareThreads spare;

  /**
   * Opens the rows of a range.
   *
   * @param <R> a row as this party stores it
   */
  @FunctionalInterface
  public interface RowOpener<R extends StoredRow> {

    /**
     * Called once, on the evaluation's thread, which closes the source.
     *
     * @param abandoned asked between reads whether anybody still waits for the rows
     */
    RowSource<R> open(BooleanSupplier abandoned) throws IOException;
  }

  /**
   * Opens the blocks of a range.
   *
   * @param <R> a row as this party stores it
   */
  @FunctionalInterface
  public interface BlockOpener<R extends StoredRow> {

    /**
     * Called once, on the evaluation's thread, which closes the source.
     *
     * @param abandoned asked between reads whether anybody still waits for the rows
     */
    BlockSource<R> open(BooleanSupplier abandoned) throws IOException;
  }

  /**
   * Evaluations over a mesh.
   *
   * @param self which party this server belongs to
   * @param mesh how its peers are reached; the caller closes it, after this
   */
  public Evaluations(Party self, Mesh mesh, EvaluationSettings settings) {
    this(self, mesh, settings, session -> session);
  }

  /** Evaluations whose messages go through what is put over each session. */
  Evaluations(
      Party self, Mesh mesh, EvaluationSettings settings, UnaryOperator<Exchange> overSession) {
    this.self = self;
    this.mesh = mesh;
    this.settings = settings;
    this.overSession = overSession;
    this.lagging = new LaggingParties(settings.mostMissing());
    this.spare = new SpareThreads(settings.maxOverlap());
    this.threads =
        new ThreadPoolExecutor(
            0,
            settings.max(),
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
   * @param rows where its rows are
   */
  public <R extends StoredRow> RunningEvaluation<R> begin(Query query, RowOpener<R> rows) {
    return begin(
        query,
        (operation, exchange, pages, failure) -> {
          try (RowSource<R> source = rows.open(pages::isClosed)) {
            run(operation, rowByRow(query, operation).road(source), exchange, pages, failure);
          }
        });
  }

  /**
   * Begins a query whose rows are agreed on by blocks. Whether a query is answered so follows from
   * it and from its scan alone: the three parties must take the same road.
   *
   * @param query the request to this party, over protected columns alone and without a limit
   * @param blocks where its rows are
   */
  public <R extends StoredRow> RunningEvaluation<R> beginByBlocks(
      Query query, BlockOpener<R> blocks) {
    return begin(
        query,
        (operation, exchange, pages, failure) -> {
          try (BlockSource<R> source = blocks.open(pages::isClosed)) {
            BlockRoad<R> road =
                new BlockRoad<>(rowByRow(query, operation), source, operation.mostRows());
            run(operation, road, exchange, pages, failure);
          }
        });
  }

  private RowAlignment rowByRow(Query query, BatchOperation operation) {
    return new RowAlignment(
        query.columns(),
        Pace.of(query.operation(), operation.mostRows()),
        lagging.ofOneEvaluation());
  }

  private <R> void run(
      BatchOperation operation,
      Road<R> road,
      Exchange exchange,
      PageQueue<R> pages,
      FirstFailure failure) {
    new Evaluation<>(operation, road, exchange, pages, spare, failure::fail).run();
  }

  /** The work of a query. */
  @FunctionalInterface
  private interface QueryWork<R> {
    void run(BatchOperation operation, Exchange exchange, PageQueue<R> pages, FirstFailure failure)
        throws Exception;
  }

  private <R> RunningEvaluation<R> begin(Query query, QueryWork<R> work) {
    ProtocolSuite suite;
    try {
      suite = SUITES.named(query.suite());
    } catch (IllegalArgumentException e) {
      return RunningEvaluation.refused(new QueryFailure(false, self + ": " + e.getMessage()));
    }
    return begin(
        query.toString(),
        query.session(),
        query.servers(),
        (exchange, pages, failure) ->
            work.run(BatchOperation.of(suite, query), exchange, pages, failure));
  }

  /**
   * Begins other work of the three parties. What stands against it is the answer, in the place of
   * pages.
   *
   * @param name names it in the log
   * @param servers the region servers that take part at party 0, 1 and 2, as HBase names them
   */
  public <R> RunningEvaluation<R> begin(
      String name, QuerySession session, List<String> servers, SessionWork<R> work) {
    return begin(name, session, servers, (exchange, pages, failure) -> work.run(exchange, pages));
  }

  /** Work with threads of its own, which report failures themselves. */
  @FunctionalInterface
  private interface Work<R> {
    void run(Exchange exchange, PageQueue<R> pages, FirstFailure failure) throws Exception;
  }

  private <R> RunningEvaluation<R> begin(
      String name, QuerySession session, List<String> partyServers, Work<R> work) {
    Map<Party, String> servers = new EnumMap<>(Party.class);
    for (Party party : Party.ALL) {
      servers.put(party, partyServers.get(party.index()));
    }
    MeshSession exchange;
    try {
      exchange = mesh.open(new SessionId(session.high(), session.low(), session.range()), servers);
    } catch (IllegalStateException e) {
      return RunningEvaluation.refused(new QueryFailure(true, self + ": " + e.getMessage()));
    } catch (RejectedExecutionException e) {
      // The mesh is closing and takes no work any more.
      return RunningEvaluation.refused(stopping());
    }
    PageQueue<R> pages = new PageQueue<>(settings.timeout().toMillis());
    try {
      threads.execute(() -> run(name, work, exchange, pages));
    } catch (RejectedExecutionException e) {
      return refused(
          exchange,
          threads.isShutdown()
              ? stopping()
              : new QueryFailure(
                  true,
                  "%s: %d queries are being evaluated already, as many as dartagnan.evaluation.max allows"
                      .formatted(self, settings.max())));
    } catch (OutOfMemoryError e) {
      // Of threads, most likely. HBase would take it for a reason to abort the server.
      return refused(
          exchange,
          new QueryFailure(true, self + ": no thread could be started: " + e.getMessage()));
    }
    return new RunningEvaluation<>(
        pages, exchange::bytesSent, () -> exchange.abort("the client closed the scan"));
  }

  private static <R> RunningEvaluation<R> refused(MeshSession exchange, QueryFailure reason) {
    try (exchange) {
      exchange.abort(reason.reason());
    }
    return RunningEvaluation.refused(reason);
  }

  private QueryFailure stopping() {
    return new QueryFailure(true, self + ": the region server is stopping");
  }

  private <R> void run(String name, Work<R> work, MeshSession exchange, PageQueue<R> pages) {
    FirstFailure failure = new FirstFailure(self, name, exchange, pages);
    try (exchange) {
      try {
        work.run(overSession.apply(exchange), pages, failure);
      } catch (Throwable e) {
        failure.fail(e);
      }
    }
  }

  /** The parties that have been seen to lack old writes. */
  public LaggingParties lagging() {
    return lagging;
  }

  /** Interrupts what still runs. */
  @Override
  public void close() {
    threads.shutdownNow();
    spare.close();
  }
}
