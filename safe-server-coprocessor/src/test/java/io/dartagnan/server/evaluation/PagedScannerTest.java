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
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PagedScannerTest {
  private static final long LONG_MS = 20_000;

  private final PageQueue pages = new PageQueue(LONG_MS);
  private final AtomicLong meshBytes = new AtomicLong();
  private final AtomicInteger givenUp = new AtomicInteger();
  private final PagedScanner scanner =
      new PagedScanner(closeable(), pages, meshBytes::get, givenUp::incrementAndGet);

  @Test
  void eachCallReturnsOnePageAndTheLastEndsTheScan() throws Exception {
    meshBytes.set(5);
    put(false, "b");
    Page first = next(true);
    assertThat(first.throughRow()).isEqualTo(new byte[] {'b'});
    assertThat(first.meshBytes()).isEqualTo(5);

    meshBytes.set(6);
    Page heartbeat = next(true);
    assertThat(heartbeat.kind()).isEqualTo(Page.Kind.HEARTBEAT);
    assertThat(heartbeat.throughRow()).isEqualTo(new byte[] {'b'});
    assertThat(heartbeat.meshBytes()).isEqualTo(6);

    put(true, "c");
    meshBytes.set(9);
    assertThat(next(false).meshBytes()).isEqualTo(9);
    assertThat(scanner.nextRaw(new ArrayList<>())).isFalse();
  }

  @Test
  void pagesLeaveInTheOrderOfTheirPlaces() throws Exception {
    PageQueue.Place first = pages.reserve(3);
    PageQueue.Place second = pages.reserve(3);
    PageQueue.Place third = pages.reserve(3);

    pages.put(third, rows(true, "c"));
    pages.put(second, rows(false, "b"));
    assertThat(next(true).kind()).isEqualTo(Page.Kind.HEARTBEAT);

    pages.put(first, rows(false, "a"));
    assertThat(next(true).throughRow()).isEqualTo(new byte[] {'a'});
    assertThat(next(true).throughRow()).isEqualTo(new byte[] {'b'});
    assertThat(next(false).throughRow()).isEqualTo(new byte[] {'c'});
  }

  @Test
  void closingBeforeTheLastPageGivesTheEvaluationUp() throws Exception {
    put(false, "b");
    next(true);

    scanner.close();

    assertThat(givenUp).hasValue(1);
  }

  /** HBase closes a scanner by itself behind its end, while the peers may still be at theirs. */
  @Test
  void closingBehindTheLastPageGivesNothingUp() throws Exception {
    put(true, "b");
    next(false);

    scanner.close();

    assertThat(givenUp).hasValue(0);
  }

  @Test
  void aFailureTakesThePlaceOfThePagesThatWait() throws Exception {
    put(false, "b");
    pages.fail(new QueryFailure(true, "party 1: gone"));

    List<Cell> cells = new ArrayList<>();
    assertThat(scanner.nextRaw(cells)).isFalse();
    assertThat(QueryFailure.decode(CellUtil.cloneValue(cells.get(0))).reason())
        .isEqualTo("party 1: gone");
  }

  @Test
  void aFailureFreesTheProducerAndTheFirstOneCounts() throws Exception {
    CompletableFuture<PageQueue.Place> producer = waitingProducer();

    pages.fail(new QueryFailure(true, "party 1: gone"));
    pages.fail(new QueryFailure(false, "party 2: later"));

    assertThatThrownBy(() -> producer.get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(ProtocolException.class);
    assertThat(pages.poll(LONG_MS).failure().reason()).isEqualTo("party 1: gone");
  }

  @Test
  void aProducerThatWaitsIsFreedWhenTheClientCloses() throws Exception {
    CompletableFuture<PageQueue.Place> producer = waitingProducer();

    scanner.close();

    assertThatThrownBy(() -> producer.get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(ProtocolException.class)
        .hasMessageContaining("the client closed the scan");
  }

  @Test
  void aProducerThatWaitsGoesOnWhenAPageIsFetched() throws Exception {
    CompletableFuture<PageQueue.Place> producer = waitingProducer();

    next(true);

    assertThat(producer.get(10, TimeUnit.SECONDS)).isNotNull();
  }

  @Test
  void aClientThatFetchesNothingEndsTheProducerAtItsDeadline() throws Exception {
    PageQueue impatient = new PageQueue(1);
    impatient.put(impatient.reserve(1), rows(false, "a"));
    assertThatThrownBy(() -> impatient.reserve(1))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("fetched no page for 1 ms");
  }

  /** The client cannot fetch what is not there; whoever computes it has a deadline of its own. */
  @Test
  void aPageThatIsStillComputedIsNotTheClientsFault() throws Exception {
    PageQueue impatient = new PageQueue(1);
    PageQueue.Place first = impatient.reserve(1);
    CompletableFuture<PageQueue.Place> producer = reserving(impatient, 1);

    assertThatThrownBy(() -> producer.get(100, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);

    impatient.put(first, rows(false, "a"));
    assertThatThrownBy(() -> producer.get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(ProtocolException.class)
        .hasMessageContaining("fetched no page");
  }

  /** Waits for a second place while there is room for one. */
  private CompletableFuture<PageQueue.Place> waitingProducer() throws InterruptedException {
    put(false, "a");
    return reserving(pages, 1);
  }

  private static CompletableFuture<PageQueue.Place> reserving(PageQueue queue, int most) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return queue.reserve(most);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private void put(boolean last, String through) throws InterruptedException {
    pages.put(pages.reserve(4), rows(last, through));
  }

  private static MatchingRows rows(boolean last, String through) {
    return new MatchingRows(last, through.getBytes(StandardCharsets.UTF_8), List.of());
  }

  private Page next(boolean more) throws IOException {
    List<Cell> cells = new ArrayList<>();
    assertThat(scanner.nextRaw(cells)).isEqualTo(more);
    assertThat(cells).hasSize(1);
    return Page.decode(CellUtil.cloneValue(cells.get(0)));
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
