package io.dartagnan.server.evaluation;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.dartagnan.mesh.SessionId;
import io.dartagnan.mesh.session.Mesh;
import io.dartagnan.mesh.session.MeshSession;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.wire.FilterQuery;
import io.dartagnan.wire.QueryAbortedException;
import io.dartagnan.wire.QueryFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;

/**
 * All evaluations of one RegionServer. Each has a thread of its own from the moment its scan opens:
 * with a shared queue, three servers could each be busy with queries the other two have not begun.
 */
public final class Evaluations implements AutoCloseable {
  private static final ProtocolSuites SUITES = ProtocolSuites.installed();

  private final Party self;
  private final Mesh mesh;
  private final Duration timeout;
  private final int max;
  private final ThreadPoolExecutor threads;
  private final SpareThreads spare;

  /**
   * Evaluations over a mesh.
   *
   * @param self which party this server belongs to
   * @param mesh how its peers are reached; the caller closes it, after this
   * @param timeout the longest wait for a client that fetches no page
   * @param max how many may run at a time; 1 or more
   * @param maxOverlap how many batches may be compared at a time beside the one that each
   *     evaluation compares on its own thread; with 0 a batch is compared before the next is read
   * @throws IllegalArgumentException naming the setting that is out of range
   */
  public Evaluations(Party self, Mesh mesh, Duration timeout, int max, int maxOverlap) {
    if (max < 1) {
      throw new IllegalArgumentException(
          "dartagnan.evaluation.max is " + max + ", it must be 1 or more");
    }
    this.self = self;
    this.mesh = mesh;
    this.timeout = timeout;
    this.max = max;
    this.spare = new SpareThreads(maxOverlap);
    this.threads =
        new ThreadPoolExecutor(
            0,
            max,
            30,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            new ThreadFactoryBuilder()
                .setNameFormat("dartagnan-evaluation-%d")
                .setDaemon(true)
                .build());
  }

  /**
   * Begins a query.
   *
   * @param query what to evaluate
   * @param scan the scan that carried it: rows, columns, versions and time range
   * @param region where the rows are
   * @param opened what HBase opened for the scan
   * @return a scanner that returns the query's pages
   * @throws DoNotRetryIOException if the query cannot be evaluated here
   */
  public RegionScanner begin(FilterQuery query, Scan scan, Region region, RegionScanner opened)
      throws IOException {
    ProtocolSuite suite;
    try {
      suite = SUITES.named(query.suite());
    } catch (IllegalArgumentException e) {
      throw new DoNotRetryIOException(self + ": " + e.getMessage(), e);
    }
    Map<Party, String> servers = new EnumMap<>(Party.class);
    for (Party party : Party.ALL) {
      servers.put(party, query.servers().get(party.index()));
    }
    MeshSession exchange;
    try {
      exchange =
          mesh.open(new SessionId(query.queryHigh(), query.queryLow(), query.range()), servers);
    } catch (IllegalStateException e) {
      throw new QueryAbortedException(self + ": " + e.getMessage());
    } catch (RejectedExecutionException e) {
      // The mesh is closing and takes no work any more.
      throw new QueryAbortedException(self + ": the region server is stopping");
    }
    PageQueue pages = new PageQueue(timeout.toMillis());
    try {
      threads.execute(() -> evaluate(query, suite, scan, region, exchange, pages));
    } catch (RejectedExecutionException e) {
      String reason =
          threads.isShutdown()
              ? self + ": the region server is stopping"
              : "%s: %d filters are being evaluated already, as many as dartagnan.evaluation.max allows"
                  .formatted(self, max);
      exchange.abort(reason);
      exchange.close();
      throw new QueryAbortedException(reason);
    }
    return new PagedScanner(
        opened, pages, exchange::bytesSent, () -> exchange.abort("the client closed the scan"));
  }

  /**
   * A scanner that answers a query with the reason why it is not evaluated.
   *
   * @param opened what HBase opened for the scan
   */
  public static RegionScanner refuse(IOException reason, RegionScanner opened) {
    PageQueue pages = new PageQueue(0);
    pages.fail(QueryFailure.of(reason));
    return new PagedScanner(opened, pages, () -> 0, () -> {});
  }

  private void evaluate(
      FilterQuery query,
      ProtocolSuite suite,
      Scan scan,
      Region region,
      MeshSession exchange,
      PageQueue pages) {
    Ending ending = new Ending(self, query, exchange, pages);
    FilterColumn column =
        new FilterColumn(query.family(), query.qualifier(), query.protection(), self);
    try (exchange) {
      try (RowReader reader =
          new RowReader(region, scan, column, RowReader.MOMENT, pages::isClosed)) {
        new Evaluation(query, suite, reader, exchange, pages, spare, ending::fail).run();
      } catch (Throwable e) {
        ending.fail(e);
      }
    }
  }

  /** Interrupts what still runs. */
  @Override
  public void close() {
    threads.shutdownNow();
    spare.close();
  }
}
