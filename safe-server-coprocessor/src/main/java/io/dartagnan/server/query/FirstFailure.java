package io.dartagnan.server.query;

import io.dartagnan.mesh.session.MeshSession;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.DeviationException;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.server.query.EvaluationRecord.EndReason;
import io.dartagnan.server.query.admission.NotAdmittedException;
import io.dartagnan.server.query.agreement.UnanswerableQueryException;
import io.dartagnan.wire.QueryFailure;
import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports the first failure of an evaluation, on whichever thread it happens, to its peers and its
 * client, at once. Whatever else waits in the session fails with it.
 */
final class FirstFailure {
  private static final Logger LOG = LoggerFactory.getLogger(FirstFailure.class);

  private static final String UNREADABLE = " cannot read its rows: ";

  private final Party self;
  private final String name;
  private final MeshSession exchange;
  private final PageQueue<?> pages;
  private final EvaluationRecord record;
  private final AtomicBoolean ended = new AtomicBoolean();

  /**
   * A reporter of one evaluation.
   *
   * @param name names it in the log; nothing that was asked
   * @param record is told why it ended
   */
  FirstFailure(
      Party self, String name, MeshSession exchange, PageQueue<?> pages, EvaluationRecord record) {
    this.self = self;
    this.name = name;
    this.exchange = exchange;
    this.pages = pages;
    this.record = record;
  }

  /** Called by the thread that fails. */
  void fail(Throwable cause) {
    if (cause instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    if (cause instanceof DeviationException e) {
      // Whatever came first, and whoever has gone away: this is what the operator is to see.
      LOG.error("{}: {}", exchange.id(), e.getMessage());
      record.deviated(e.getMessage());
    }
    if (!ended.compareAndSet(false, true) && !(cause instanceof DeviationException)) {
      return;
    }
    record.endsEarly(pages.isClosed() ? EndReason.CLIENT_CLOSED : reason(cause));
    QueryFailure failure = failure(cause);
    try {
      // Before the session closes: closing alone tells the peers nothing.
      exchange.abort(toPeers(cause, failure));
    } finally {
      // Also where memory has run out for the peers: who waits for a page is not left waiting.
      if (!pages.isClosed()) {
        pages.fail(failure);
        // The client is told; here it is for the operator who asks what became of a query.
        LOG.info("{} ended: {}", exchange.id(), failure.reason());
      }
    }
  }

  private static EndReason reason(Throwable cause) {
    if (cause instanceof InterruptedException || cause instanceof RejectedExecutionException) {
      return EndReason.STOPPING;
    }
    if (cause instanceof PageQueue.SilentClientException) {
      return EndReason.CLIENT_SILENT;
    }
    if (cause instanceof NotAdmittedException) {
      return EndReason.NOT_ADMITTED;
    }
    if (cause instanceof DeviationException) {
      return EndReason.DEVIATION;
    }
    if (cause instanceof ProtocolException e) {
      return e.culprit().isPresent() ? EndReason.PEER : EndReason.OTHER;
    }
    if (cause instanceof UnanswerableQueryException) {
      return EndReason.UNANSWERABLE;
    }
    return cause instanceof IOException ? EndReason.ROWS_UNREADABLE : EndReason.DEFECT;
  }

  private QueryFailure failure(Throwable cause) {
    if (cause instanceof InterruptedException || cause instanceof RejectedExecutionException) {
      return new QueryFailure(true, self + ": the region server is stopping");
    }
    if (cause instanceof NotAdmittedException) {
      return QueryFailure.ofFullParty(self + ": " + cause.getMessage());
    }
    if (cause instanceof DeviationException e) {
      return QueryFailure.ofDeviation(self + " says: " + e.getMessage());
    }
    if (cause instanceof ProtocolException e) {
      return new QueryFailure(
          !(e instanceof LaggingParties.TooManyException),
          e.culprit().isPresent() ? e.getMessage() : self + ": " + e.getMessage());
    }
    if (cause instanceof UnanswerableQueryException) {
      return new QueryFailure(false, self + ": " + sentence(cause));
    }
    if (cause instanceof IOException) {
      return new QueryFailure(true, self + UNREADABLE + sentence(cause));
    }
    // A defect, or memory that ran out: it goes to the log with its trace, and nobody waits.
    LOG.error("{} failed", name, cause);
    return new QueryFailure(false, self + " failed: " + cause.getClass().getSimpleName());
  }

  /**
   * Of HBase's exceptions the peers get the class alone: a text may name files, or hold values. Of
   * what a peer said the mesh passes nothing on. All else is this server's own words, of columns
   * and numbers.
   */
  private String toPeers(Throwable cause, QueryFailure failure) {
    return reason(cause) == EndReason.ROWS_UNREADABLE
        ? self + UNREADABLE + cause.getClass().getSimpleName()
        : failure.reason();
  }

  private static String sentence(Throwable cause) {
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }
}
