package io.dartagnan.mpc.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import org.junit.jupiter.api.Test;

class CostTest {
  private final Cost first = new Cost(2, 1, 10, 100);
  private final Cost second = new Cost(3, 4, 40, 400);

  @Test
  void whatFollowsAddsItsRounds() {
    assertThat(first.then(second)).isEqualTo(new Cost(5, 5, 50, 500));
    assertThat(first.then(Cost.NONE)).isEqualTo(first);
  }

  @Test
  void whatRunsBesideSharesTheRounds() {
    assertThat(first.beside(second)).isEqualTo(new Cost(3, 5, 50, 500));
  }

  @Test
  void bytesAreThoseOfEachAndOfAll() {
    assertThat(first.by(Party.P0)).isEqualTo(1);
    assertThat(first.by(Party.P1)).isEqualTo(10);
    assertThat(first.by(Party.P2)).isEqualTo(100);
    assertThat(first.bytes()).isEqualTo(111);
    assertThat(Cost.each(8)).isEqualTo(new Cost(1, 8, 8, 8));
  }
}
