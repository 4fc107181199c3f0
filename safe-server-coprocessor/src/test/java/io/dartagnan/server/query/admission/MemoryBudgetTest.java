package io.dartagnan.server.query.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests of a budget of 100 bytes of which the mesh has 20. */
class MemoryBudgetTest {
  private final MemoryBudget budget = new MemoryBudget(100, 20);

  @Test
  void whatIsFixedIsNotThereForOthers() {
    assertThat(budget.mostWorking()).isEqualTo(80);
    assertThat(budget.tryTake(81)).isFalse();
    assertThat(budget.tryTake(80)).isTrue();
    assertThat(budget.tryTake(1)).isFalse();
    budget.giveBack(80);
    assertThat(budget.tryTake(1)).isTrue();
    assertThat(budget.working()).isEqualTo(1);
  }

  @Test
  void aBudgetThatLeavesNothingIsRefused() {
    assertThatThrownBy(() -> new MemoryBudget(20, 20))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("20 bytes");
  }

  @Test
  void aPartGrowsIntoWhatNobodyHasAndNoFurtherThanItsOwnBound() {
    MemoryBudget.EvictablePart part = budget.register(50, bytes -> {});
    assertThat(part.tryGrow(50)).isTrue();
    assertThat(part.tryGrow(1)).isFalse();
    part.shrink(50);
    assertThat(budget.tryTake(40)).isTrue();
    assertThat(part.tryGrow(41)).isFalse();
    assertThat(part.tryGrow(40)).isTrue();
    assertThat(part.held()).isEqualTo(40);
    assertThat(budget.evictable()).isEqualTo(40);
  }

  @Test
  void theMostThatWasTakenAtATimeStays() {
    assertThat(budget.mostTaken()).isEqualTo(budget.fixed());
    MemoryBudget.EvictablePart part = budget.register(50, bytes -> {});
    assertThat(part.tryGrow(50)).isTrue();
    assertThat(budget.tryTake(5)).isTrue();
    part.shrink(50);
    budget.giveBack(5);
    assertThat(budget.tryTake(30)).isTrue();

    assertThat(budget.mostTaken()).isEqualTo(budget.fixed() + 55);
  }

  @Test
  void whatCanBeEvictedMakesRoomForAWorkingSet() {
    MemoryBudget.EvictablePart[] part = new MemoryBudget.EvictablePart[1];
    part[0] = budget.register(80, bytes -> part[0].shrink(bytes));
    assertThat(part[0].tryGrow(80)).isTrue();

    assertThat(budget.tryTake(30)).isTrue();

    assertThat(part[0].held()).isEqualTo(50);
    assertThat(budget.working()).isEqualTo(30);
  }

  /** Or a cache that grows could keep an evaluation waiting for ever. */
  @Test
  void noPartGrowsWhileAWorkingSetIsWaitedFor() {
    MemoryBudget.EvictablePart part = budget.register(80, bytes -> {});
    assertThat(part.tryGrow(60)).isTrue();
    assertThat(budget.tryTake(30)).as("what is pinned is not evicted").isFalse();
    AtomicInteger told = new AtomicInteger();
    budget.onShrink(told::incrementAndGet);

    assertThat(part.tryGrow(1)).isFalse();
    part.shrink(10);

    assertThat(told).hasValue(1);
    assertThat(budget.tryTake(30)).isTrue();
    part.shrink(10);
    assertThat(told).as("nobody waits").hasValue(1);
    assertThat(part.tryGrow(10)).isTrue();
  }

  @Test
  void whoeverWaitedAndGaveUpHoldsNoPartBack() {
    MemoryBudget.EvictablePart part = budget.register(80, bytes -> {});
    assertThat(part.tryGrow(60)).isTrue();
    assertThat(budget.tryTake(30)).isFalse();
    assertThat(part.tryGrow(1)).isFalse();
    assertThat(part.canHold(1)).isFalse();
    budget.nobodyWaits();
    assertThat(part.tryGrow(1)).isTrue();
  }

  /** It waits for other working sets, which no part can give it. */
  @Test
  void aWorkingSetThatEvictingDoesNotHelpHoldsNoPartBack() {
    AtomicInteger evictions = new AtomicInteger();
    MemoryBudget.EvictablePart part = budget.register(80, bytes -> evictions.incrementAndGet());
    assertThat(budget.tryTake(40)).isTrue();
    assertThat(part.tryGrow(10)).isTrue();
    assertThat(budget.tryTake(35)).as("what is pinned is not evicted").isFalse();
    assertThat(part.tryGrow(1)).isFalse();

    assertThat(budget.tryTake(41)).isFalse();

    assertThat(evictions).hasValue(1);
    assertThat(part.tryGrow(30)).isTrue();
  }

  @Test
  void aPartCanHoldWhatNeitherAWorkingSetNorAnotherPartHas() {
    MemoryBudget.EvictablePart part = budget.register(60, bytes -> {});
    MemoryBudget.EvictablePart other = budget.register(80, bytes -> {});
    part.tryGrow(30);
    other.tryGrow(10);
    budget.tryTake(15);
    assertThat(part.canHold(55)).isTrue();
    assertThat(part.canHold(56)).isFalse();
    budget.giveBack(15);
    assertThat(part.canHold(60)).isTrue();
    assertThat(part.canHold(61)).as("its own bound").isFalse();
  }

  @Test
  void noMoreIsGivenBackThanWasTaken() {
    MemoryBudget.EvictablePart part = budget.register(80, bytes -> {});
    part.tryGrow(5);
    assertThatThrownBy(() -> part.shrink(6)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> part.shrink(-1)).isInstanceOf(IllegalArgumentException.class);
  }
}
