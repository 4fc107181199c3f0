package io.dartagnan.client.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.Refusals;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** What needs no cloud: here there is none, so asking one would fail. */
class FilteredScansTest {
  private final List<Scan> unfiltered = new ArrayList<>();

  @Test
  void aFilterThatEveryRowPassesBecomesTheUnfilteredScan() throws IOException {
    Scan scan = scanWithoutItsFiltersColumn(false);

    ResultScanner scanner = open(scan);

    assertThat(scanner).isInstanceOf(NoRowsScanner.class);
    assertThat(unfiltered).hasSize(1);
    assertThat(unfiltered.get(0).getFilter()).isNull();
    assertThat(unfiltered.get(0).getFamilyMap()).isEqualTo(scan.getFamilyMap());
    assertThat(scan.getFilter()).as("the application's scan").isNotNull();
  }

  @Test
  void aFilterThatNoRowPassesAsksNobody() throws IOException {
    try (ResultScanner scanner = open(scanWithoutItsFiltersColumn(true))) {
      assertThat(scanner.next()).isNull();
      assertThat(scanner.iterator().hasNext()).isFalse();
      assertThat(((MeshTraffic) scanner).meshBytes()).isZero();
    }
    assertThat(unfiltered).isEmpty();
  }

  @Test
  void whatIsNotSupportedIsRefusedBeforeAnyCloudIsAsked() {
    assertThatThrownBy(() -> open(new Scan().setFilter(new PrefixFilter(Bytes.toBytes("a")))))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThat(unfiltered).isEmpty();
  }

  private ResultScanner open(Scan scan) throws IOException {
    return FilteredScans.open(
        List.of(),
        party -> null,
        null,
        Schemas.visits(),
        scan,
        Refusals.of(scan),
        byParty -> byParty.get(0),
        without -> {
          unfiltered.add(without);
          return new NoRowsScanner();
        });
  }

  private static Scan scanWithoutItsFiltersColumn(boolean filterIfMissing) {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(
            Bytes.toBytes("v"), Bytes.toBytes("text"), CompareOperator.EQUAL, new byte[1]);
    filter.setFilterIfMissing(filterIfMissing);
    return new Scan().addFamily(Bytes.toBytes("w")).setFilter(filter);
  }
}
