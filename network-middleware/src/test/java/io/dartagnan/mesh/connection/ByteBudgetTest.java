package io.dartagnan.mesh.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ByteBudgetTest {
  private static final long LIMIT = 1000;

  @Test
  void whatFitsIsTakenAndWhatDoesNotFitChangesNothing() {
    ByteBudget budget = new ByteBudget(LIMIT);
    assertThat(budget.tryTake(LIMIT)).isTrue();
    assertThat(budget.tryTake(1)).isFalse();
    assertThat(budget.taken()).isEqualTo(LIMIT);
    budget.giveBack(LIMIT);
    assertThat(budget.tryTake(LIMIT + 1)).isFalse();
    assertThat(budget.taken()).isZero();
    assertThat(budget.mostTaken()).isEqualTo(LIMIT);
  }

  @Test
  void oneThatDoesNotFitDoesNotStandInTheWayOfOneThatDoes() {
    ByteBudget budget = new ByteBudget(LIMIT);
    AtomicBoolean ending = new AtomicBoolean();
    CompletableFuture<Void> greedy =
        CompletableFuture.runAsync(
            () -> {
              while (!ending.get()) {
                assertThat(budget.tryTake(LIMIT + 1)).isFalse();
              }
            });
    try {
      for (int i = 0; i < 2_000_000; i++) {
        assertThat(budget.tryTake(1)).as("take %d of one byte", i).isTrue();
        budget.giveBack(1);
      }
    } finally {
      ending.set(true);
    }
    greedy.join();
    assertThat(budget.taken()).isZero();
  }
}
