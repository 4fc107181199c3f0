package io.dartagnan.client.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.configuration.ClientSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CallQueueTooBigException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AsyncCallsTest {
  private final Configuration conf = new Configuration(false);
  private final CountDownLatch released = new CountDownLatch(1);
  private AsyncCalls calls;

  @AfterEach
  void close() {
    released.countDown();
    if (calls != null) {
      calls.close();
    }
  }

  private void open(int threads, int most) {
    conf.setInt(ClientKeys.ASYNC_THREADS, threads);
    conf.setInt(ClientKeys.ASYNC_CALLS, most);
    calls = new AsyncCalls(conf);
  }

  private CompletableFuture<String> waiting() {
    return calls.call(
        Runnable::run,
        () -> {
          released.await();
          return "done";
        });
  }

  @Test
  void oneCallMoreThanMayBeUnderWayFailsAtOnceAndLaterOnesDoNot() throws Exception {
    open(1, 2);
    List<CompletableFuture<String>> accepted = List.of(waiting(), waiting());

    assertThat(OverAsyncMemoryClouds.failure(waiting()))
        .isExactlyInstanceOf(CallQueueTooBigException.class)
        .hasMessageContainingAll("2 calls", ClientKeys.ASYNC_CALLS);

    released.countDown();
    for (CompletableFuture<String> each : accepted) {
      assertThat(each.get(30, TimeUnit.SECONDS)).isEqualTo("done");
    }
    assertThat(waiting().get(30, TimeUnit.SECONDS)).isEqualTo("done");
  }

  @Test
  void noMoreThreadsRunThanAreAllowed() throws Exception {
    open(3, 100);
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<CompletableFuture<Integer>> all = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      all.add(
          calls.call(
              Runnable::run,
              () -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                Thread.yield();
                return running.decrementAndGet();
              }));
    }
    CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);

    assertThat(most.get()).isBetween(1, 3);
  }

  @Test
  void aCallThatIsCancelledWhileItWaitsIsNotMade() throws Exception {
    open(1, 10);
    waiting();
    AtomicBoolean made = new AtomicBoolean();
    CompletableFuture<Boolean> cancelled = calls.call(Runnable::run, () -> made.getAndSet(true));
    cancelled.cancel(false);
    CompletableFuture<String> behind = waiting();
    released.countDown();
    behind.get(30, TimeUnit.SECONDS);

    assertThat(made).isFalse();
  }

  @Test
  void aFutureIsCompletedWhateverIsThrownAndWhereverItWasToBeDelivered() throws Exception {
    open(1, 10);
    ExecutorService gone = Executors.newSingleThreadExecutor();
    gone.shutdown();
    CompletableFuture<String> failed =
        calls.call(
            gone,
            () -> {
              throw new AssertionError("not an exception");
            });

    assertThat(OverAsyncMemoryClouds.failure(failed)).hasMessage("not an exception");
  }

  @Test
  void settingsThatAreNotPositiveAreRefused() {
    conf.setInt(ClientKeys.ASYNC_THREADS, 0);
    assertThatThrownBy(() -> ClientSettings.asyncThreads(conf))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("dartagnan.client.async.threads.max is 0; 1 or more is allowed");
    conf.setInt(ClientKeys.ASYNC_CALLS, -1);
    assertThatThrownBy(() -> ClientSettings.asyncCalls(conf))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("dartagnan.client.async.calls.max is -1; 1 or more is allowed");
  }

  @Test
  void aCallHasAsManyThreadsAsTheConnectionCanAskThreeCloudsWith() {
    conf.setInt(ClientKeys.THREADS, 30);
    assertThat(ClientSettings.asyncThreads(conf)).isEqualTo(10);
  }
}
