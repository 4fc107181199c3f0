package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.CompareOperator;

/** Filters that are asked one after the other, each of whose answers has to be right. */
final class RightFilters implements AutoCloseable {
  private static final Duration DEADLINE = Duration.ofMinutes(5);

  private final CountDownLatch over = new CountDownLatch(1);
  private final AtomicInteger answers = new AtomicInteger();
  private final CompletableFuture<Void> asking;

  /**
   * Begins with them.
   *
   * @param table has this many rows, of which row {@code i} has the number {@code i}
   */
  RightFilters(Numbered table, int rows) {
    asking =
        CompletableFuture.runAsync(
            () -> {
              while (over.getCount() > 0) {
                rightAnswer(table, rows);
                answers.incrementAndGet();
              }
            });
  }

  private static void rightAnswer(Numbered table, int rows) {
    try {
      holds(table, rows);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asks one filter, which has to find this many rows, and no others. */
  static void holds(Numbered table, int rows) throws IOException {
    assertThat(table.numbers(CompareOperator.GREATER_OR_EQUAL, 0))
        .containsExactlyElementsOf(LongStream.range(0, rows).boxed().toList());
  }

  /** Waits for some more. */
  void goOn() {
    int before = answers.get();
    await("filters go on")
        .atMost(DEADLINE)
        .until(() -> asking.isDone() || answers.get() > before + 3);
    if (asking.isDone()) {
      asking.join();
    }
    assertThat(asking).isNotDone();
  }

  @Override
  public void close() {
    over.countDown();
    asking.orTimeout(DEADLINE.toSeconds(), TimeUnit.SECONDS).join();
    System.out.printf("  %d filters, all of them right%n", answers.get());
  }
}
