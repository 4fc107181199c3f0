package io.dartagnan.server.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.server.query.PageQueue.BatchOutcome;
import io.dartagnan.server.query.PageQueue.PageCounts;
import io.dartagnan.server.query.admission.Turn;
import io.dartagnan.wire.QueryFailure;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PageQueueTest {
  private static final long LONG_MS = 20_000;
  private static final long MOMENT_MS = 1;

  private final PageQueue<String> pages = new PageQueue<>(LONG_MS);

  @Test
  void pagesLeaveInTheOrderOfTheirPlaces() throws Exception {
    PageQueue.Place<String> first = pages.reserve(3);
    PageQueue.Place<String> second = pages.reserve(3);
    PageQueue.Place<String> third = pages.reserve(3);

    pages.put(third, rows(true, "c"));
    pages.put(second, rows(false, "b"));
    assertThat(next()).isEqualTo("none");

    pages.put(first, rows(false, "a"));
    assertThat(next()).isEqualTo("a");
    assertThat(next()).isEqualTo("b");
    assertThat(next()).isEqualTo("c");
  }

  /** The peers can compute all that a page has, whichever of them has it first. */
  @Test
  void aPlaceIsKeptBackByAPageThatIsThereOrByABatchThatIsNotComputed() throws Exception {
    List<PageQueue.Place<String>> places = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      places.add(pages.reserve(4, false));
    }
    CompletableFuture<PageQueue.Place<String>> producer = reserving(pages, 4);
    pages.put(places.get(1), rows(false, "b"));
    assertThatThrownBy(() -> producer.get(100, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);

    pages.put(places.get(0), rows(false, "a"));
    assertThat(producer.get(10, TimeUnit.SECONDS)).isNotNull();
    assertThat(next()).isEqualTo("none");
  }

  @Test
  void aProducerWithAnotherPageOfBatchesInTheLineWaitsForItsClient() throws Exception {
    PageQueue.Sizes sizes = PageQueue.Sizes.of(4);
    for (int i = 0; i < PageLine.MOST_BATCHES; i++) {
      pages.put(pages.reserve(4, sizes.endsPage()), rows(false, "" + i));
    }
    CompletableFuture<PageQueue.Place<String>> producer = reserving(pages, 4);
    assertThatThrownBy(() -> producer.get(100, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    assertThat(next()).isEqualTo("0");
    assertThat(producer.get(10, TimeUnit.SECONDS)).isNotNull();
    assertThat(List.of(next(), next(), next(), next())).containsExactly("2", "6", "14", "none");
  }

  @Test
  void aFailureFreesTheProducerAndTheFirstOneCounts() throws Exception {
    CompletableFuture<PageQueue.Place<String>> producer = waitingProducer();

    pages.fail(new QueryFailure(true, "party 1: gone"));
    pages.fail(new QueryFailure(false, "party 2: later"));

    assertThatThrownBy(() -> producer.get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(ProtocolException.class);
    assertThat(pages.poll(LONG_MS).failure().reason()).isEqualTo("party 1: gone");
  }

  @Test
  void aDeviationCountsWhateverCameFirst() throws Exception {
    pages.fail(new QueryFailure(true, "party 1: gone"));
    pages.fail(QueryFailure.ofDeviation("party 1 lied"));
    pages.fail(QueryFailure.ofDeviation("party 2 lied"));
    pages.fail(new QueryFailure(true, "party 2: later"));

    assertThat(pages.poll(LONG_MS).failure().reason()).isEqualTo("party 1 lied");
  }

  @Test
  void aFailureSaysWhetherABatchHadBegun() throws Exception {
    PageQueue<String> unbegun = new PageQueue<>(LONG_MS);
    unbegun.fail(new QueryFailure(true, "party 1: gone"));
    assertThat(unbegun.poll(LONG_MS).failure().wasComputing()).isFalse();

    pages.reserve(3);
    pages.fail(new QueryFailure(true, "party 1: gone"));
    assertThat(pages.poll(LONG_MS).failure().wasComputing()).isTrue();
  }

  @Test
  void aProducerThatWaitsIsFreedWhenTheClientCloses() throws Exception {
    CompletableFuture<PageQueue.Place<String>> producer = waitingProducer();

    pages.close();

    assertThatThrownBy(() -> producer.get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(ProtocolException.class)
        .hasMessageContaining("the client closed the scan");
  }

  @Test
  void aProducerThatWaitsGoesOnWhenAPageIsFetched() throws Exception {
    CompletableFuture<PageQueue.Place<String>> producer = waitingProducer();

    next();

    assertThat(producer.get(10, TimeUnit.SECONDS)).isNotNull();
  }

  @Test
  void aClientThatFetchesNothingEndsTheProducerAtItsDeadline() throws Exception {
    PageQueue<String> impatient = new PageQueue<>(1);
    impatient.put(impatient.reserve(1), rows(false, "a"));
    assertThatThrownBy(() -> impatient.reserve(1))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("fetched no page for 1 ms");
  }

  /** The client cannot fetch what is not there; whoever computes it has a deadline of its own. */
  @Test
  void aPageThatIsStillComputedIsNotTheClientsFault() throws Exception {
    PageQueue<String> impatient = new PageQueue<>(1);
    PageQueue.Place<String> first = impatient.reserve(1);
    CompletableFuture<PageQueue.Place<String>> producer = reserving(impatient, 1);

    assertThatThrownBy(() -> producer.get(100, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);

    impatient.put(first, rows(false, "a"));
    assertThatThrownBy(() -> producer.get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(ProtocolException.class)
        .hasMessageContaining("fetched no page");
  }

  @Test
  void aProducerThatWaitsForItsClientLetsOthersRun() throws Exception {
    List<String> turns = Collections.synchronizedList(new ArrayList<>());
    PageQueue<String> queue = new PageQueue<>(LONG_MS, noting(turns));
    queue.put(queue.reserve(1), rows(false, "a"));
    CompletableFuture<PageQueue.Place<String>> producer = reserving(queue, 1);
    await().atMost(Duration.ofSeconds(20)).until(() -> turns.contains("client is awaited"));
    assertThat(turns).doesNotContain("client came");

    queue.poll(LONG_MS);

    producer.get(10, TimeUnit.SECONDS);
    assertThat(turns).containsExactly("between", "between", "client is awaited", "client came");
    assertThat(queue.counts().waitedNanos()).isPositive();
  }

  /** It is the producer's own work that is waited for, or that of its peers. */
  @Test
  void aProducerThatWaitsForAPageToBeComputedKeepsItsTurn() throws Exception {
    List<String> turns = Collections.synchronizedList(new ArrayList<>());
    PageQueue<String> queue = new PageQueue<>(LONG_MS, noting(turns));
    queue.reserve(1);
    CompletableFuture<PageQueue.Place<String>> producer = reserving(queue, 1);
    assertThatThrownBy(() -> producer.get(100, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);

    queue.close();

    assertThatThrownBy(() -> producer.get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(ProtocolException.class);
    assertThat(turns).containsExactly("between", "between");
    assertThat(queue.counts().waitedNanos()).isZero();
  }

  @Test
  void pagesAndRowsAreCounted() throws Exception {
    pages.put(
        pages.reserve(3),
        new BatchOutcome<>(false, new byte[0], 7, List.of("a", "b"), new byte[0]));
    pages.put(
        pages.reserve(3), new BatchOutcome<>(true, new byte[0], 5, List.of("c"), new byte[0]));
    assertThat(pages.counts()).isEqualTo(new PageCounts(2, 12, 3, 0));
  }

  private static Turn noting(List<String> turns) {
    return new Turn() {
      @Override
      public void betweenBatches() {
        turns.add("between");
      }

      @Override
      public void clientIsAwaited() {
        turns.add("client is awaited");
      }

      @Override
      public void clientCame() {
        turns.add("client came");
      }
    };
  }

  /** Waits for a second place while there is room for one. */
  private CompletableFuture<PageQueue.Place<String>> waitingProducer() throws InterruptedException {
    put(false, "a");
    return reserving(pages, 1);
  }

  private static CompletableFuture<PageQueue.Place<String>> reserving(
      PageQueue<String> queue, int most) {
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

  private static BatchOutcome<String> rows(boolean last, String through) {
    return new BatchOutcome<>(
        last, through.getBytes(StandardCharsets.UTF_8), 0, List.of(), new byte[0]);
  }

  private String next() throws InterruptedException {
    PageQueue.Entry<String> entry = pages.poll(MOMENT_MS);
    return entry == null
        ? "none"
        : new String(entry.outcome().throughRow(), StandardCharsets.UTF_8);
  }
}
