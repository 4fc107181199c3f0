package io.dartagnan.client.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.client.fixture.Tables;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DeepReconciliationTest {
  private static final List<Cell> OLD = Tables.shares(10, 1, 100);
  private static final List<Cell> NEW = Tables.shares(20, 2, 200);

  private final List<Get> asked = new ArrayList<>();
  private final List<Result> met = new ArrayList<>();

  @Test
  void aPackedRowThatIsAlikeOnAllCloudsIsAskedForNoMore() throws IOException {
    List<Result> clouds = NEW.stream().map(Tables::result).toList();

    assertThat(number(reconcilePacked(clouds))).isEqualTo(200);
    assertThat(asked).isEmpty();
    assertThat(met).isEmpty();
  }

  /** As one that came with its cells. */
  @ParameterizedTest
  @EnumSource
  void aPackedRowThatIsNotIsLookedInto(Party behind) throws IOException {
    List<Result> clouds = new ArrayList<>();
    for (Party party : Party.ALL) {
      Cell older = OLD.get(party.index());
      clouds.add(
          party == behind ? Tables.result(older) : Tables.result(NEW.get(party.index()), older));
    }

    assertThat(number(reconcilePacked(clouds))).isEqualTo(100);
    List<Get> ofPacked = List.copyOf(asked);
    asked.clear();
    assertThat(number(reconciliation(clouds).reconcile(clouds))).isEqualTo(100);
    assertThat(asked).hasSameSizeAs(ofPacked);
    assertThat(met).as("what is not on all three, of packed cells and of others").hasSize(2);
  }

  private Result reconcilePacked(List<Result> clouds) throws IOException {
    return reconciliation(clouds).reconcileRows(clouds.stream().map(Tables::packed).toList());
  }

  private DeepReconciliation reconciliation(List<Result> clouds) throws IOException {
    DeepReconciliation.Clouds three =
        new DeepReconciliation.Clouds() {
          @Override
          public List<Result[]> get(List<Get> gets) {
            asked.addAll(gets);
            return clouds.stream()
                .map(cloud -> gets.stream().map(get -> cloud).toArray(Result[]::new))
                .toList();
          }

          @Override
          public void met(Result incomplete) {
            met.add(incomplete);
          }

          @Override
          public boolean areThree() {
            return false;
          }
        };
    return DeepReconciliation.of(new Scan().readVersions(1), Tables.TABLE, three);
  }

  private static long number(Result row) {
    return Bytes.toLong(CellUtil.cloneValue(row.rawCells()[0]));
  }
}
