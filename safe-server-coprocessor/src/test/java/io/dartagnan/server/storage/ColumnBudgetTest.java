package io.dartagnan.server.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dartagnan.server.query.ColumnCounters;
import io.dartagnan.server.query.admission.MemoryBudget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of 60 bytes for share columns, of 100 that they share with evaluations. */
@Timeout(60)
class ColumnBudgetTest {
  private final MemoryBudget memory = new MemoryBudget(110, 10);
  private final ColumnCounters counters = new ColumnCounters();
  private final ColumnBudget budget = new ColumnBudget(memory, 60, counters);
  private final List<String> evicted = Collections.synchronizedList(new ArrayList<>());

  @AfterEach
  void close() {
    budget.close();
  }

  private ColumnBudget.Tenant tenant(String name) {
    return () -> evicted.add(name);
  }

  @Test
  void whoNeedsRoomTakesItFromTheOneUsedLongestAgo() {
    ColumnBudget.Tenant first = tenant("first");
    ColumnBudget.Tenant second = tenant("second");
    assertThat(budget.hold(first, 20)).isTrue();
    assertThat(budget.hold(second, 20)).isTrue();
    budget.use(first);

    assertThat(budget.hold(tenant("third"), 30)).isTrue();

    assertThat(evicted).containsExactly("second");
    assertThat(counters.evictions()).isEqualTo(1);
    assertThat(counters.bytes()).isEqualTo(50);
  }

  @Test
  void oneThatHoldsNothingIsNoReasonToStop() {
    assertThat(budget.hold(tenant("empty"), 0)).isTrue();
    assertThat(budget.hold(tenant("full"), 60)).isTrue();

    assertThat(budget.hold(tenant("next"), 60)).isTrue();

    assertThat(evicted).containsExactly("empty", "full");
  }

  @Test
  void nobodyGivesUpAnythingForOneThatHasNoRoomAlone() {
    budget.hold(tenant("first"), 20);

    assertThat(budget.hold(tenant("huge"), 61)).isFalse();

    assertThat(evicted).isEmpty();
    assertThat(counters.bytes()).isEqualTo(20);
  }

  /** Evicting would not help it: it waits for the memory of another. */
  @Test
  void nobodyGivesUpAnythingWhileAnEvaluationWaitsForOthers() {
    ColumnBudget.Tenant same = tenant("same");
    budget.hold(tenant("first"), 20);
    budget.hold(same, 20);
    assertThat(memory.tryTake(10)).isTrue();
    assertThat(memory.tryTake(91)).isFalse();

    assertThat(budget.hold(same, 20)).isTrue();
    assertThat(budget.hold(same, 25)).isTrue();

    assertThat(evicted).isEmpty();
    assertThat(counters.bytes()).isEqualTo(45);
  }

  /** An evaluation is admitted with a lock held that all others want. */
  @Test
  void whatIsEvictedForAnEvaluationIsOverwrittenOnAnotherThread() throws Exception {
    CompletableFuture<Thread> overwriting = new CompletableFuture<>();
    budget.hold(() -> overwriting.complete(Thread.currentThread()), 60);

    assertThat(memory.tryTake(90)).isTrue();

    assertThat(counters.bytes()).isZero();
    assertThat(overwriting.get(20, TimeUnit.SECONDS)).isNotSameAs(Thread.currentThread());
  }

  @Test
  void whatIsEvictedAfterTheCloseIsOverwrittenToo() {
    budget.hold(tenant("left"), 60);
    budget.close();

    assertThat(memory.tryTake(90)).isTrue();

    assertThat(evicted).containsExactly("left");
  }

  @Test
  void nobodyGrowsWhileAnEvaluationWaitsForWhatIsPinned() {
    MemoryBudget.EvictablePart pinned = memory.register(60, bytes -> {});
    pinned.tryGrow(60);
    ColumnBudget.Tenant same = tenant("same");
    budget.hold(same, 20);
    assertThat(memory.tryTake(50)).isFalse();
    await().atMost(Duration.ofSeconds(20)).until(() -> evicted.equals(List.of("same")));

    assertThat(budget.hold(same, 0)).isTrue();
    assertThat(budget.hold(tenant("other"), 1)).isFalse();

    assertThat(evicted).containsExactly("same");
  }
}
