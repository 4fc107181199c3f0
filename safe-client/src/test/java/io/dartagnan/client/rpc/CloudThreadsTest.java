package io.dartagnan.client.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CloudThreadsTest {
  private static final int MOST = 4;
  private final ExecutorService turns = CloudThreads.createForTurns(MOST);

  @AfterEach
  void stop() {
    turns.shutdownNow();
  }

  @Test
  void oneTurnAfterTheOtherTakesFewThreads() throws Exception {
    ThreadPoolExecutor many = (ThreadPoolExecutor) CloudThreads.createForTurns(100);
    try {
      for (int turn = 0; turn < 1000; turn++) {
        many.submit(() -> {}).get(30, TimeUnit.SECONDS);
      }
      // A second one where the first has answered and does not wait for a task yet.
      assertThat(many.getLargestPoolSize()).isLessThan(10);
    } finally {
      many.shutdownNow();
    }
  }

  @Test
  void turnsThatWaitRunSideBySideUpToTheBoundAndTheOthersAfterThem() throws Exception {
    CyclicBarrier together = new CyclicBarrier(MOST);
    List<Future<Integer>> all = new ArrayList<>();
    for (int i = 0; i < 3 * MOST; i++) {
      all.add(turns.submit(() -> together.await(30, TimeUnit.SECONDS)));
    }
    for (Future<Integer> each : all) {
      each.get(30, TimeUnit.SECONDS);
    }
    assertThat(((ThreadPoolExecutor) turns).getLargestPoolSize()).isEqualTo(MOST);
  }

  @Test
  void whatIsQueuedRunsAfterAShutdownAndNothingElseDoes() throws Exception {
    CountDownLatch busy = new CountDownLatch(MOST);
    CountDownLatch go = new CountDownLatch(1);
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < 2 * MOST; i++) {
      all.add(
          turns.submit(
              () -> {
                busy.countDown();
                return go.await(30, TimeUnit.SECONDS);
              }));
    }
    assertThat(busy.await(30, TimeUnit.SECONDS)).isTrue();
    turns.shutdown();
    go.countDown();

    for (Future<?> each : all) {
      assertThat(each.get(30, TimeUnit.SECONDS)).isEqualTo(true);
    }
    assertThatThrownBy(() -> turns.submit(() -> 1))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage("the connection to the three clouds is closed");
  }
}
