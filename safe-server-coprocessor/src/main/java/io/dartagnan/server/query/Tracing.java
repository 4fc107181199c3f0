package io.dartagnan.server.query;

import io.dartagnan.server.query.EvaluationRecord.EndReason;
import io.dartagnan.server.query.EvaluationRecord.OperationKind;
import io.dartagnan.server.query.PageQueue.PageCounts;

/** Tracing of evaluations, as spans below the call that asked for each. */
@FunctionalInterface
public interface Tracing {
  /** No tracing. */
  Tracing NONE = (kind, name) -> Span.NONE;

  /**
   * Begins a span. Called on the thread of the call.
   *
   * @param name session and region; nothing that was asked
   */
  Span begin(OperationKind kind, String name);

  /** A span of one evaluation, which may be used by other threads than the one that began it. */
  interface Span {
    /** A span that nobody sees. */
    Span NONE =
        new Span() {
          @Override
          public void admitted() {}

          @Override
          public void end(EndReason early, PageCounts pages, long bytesSent) {}
        };

    /** Notes that the evaluation has its turn, and begins. */
    void admitted();

    /**
     * Ends the span.
     *
     * @param early why the evaluation ended early; null if it was answered
     * @param bytesSent payload sent to both peers
     */
    void end(EndReason early, PageCounts pages, long bytesSent);
  }
}
