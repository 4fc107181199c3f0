package io.dartagnan.server.query;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.harness.MemoryExchange;
import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.query.Query;
import io.dartagnan.server.query.agreement.EvaluationCounters;
import io.dartagnan.server.query.agreement.ExecutionStrategy;
import io.dartagnan.server.query.agreement.MemoryRow;
import io.dartagnan.server.query.agreement.Pace;
import io.dartagnan.server.query.agreement.RowStrategy;
import io.dartagnan.wire.QueryFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;

/** Three sides of one query in one process, on an exchange in memory, each to its last page. */
final class ThreeSides {

  /**
   * The ends of the three sides, by index of party.
   *
   * @param fetched what the client got
   * @param failures what was reported
   */
  record Outcome(List<FetchedPages> fetched, List<List<Throwable>> failures) {}

  /** The way to a party's batches. */
  @FunctionalInterface
  interface Strategies {
    ExecutionStrategy<MemoryRow> of(Party party, RowStrategy.Terms terms, int mostRows);
  }

  private final UnaryOperator<Exchange> over;
  private final Duration deadline;
  private final Strategies strategies;
  private final CyclicBarrier page = new CyclicBarrier(Party.ALL.size());

  private ThreeSides(UnaryOperator<Exchange> over, Duration deadline, Strategies strategies) {
    this.over = over;
    this.deadline = deadline;
    this.strategies = strategies;
  }

  /**
   * Runs the sides to their ends. Like the Safe Client, who fetches takes a page of each before the
   * next.
   *
   * @param queries by index of party
   * @param spare threads of each party beside its own
   * @param over what each party sends through
   */
  static Outcome run(
      List<Query> queries,
      List<Integer> spare,
      UnaryOperator<Exchange> over,
      Duration deadline,
      Strategies strategies)
      throws Exception {
    return runIn(
        queries, spare.stream().map(SpareThreads::new).toList(), over, deadline, strategies);
  }

  /** The same in spare threads that this closes. */
  static Outcome runIn(
      List<Query> queries,
      List<SpareThreads> spare,
      UnaryOperator<Exchange> over,
      Duration deadline,
      Strategies strategies)
      throws Exception {
    return new ThreeSides(over, deadline, strategies).run(queries, spare);
  }

  private Outcome run(List<Query> queries, List<SpareThreads> threads) throws Exception {
    List<CompletableFuture<FetchedPages>> clients = new ArrayList<>();
    List<List<Throwable>> failures =
        List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (MemoryExchange exchange : MemoryExchange.triple(deadline)) {
      int party = exchange.self().index();
      clients.add(side(queries.get(party), exchange, threads.get(party), failures.get(party)));
    }
    List<FetchedPages> fetched = new ArrayList<>();
    for (CompletableFuture<FetchedPages> client : clients) {
      fetched.add(client.get(60, TimeUnit.SECONDS));
    }
    threads.forEach(SpareThreads::close);
    return new Outcome(fetched, failures);
  }

  private CompletableFuture<FetchedPages> side(
      Query query, MemoryExchange exchange, SpareThreads spare, List<Throwable> failures) {
    PageQueue<MemoryRow> pages = new PageQueue<>(deadline.toMillis());
    RunningEvaluation<MemoryRow> running =
        new RunningEvaluation<>(pages, exchange::bytesSent, () -> {});
    BatchOperation operation =
        BatchOperation.of(ProtocolSuites.installed().named(ProtocolSuites.DEFAULT), query);
    RowStrategy.Terms terms =
        new RowStrategy.Terms(
            query.columns(),
            Pace.of(query.operation(), operation.mostRows()),
            (lagging, writes) -> {},
            EvaluationCounters.NONE);
    CompletableFuture<Void> evaluation =
        inThread(
            () ->
                new Evaluation<>(
                        operation,
                        strategies.of(exchange.self(), terms, operation.mostRows()),
                        over.apply(exchange),
                        pages,
                        spare,
                        EvaluationCounters.NONE,
                        failure -> {
                          synchronized (failures) {
                            failures.add(failure);
                          }
                          exchange.abort(failure.getMessage());
                          pages.fail(new QueryFailure(true, failure.getMessage()));
                        })
                    .run());
    CompletableFuture<FetchedPages> client = new CompletableFuture<>();
    inThread(() -> client.complete(FetchedPages.of(running, this::inStep)))
        .exceptionally(failure -> client.completeExceptionally(failure) ? null : null);
    return client.thenCombine(evaluation, (fetched, ended) -> fetched);
  }

  /** Waits for the two others to have fetched a page; not for one that fetches a failure. */
  private void inStep() {
    try {
      page.await(5, TimeUnit.SECONDS);
    } catch (BrokenBarrierException | TimeoutException e) {
      // One of them has come to a failure, and so will this one.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static CompletableFuture<Void> inThread(Runnable task) {
    return CompletableFuture.runAsync(task, thread -> new Thread(thread, "side").start());
  }
}
