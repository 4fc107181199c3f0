package io.dartagnan.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlacementTest {
  private static final Placement PLACEMENT = Placement.THREE_CLOUDS;

  @Test
  void othersAreInOrderOfIndex() {
    assertThat(PLACEMENT.others(Party.P1)).containsExactly(Party.P0, Party.P2);
    assertThat(PLACEMENT.ofEach(Party::index)).containsExactly(0, 1, 2);
  }

  @Test
  void whoAgreesWithNobodyIsOutvoted() {
    assertThat(outvoted("a", "a", "a")).isEmpty();
    assertThat(outvoted("a", "b", "a")).containsExactly(Party.P1);
    assertThat(outvoted("b", "a", "a")).containsExactly(Party.P0);
    assertThat(outvoted("a", "b", "c")).isEqualTo(Party.ALL);
  }

  private static List<Party> outvoted(String... byCloud) {
    return PLACEMENT.outvoted(List.of(byCloud), String::equals);
  }
}
