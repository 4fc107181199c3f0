package io.dartagnan.client.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.configuration.QuerySettings;
import io.dartagnan.client.filter.RowInterval;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests of what an application's trace shows of a filter. */
@Timeout(60)
class PageStreamTraceTest {
  @RegisterExtension static final OpenTelemetryExtension TRACING = OpenTelemetryExtension.create();

  private final ExecutorService pool = Executors.newFixedThreadPool(3);
  private final MemoryClouds clouds = new MemoryClouds("a", "b", "c");
  private final Set<String> around = ConcurrentHashMap.newKeySet();

  @AfterEach
  void stop() {
    pool.shutdownNow();
  }

  private PageStream stream() {
    return new PageStream(
        "a filtered scan",
        new RowInterval(new byte[0], new byte[0]),
        false,
        1,
        new RangePlanner(clouds, pool, 10_000),
        clouds,
        pool,
        new QuerySettings(20_000, 20_000, 1, 1, Optional.empty()));
  }

  private SpanData only() {
    List<SpanData> spans = TRACING.getSpans();
    assertThat(spans).hasSize(1);
    return spans.get(0);
  }

  @Test
  void aFilterIsASpanAroundItsCallsToTheClouds() throws Exception {
    clouds.bend =
        (session, party, call, honest) -> {
          around.add(Span.current().getSpanContext().getSpanId());
          return honest;
        };
    int rows = 0;
    try (PageStream stream = stream()) {
      for (AgreedPage page = stream.next(); page != null; page = stream.next()) {
        rows += page.rows().size();
      }
    }
    assertThat(rows).isEqualTo(3);
    SpanData span = only();
    assertThat(span.getName()).isEqualTo(PageStream.Trace.SPAN);
    assertThat(around).containsExactly(span.getSpanId());
    assertThat(span.getAttributes().get(PageStream.Trace.NAME)).isEqualTo("a filtered scan");
    assertThat(span.getAttributes().get(PageStream.Trace.RETURNED)).isEqualTo(3);
    assertThat(span.getAttributes().get(PageStream.Trace.PAGES)).isEqualTo(3);
    assertThat(span.getAttributes().get(PageStream.Trace.BYTES)).isPositive();
    assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
  }

  @Test
  void aFilterThatFailsIsASpanThatSaysSo() throws Exception {
    clouds.bend =
        (session, party, call, honest) -> {
          throw new DoNotRetryIOException("no");
        };
    try (PageStream stream = stream()) {
      assertThatThrownBy(stream::next).isInstanceOf(IOException.class);
    }
    assertThat(only().getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
  }
}
