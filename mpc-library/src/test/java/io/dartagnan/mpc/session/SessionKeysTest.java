package io.dartagnan.mpc.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.MemoryExchange;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A mask that occurs twice is none, so no two batches or sessions have a stream in common. */
class SessionKeysTest {
  private static final int BATCHES = 100;
  private static final int WORDS = 4;
  private static final long STEP = 7;

  /** The same step everywhere: what tells the streams apart here are the keys alone. */
  @Test
  void eachBatchOfEachSessionHasKeysOfItsOwn() {
    Set<Long> drawn = new HashSet<>();
    int sessions = 3;
    for (int session = 0; session < sessions; session++) {
      SessionKeys keys = new SessionKeys(MemoryExchange.triple().get(0), new SecureRandom());
      for (int batch = 0; batch < BATCHES; batch++) {
        add(drawn, keys.withNext("batch" + batch).draw(STEP, WORDS));
        add(drawn, keys.withPrev("batch" + batch).draw(STEP, WORDS));
        add(drawn, keys.alone("batch" + batch).draw(STEP, WORDS));
      }
    }
    assertThat(drawn).hasSize(sessions * BATCHES * 3 * WORDS);
  }

  @Test
  void neighboursHaveTheSameKeysInEachBatch() {
    List<SessionKeys> keys =
        MemoryExchange.triple().stream()
            .map(exchange -> new SessionKeys(exchange, new SecureRandom()))
            .toList();
    for (Party party : Party.ALL) {
      for (int batch = 0; batch < 3; batch++) {
        assertThat(keys.get(party.index()).withNext("batch" + batch).draw(STEP, WORDS))
            .isEqualTo(keys.get(party.next().index()).withPrev("batch" + batch).draw(STEP, WORDS));
      }
    }
  }

  private static void add(Set<Long> drawn, long[] words) {
    for (long word : words) {
      drawn.add(word);
    }
  }
}
