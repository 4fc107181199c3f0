package io.dartagnan.server.evaluation;

import io.dartagnan.mesh.session.MeshSession;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.wire.FilterQuery;
import io.dartagnan.wire.QueryFailure;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How an evaluation ends that does not come to its last page. The first failure counts, on
 * whichever thread: the peers and the client are told at once, and whatever else waits in the
 * session fails with it.
 */
final class Ending {
  private static final Logger LOG = LoggerFactory.getLogger(Ending.class);

  private final Party self;
  private final FilterQuery query;
  private final MeshSession exchange;
  private final PageQueue pages;
  private final AtomicBoolean ended = new AtomicBoolean();

  Ending(Party self, FilterQuery query, MeshSession exchange, PageQueue pages) {
    this.self = self;
    this.query = query;
    this.exchange = exchange;
    this.pages = pages;
  }

  /** Called by the thread that fails. */
  void fail(Throwable cause) {
    if (cause instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    if (!ended.compareAndSet(false, true)) {
      return;
    }
    QueryFailure failure = failure(cause);
    try {
      // Before the session closes: closing alone tells the peers nothing.
      exchange.abort(failure.reason());
    } finally {
      // Also where memory has run out for the peers: who waits for a page is not left waiting.
      if (!pages.isClosed()) {
        pages.fail(failure);
        // The client is told; here it is for the operator who asks what became of a query.
        LOG.info("{} ended: {}", exchange.id(), failure.reason());
      }
    }
  }

  private QueryFailure failure(Throwable cause) {
    if (cause instanceof InterruptedException) {
      return new QueryFailure(true, self + ": the region server is stopping");
    }
    if (cause instanceof ProtocolException e) {
      return new QueryFailure(
          true, e.culprit().isPresent() ? e.getMessage() : self + ": " + e.getMessage());
    }
    if (cause instanceof DoNotRetryIOException) {
      return new QueryFailure(false, self + ": " + sentence(cause));
    }
    if (cause instanceof IOException) {
      return new QueryFailure(true, self + " cannot read its region: " + sentence(cause));
    }
    // A defect, or memory that ran out: it goes to the log with its trace, and nobody waits.
    LOG.error("{} failed", query, cause);
    return new QueryFailure(false, self + " failed: " + cause.getClass().getSimpleName());
  }

  private static String sentence(Throwable cause) {
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }
}
