package io.dartagnan.server.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.harness.Seed;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MatchingRowsTest {
  private final Random random = Seed.random(this);

  @ParameterizedTest
  @ValueSource(ints = {1, 1023, 1024, 1025, 2048, 5000})
  void allMatchingRowsAreInThePartsInOrder(int matching) {
    BitSet lanes = new BitSet();
    while (lanes.cardinality() < matching) {
      lanes.set(random.nextInt(1 << 15));
    }

    List<long[]> parts = MatchingRows.parts(lanes.toLongArray());

    assertThat(parts).hasSize((matching + MatchingRows.MOST - 1) / MatchingRows.MOST);
    List<Integer> inOrder = new ArrayList<>();
    for (long[] part : parts) {
      BitSet rows = BitSet.valueOf(part);
      assertThat(rows.cardinality()).isBetween(1, MatchingRows.MOST);
      assertThat(MatchingRows.lastLane(part)).isEqualTo(rows.length() - 1);
      rows.stream().forEach(inOrder::add);
    }
    assertThat(inOrder).isEqualTo(lanes.stream().boxed().toList());
  }

  @Test
  void whereNothingMatchesThereIsOnePartWithoutRows() {
    assertThat(MatchingRows.parts(new long[3])).containsExactly(new long[3]);
    assertThat(MatchingRows.parts(new long[0])).containsExactly(new long[0]);
  }
}
