package io.dartagnan.client.filter;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class RowIntervalTest {
  private static final byte[] A = Bytes.toBytes("a");
  private static final byte[] A0 = {'a', 0};
  private static final byte[] B = Bytes.toBytes("b");
  private static final byte[] B0 = {'b', 0};

  @Test
  void theEndsFollowWhatTheScanIncludes() {
    assertThat(of(true, false)).usingRecursiveComparison().isEqualTo(new RowInterval(A, B));
    assertThat(of(false, false)).usingRecursiveComparison().isEqualTo(new RowInterval(A0, B));
    assertThat(of(true, true)).usingRecursiveComparison().isEqualTo(new RowInterval(A, B0));
    assertThat(of(false, true)).usingRecursiveComparison().isEqualTo(new RowInterval(A0, B0));
  }

  @Test
  void emptyEndsAreTheTablesOwnWhateverIsIncluded() {
    RowInterval all =
        RowInterval.of(new Scan().withStartRow(new byte[0], false).withStopRow(new byte[0], true));

    assertThat(all.start()).isEmpty();
    assertThat(all.stop()).isEmpty();
    assertThat(all.isEmpty()).isFalse();
    assertThat(all.contains(A)).isTrue();
  }

  @Test
  void oneRowIsAnIntervalOnlyWhenBothEndsIncludeIt() {
    assertThat(RowInterval.of(new Scan().withStartRow(A).withStopRow(A, true)).contains(A))
        .isTrue();
    assertThat(RowInterval.of(new Scan().withStartRow(A).withStopRow(A, false)).isEmpty()).isTrue();
    assertThat(RowInterval.of(new Scan().withStartRow(A, false).withStopRow(A, true)).isEmpty())
        .isTrue();
    assertThat(RowInterval.of(new Scan().withStartRow(B).withStopRow(A)).isEmpty()).isTrue();
  }

  @Test
  void nothingIsLeftAfterTheLastRow() {
    RowInterval one = RowInterval.of(new Scan().withStartRow(A).withStopRow(A, true));

    assertThat(one.beyond(A, false).isEmpty()).isTrue();
    assertThat(one.beyond(A, true).isEmpty()).isTrue();
    assertThat(new RowInterval(A, B).beyond(A, false).contains(A0)).isTrue();
    assertThat(new RowInterval(A, B).beyond(A, false).contains(A)).isFalse();
    assertThat(new RowInterval(A, B).beyond(A0, true).contains(A)).isTrue();
    assertThat(new RowInterval(A, B).beyond(A0, true).contains(A0)).isFalse();
  }

  @Test
  void nothingIsLeftBeyondThePartThatReachesTheEnd() {
    RowInterval all = RowInterval.of(new Scan());

    assertThat(all.beyond(new RowInterval(B, new byte[0]), false).isEmpty()).isTrue();
    assertThat(all.beyond(new RowInterval(new byte[0], A), true).isEmpty()).isTrue();
    assertThat(all.beyond(new RowInterval(A, B), false).contains(A)).isFalse();
    assertThat(all.beyond(new RowInterval(A, B), false).contains(B)).isTrue();
    assertThat(all.beyond(new RowInterval(A, B), true).contains(A)).isFalse();
  }

  @Test
  void aReversedScanIsTheSameRowsFromTheirEnd() {
    Scan scan = new Scan().setReversed(true).withStartRow(B, true).withStopRow(A, false);
    RowInterval rows = RowInterval.of(scan);

    assertThat(rows).usingRecursiveComparison().isEqualTo(new RowInterval(A0, B0));
    assertThat(RowInterval.of(rows.within(scan))).usingRecursiveComparison().isEqualTo(rows);
    assertThat(RowInterval.of(new Scan().setReversed(true)))
        .usingRecursiveComparison()
        .isEqualTo(new RowInterval(new byte[0], new byte[0]));
  }

  private static RowInterval of(boolean includeStart, boolean includeStop) {
    return RowInterval.of(new Scan().withStartRow(A, includeStart).withStopRow(B, includeStop));
  }
}
