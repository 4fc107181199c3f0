package io.dartagnan.server.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.server.write.WriteTag.SettledWrites;
import io.dartagnan.write.Settlement;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.junit.jupiter.api.Test;

class SettlementsTest {
  private final Settlements settlements = new Settlements(1, 2);

  private void hear(long writer, long through, long... torn) {
    settlements.hear(new Settlement(writer, through, torn));
  }

  @Test
  void anOlderSettlementThatComesLateIsIgnored() {
    hear(1, 10, 7);
    hear(1, 5);
    assertThat(settlements.isSettled(1, 10)).isTrue();
    assertThat(settlements.isSettled(1, 7)).isFalse();
    assertThat(settlements.isSettled(2, 7)).isFalse();
    assertThat(settlements.through(1)).isEqualTo(10);
    assertThat(settlements.through(2)).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void aTornWriteThatIsRolledBackStaysSettled() {
    hear(1, 10, 7, 8);
    hear(1, 10, 8);
    assertThat(settlements.isSettled(1, 7)).isTrue();
    hear(1, 10, 7, 8);
    assertThat(settlements.isSettled(1, 7)).isTrue();
    assertThat(settlements.isSettled(1, 8)).isFalse();
  }

  @Test
  void theWriterNotHeardOfForLongestIsForgotten() {
    hear(1, 10);
    hear(2, 10);
    hear(1, 9);
    hear(3, 10);
    assertThat(settlements.isSettled(1, 10)).isTrue();
    assertThat(settlements.isSettled(2, 10)).isFalse();
    assertThat(settlements.isSettled(3, 10)).isTrue();
  }

  /** As of a hundred processes whose writes take longer than five seconds, for half an hour. */
  @Test
  void aWriterIsRememberedThoughThousandsWereHeardSince() {
    Settlements many = new Settlements();
    many.hear(new Settlement(-1, 10, new long[0]));
    SettledWrites frozen = many.frozen();
    for (int writer = 0; writer < 32_000; writer++) {
      many.hear(new Settlement(writer, 10, new long[0]));
    }
    assertThat(many.isSettled(-1, 10)).isTrue();
    assertThat(many.frozen().isSettled(-1, 10)).isTrue();
    assertThat(frozen.isSettled(-1, 10)).isTrue();
    assertThat(frozen.isSettled(0, 10)).isFalse();
  }

  @Test
  void whatIsHeardLaterIsNotKnownToWhatWasFrozen() {
    hear(1, 10);
    SettledWrites frozen = settlements.frozen();
    hear(1, 20);
    assertThat(frozen.isSettled(1, 10)).isTrue();
    assertThat(frozen.isSettled(1, 11)).isFalse();
    assertThat(settlements.isSettled(1, 11)).isTrue();
  }

  @Test
  void aTagSaysTheWriteAndGivesWayToAnother() {
    Cell cell =
        new KeyValue(new byte[] {'r'}, new byte[] {'f'}, new byte[] {'q'}, 5, new byte[] {1});
    assertThat(WriteTag.in(cell)).isEmpty();
    Cell own = WriteTag.of(-3, 5).on(cell);
    Cell strict = WriteTag.of(-3, 6).on(own);
    Cell bare = WriteTag.UNKNOWN.on(cell);
    assertThat(WriteTag.in(own)).contains(WriteTag.of(-3, 5));
    assertThat(WriteTag.in(strict)).contains(WriteTag.of(-3, 6));
    assertThat(WriteTag.in(bare)).contains(WriteTag.UNKNOWN);
    assertThat(WriteTag.in(WriteTag.off(strict))).isEmpty();
    assertThat(CellUtil.equals(WriteTag.off(strict), cell)).isTrue();
    assertThat(own.getSerializedSize() - cell.getSerializedSize()).isEqualTo(2 + 3 + 8);

    hear(-3, 5);
    assertThat(WriteTag.of(-3, 5).isSettledBy(settlements)).isTrue();
    assertThat(WriteTag.of(-3, 6).isSettledBy(settlements)).isFalse();
    hear(0, 5);
    assertThat(WriteTag.UNKNOWN.isSettledBy(settlements)).isFalse();
  }
}
