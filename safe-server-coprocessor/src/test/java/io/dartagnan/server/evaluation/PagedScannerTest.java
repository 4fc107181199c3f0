package io.dartagnan.server.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.wire.Page;
import io.dartagnan.wire.QueryFailure;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PagedScannerTest {
  private static final long LONG_MS = 20_000;

  private final PageQueue pages = new PageQueue(LONG_MS);
  private final AtomicInteger givenUp = new AtomicInteger();
  private final PagedScanner scanner =
      new PagedScanner(closeable(), pages, givenUp::incrementAndGet);

  @Test
  void eachCallReturnsOnePageAndTheLastEndsTheScan() throws Exception {
    pages.put(page(Page.Kind.MORE, 5, "b"));
    assertThat(next(true).throughRow()).isEqualTo(new byte[] {'b'});

    Page heartbeat = next(true);
    assertThat(heartbeat.kind()).isEqualTo(Page.Kind.HEARTBEAT);
    assertThat(heartbeat.throughRow()).isEqualTo(new byte[] {'b'});
    assertThat(heartbeat.meshBytes()).isEqualTo(5);

    pages.put(page(Page.Kind.LAST, 9, "c"));
    assertThat(next(false).meshBytes()).isEqualTo(9);
    assertThat(scanner.nextRaw(new ArrayList<>())).isFalse();
  }

  @Test
  void closingBeforeTheLastPageGivesTheEvaluationUp() throws Exception {
    pages.put(page(Page.Kind.MORE, 0, "b"));
    next(true);

    scanner.close();

    assertThat(givenUp).hasValue(1);
  }

  /** HBase closes a scanner by itself behind its end, while the peers may still be at theirs. */
  @Test
  void closingBehindTheLastPageGivesNothingUp() throws Exception {
    pages.put(page(Page.Kind.LAST, 0, "b"));
    next(false);

    scanner.close();

    assertThat(givenUp).hasValue(0);
  }

  @Test
  void aFailureTakesThePlaceOfThePagesThatWait() throws Exception {
    pages.put(page(Page.Kind.MORE, 0, "b"));
    pages.fail(new QueryFailure(true, "party 1: gone"));

    List<Cell> cells = new ArrayList<>();
    assertThat(scanner.nextRaw(cells)).isFalse();
    assertThat(QueryFailure.decode(CellUtil.cloneValue(cells.get(0))).reason())
        .isEqualTo("party 1: gone");
  }

  @Test
  void aProducerThatWaitsIsFreedWhenTheClientCloses() throws Exception {
    pages.put(page(Page.Kind.MORE, 0, "a"));
    CompletableFuture<Void> producer =
        CompletableFuture.runAsync(
            () -> {
              try {
                pages.put(page(Page.Kind.MORE, 0, "b"));
                pages.put(page(Page.Kind.MORE, 0, "c"));
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });

    scanner.close();

    assertThatThrownBy(() -> producer.get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(ProtocolException.class)
        .hasMessageContaining("the client closed the scan");
  }

  @Test
  void aClientThatFetchesNothingEndsTheProducerAtItsDeadline() throws Exception {
    PageQueue impatient = new PageQueue(1);
    impatient.put(page(Page.Kind.MORE, 0, "a"));
    assertThatThrownBy(() -> impatient.put(page(Page.Kind.MORE, 0, "b")))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("fetched no page for 1 ms");
  }

  private Page next(boolean more) throws IOException {
    List<Cell> cells = new ArrayList<>();
    assertThat(scanner.nextRaw(cells)).isEqualTo(more);
    assertThat(cells).hasSize(1);
    return Page.decode(CellUtil.cloneValue(cells.get(0)));
  }

  private static Page page(Page.Kind kind, long meshBytes, String through) {
    return new Page(kind, meshBytes, through.getBytes(StandardCharsets.UTF_8), List.of());
  }

  /** What HBase opened; the scanner under test only ever closes it. */
  private static RegionScanner closeable() {
    return (RegionScanner)
        Proxy.newProxyInstance(
            RegionScanner.class.getClassLoader(),
            new Class<?>[] {RegionScanner.class},
            (proxy, method, arguments) -> {
              assertThat(method.getName()).isEqualTo("close");
              return null;
            });
  }
}
