package io.dartagnan.server.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SpareThreadsTest {

  @Test
  void workIsRefusedAndNotQueuedWhileAllAreBusy() throws Exception {
    CountDownLatch busy = new CountDownLatch(1);
    AtomicInteger ran = new AtomicInteger();
    try (SpareThreads threads = new SpareThreads(2)) {
      assertThat(threads.tryRun(() -> awaitOn(busy))).isTrue();
      assertThat(threads.tryRun(() -> awaitOn(busy))).isTrue();

      assertThat(threads.tryRun(ran::incrementAndGet)).isFalse();

      busy.countDown();
      await().atMost(Duration.ofSeconds(20)).until(() -> threads.tryRun(() -> ran.addAndGet(10)));
      await().atMost(Duration.ofSeconds(20)).until(() -> ran.get() == 10);
    }
  }

  @Test
  void noneMeansNone() {
    try (SpareThreads threads = new SpareThreads(0)) {
      assertThat(threads.tryRun(() -> {})).isFalse();
    }
  }

  @Test
  void nothingBeginsAfterTheClose() {
    SpareThreads threads = new SpareThreads(1);
    threads.close();
    assertThat(threads.tryRun(() -> {})).isFalse();
  }

  private static void awaitOn(CountDownLatch latch) {
    try {
      latch.await(20, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
