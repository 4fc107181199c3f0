package io.dartagnan.client.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LimitedScansTest {
  private final List<Scan> opened = new ArrayList<>();
  private int cursors;
  private int renewed;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4, 5, 9, 10, 23})
  void allRowsComeOnceWhateverTheLimit(int rows) throws IOException {
    LimitedScans scans = new LimitedScans(new Scan().setLimit(5), scan -> new Rows(scan, rows));
    List<Integer> found = new ArrayList<>();
    for (Result row = scans.next(); row != null; row = scans.next()) {
      found.add(Bytes.toInt(row.getRow()));
    }

    assertThat(found).isEqualTo(IntStream.range(0, rows).boxed().toList());
    assertThat(opened).hasSize(rows / 5 + 1).allMatch(scan -> scan.getLimit() == 5);
  }

  @Test
  void noSecondScanIsOpenedForRowsThatNobodyAsksFor() throws IOException {
    LimitedScans scans = new LimitedScans(new Scan().setLimit(5), scan -> new Rows(scan, 100));
    for (int i = 0; i < 5; i++) {
      scans.next();
    }

    assertThat(opened).hasSize(1);
  }

  @Test
  void signsOfLifeAreNoRows() throws IOException {
    cursors = 3;
    LimitedScans scans = new LimitedScans(new Scan().setLimit(2), scan -> new Rows(scan, 100));
    for (int i = 0; i < 5; i++) {
      scans.next();
    }

    assertThat(opened).hasSize(1);
  }

  @Test
  void whatHasMetItsLimitNeedsNoRenewal() throws IOException {
    LimitedScans scans = new LimitedScans(new Scan().setLimit(2), scan -> new Rows(scan, 100));
    scans.next();
    assertThat(scans.renewLease()).isTrue();
    assertThat(renewed).isEqualTo(1);
    scans.next();
    assertThat(scans.renewLease()).isTrue();
    assertThat(renewed).isEqualTo(1);
    assertThat(Bytes.toInt(scans.next().getRow())).isEqualTo(2);
  }

  /** The rows with the numbers from the scan's first on, as many as its limit. */
  private final class Rows implements ResultScanner {
    private final Iterator<Integer> numbers;
    private int signs = cursors;

    private Rows(Scan scan, int rows) {
      opened.add(scan);
      byte[] start = scan.getStartRow();
      int first = start.length == 0 ? 0 : Bytes.toInt(start) + (scan.includeStartRow() ? 0 : 1);
      numbers = IntStream.range(first, Math.min(rows, first + scan.getLimit())).iterator();
    }

    @Override
    public Result next() {
      if (signs-- > 0) {
        Cell reached = new KeyValue(new byte[1], new byte[1], new byte[1], 1, new byte[1]);
        return Result.createCursorResult(ProtobufUtil.toCursor(ProtobufUtil.toCursor(reached)));
      }
      if (!numbers.hasNext()) {
        return null;
      }
      byte[] row = Bytes.toBytes(numbers.next());
      return Result.create(new Cell[] {new KeyValue(row, row, row, 1, row)});
    }

    @Override
    public boolean renewLease() {
      renewed++;
      return true;
    }

    @Override
    public void close() {}

    @Override
    public ScanMetrics getScanMetrics() {
      return null;
    }
  }
}
