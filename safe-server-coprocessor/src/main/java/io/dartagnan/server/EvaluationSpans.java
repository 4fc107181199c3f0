package io.dartagnan.server;

import io.dartagnan.server.query.EvaluationRecord.EndReason;
import io.dartagnan.server.query.EvaluationRecord.OperationKind;
import io.dartagnan.server.query.PageQueue.PageCounts;
import io.dartagnan.server.query.Tracing;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.StatusCode;
import java.util.Locale;
import java.util.function.Function;
import org.apache.hadoop.hbase.trace.TraceUtil;

/**
 * Spans of evaluations in HBase's own tracing: each is a child of the span of the RPC that opened
 * its scan.
 */
final class EvaluationSpans implements Tracing {
  static final AttributeKey<String> QUERY = AttributeKey.stringKey("dartagnan.query");
  static final AttributeKey<String> ENDED = AttributeKey.stringKey("dartagnan.ended");
  static final AttributeKey<Long> JUDGED = AttributeKey.longKey("dartagnan.rows.judged");
  static final AttributeKey<Long> RETURNED = AttributeKey.longKey("dartagnan.rows.returned");
  static final AttributeKey<Long> BYTES = AttributeKey.longKey("dartagnan.bytes.sent");

  private final Function<String, io.opentelemetry.api.trace.Span> begin;

  EvaluationSpans() {
    this(TraceUtil::createSpan);
  }

  /**
   * Spans of another tracer.
   *
   * @param begin begins a span with this name, below the current one
   */
  EvaluationSpans(Function<String, io.opentelemetry.api.trace.Span> begin) {
    this.begin = begin;
  }

  @Override
  public Span begin(OperationKind kind, String name) {
    io.opentelemetry.api.trace.Span span =
        begin.apply("dartagnan " + kind.name().toLowerCase(Locale.ROOT));
    span.setAttribute(QUERY, name);
    return new Traced(span);
  }

  /** A span of one evaluation. */
  private record Traced(io.opentelemetry.api.trace.Span span) implements Span {

    @Override
    public void admitted() {
      span.addEvent("admitted");
    }

    @Override
    public void end(EndReason early, PageCounts pages, long bytesSent) {
      span.setAttribute(JUDGED, pages.judged());
      span.setAttribute(RETURNED, pages.returned());
      span.setAttribute(BYTES, bytesSent);
      if (early != null) {
        span.setAttribute(ENDED, early.name());
        // A client that has enough closes its scan.
        if (early != EndReason.CLIENT_CLOSED) {
          span.setStatus(StatusCode.ERROR, early.name());
        }
      }
      span.end();
    }
  }
}
