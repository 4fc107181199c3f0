package io.dartagnan.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.server.query.EvaluationMetrics;
import io.dartagnan.server.query.EvaluationRecord;
import io.dartagnan.server.query.EvaluationRecord.EndReason;
import io.dartagnan.server.query.EvaluationRecord.OperationKind;
import io.dartagnan.server.query.PageQueue.PageCounts;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of what a trace shows of an evaluation. */
class EvaluationSpansTest {
  private static final String NAME = "query 12/3 at party 1 on abcd of T";

  private final InMemorySpanExporter ended = InMemorySpanExporter.create();
  private final SdkTracerProvider provider =
      SdkTracerProvider.builder().addSpanProcessor(SimpleSpanProcessor.create(ended)).build();
  private final Tracer tracer = provider.get("test");
  private final EvaluationMetrics metrics = new EvaluationMetrics();
  private Span call;

  @BeforeEach
  void trace() {
    metrics.trace(new EvaluationSpans(name -> tracer.spanBuilder(name).startSpan()));
    call = tracer.spanBuilder("call").startSpan();
  }

  @AfterEach
  void stop() {
    provider.close();
  }

  private EvaluationRecord begin() {
    try (Scope inCall = call.makeCurrent()) {
      assertThat(inCall).isNotNull();
      return new EvaluationRecord(metrics, OperationKind.SELECT, NAME, Duration.ZERO);
    }
  }

  private SpanData only() {
    assertThat(ended.getFinishedSpanItems()).hasSize(1);
    return ended.getFinishedSpanItems().get(0);
  }

  @Test
  void anEvaluationIsASpanBelowTheCallThatOpenedItsScan() {
    EvaluationRecord record = begin();
    call.end();
    ended.reset();
    record.admitted();
    record.over(0, 77, new PageCounts(1, 20, 3, 0));

    SpanData span = only();
    assertThat(span.getName()).isEqualTo("dartagnan select");
    assertThat(span.getParentSpanId()).isEqualTo(call.getSpanContext().getSpanId());
    assertThat(span.getEvents()).extracting("name").containsExactly("admitted");
    assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
    assertThat(span.getAttributes().get(EvaluationSpans.QUERY)).isEqualTo(NAME);
    assertThat(span.getAttributes().get(EvaluationSpans.JUDGED)).isEqualTo(20);
    assertThat(span.getAttributes().get(EvaluationSpans.RETURNED)).isEqualTo(3);
    assertThat(span.getAttributes().get(EvaluationSpans.BYTES)).isEqualTo(77);
    assertThat(span.getAttributes().get(EvaluationSpans.ENDED)).isNull();
  }

  @Test
  void oneThatFailsSaysWhyAndOneThatItsClientClosesIsNoError() {
    EvaluationRecord failed = begin();
    failed.endsEarly(EndReason.PEER);
    failed.over(0, 0, PageCounts.NONE);
    assertThat(only().getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(only().getAttributes().get(EvaluationSpans.ENDED)).isEqualTo("PEER");

    ended.reset();
    EvaluationRecord closed = begin();
    closed.endsEarly(EndReason.CLIENT_CLOSED);
    closed.over(0, 0, PageCounts.NONE);
    assertThat(only().getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
    assertThat(only().getAttributes().get(EvaluationSpans.ENDED)).isEqualTo("CLIENT_CLOSED");
  }
}
