package io.dartagnan.client.scan;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import org.apache.hadoop.hbase.trace.TraceUtil;

/**
 * Span of one filter or aggregate in HBase's own tracing, where the application has that on. The
 * calls to the three clouds are below it, and with them what the clouds trace of their evaluations.
 * It tells no operand and no value. For any thread.
 */
final class StreamSpan {
  static final String SPAN = "dartagnan scan";
  static final AttributeKey<String> NAME = AttributeKey.stringKey("dartagnan.scan");
  static final AttributeKey<Long> PAGES = AttributeKey.longKey("dartagnan.pages");
  static final AttributeKey<Long> RETURNED = AttributeKey.longKey("dartagnan.rows.returned");
  static final AttributeKey<Long> BYTES = AttributeKey.longKey("dartagnan.bytes.mesh");

  private final Span span;
  private final Context context;
  private long pages;
  private long rows;

  private StreamSpan(Span span, String name) {
    this.span = span.setAttribute(NAME, name);
    this.context = Context.current().with(span);
  }

  /**
   * Begins a span below the current one.
   *
   * @param name words for what is asked
   */
  static StreamSpan begin(String name) {
    return new StreamSpan(TraceUtil.createSpan(SPAN), name);
  }

  /** A pool whose tasks are below the span. */
  ExecutorService around(ExecutorService pool) {
    return context.wrap(pool);
  }

  /** Takes note of a page. */
  synchronized void returned(AgreedPage page) {
    pages++;
    rows += page.rows().size();
  }

  /** Takes note of the failure that is the answer. */
  void failed(IOException failure) {
    span.setStatus(StatusCode.ERROR, failure.getClass().getName());
  }

  /**
   * Ends the span; once.
   *
   * @param meshBytes payload that the parties sent each other
   */
  synchronized void end(long meshBytes) {
    span.setAttribute(PAGES, pages);
    span.setAttribute(RETURNED, rows);
    span.setAttribute(BYTES, meshBytes);
    span.end();
  }
}
