package io.dartagnan.server.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.write.SettledFlag;
import io.dartagnan.write.Settlement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reads of HBase's own region that ask which cells are of settled writes. */
@Timeout(120)
class SettledReadsTest {
  private static final String ROW = "row";

  /** Of a reader that has written nothing. */
  private static final Settlement NOTHING = new Settlement(99, 0, new long[0]);

  @TempDir private static Path folder;

  private GuardedRegion cloud;
  private Writer one;
  private Writer other;
  private long now;

  @BeforeEach
  void open() throws IOException {
    cloud = new GuardedRegion(folder, 2);
    one = new Writer(1, cloud.schema());
    other = new Writer(2, cloud.schema());
    // Above the floor that a region has when it opens.
    now = System.currentTimeMillis() + 10_000;
  }

  @AfterEach
  void close() throws IOException {
    cloud.close();
  }

  @Test
  void aVersionIsSettledOnceItsWriterHasToldSo() throws Exception {
    cloud.region().put(one.put(ROW, now, "first"));
    cloud.region().put(other.put(ROW, now + 1, "second"));
    assertThat(shown(NOTHING)).containsExactly("second, unknown", "first, unknown");

    tell(one.settled(now + 5));
    assertThat(shown(NOTHING)).containsExactly("second, unknown", "first, settled");

    tell(other.settled(now + 5, now + 1));
    assertThat(shown(NOTHING))
        .as("its writer says that it is torn")
        .containsExactly("second, unknown", "first, settled");

    tell(other.settled(now + 5));
    assertThat(shown(NOTHING)).containsExactly("second, settled", "first, settled");
  }

  @Test
  void aReaderThatWroteItTellsSoItself() throws Exception {
    cloud.region().put(one.put(ROW, now, "own"));

    assertThat(shown(new Settlement(1, now, new long[0]))).containsExactly("own, settled");
  }

  @Test
  void aFlushedVersionIsSettledIfItsTagIsOff() throws Exception {
    cloud.region().put(one.put(ROW, now, "first"));
    tell(one.settled(now));
    cloud.flush();
    cloud.region().put(one.put(ROW, now + 1, "second"));
    cloud.move();

    assertThat(shown(NOTHING)).containsExactly("second, unknown", "first, settled");
  }

  @Test
  void aRolledBackVersionIsNotShownWhateverIsSettled() throws Exception {
    cloud.region().put(one.put(ROW, now, "first"));
    cloud.region().put(other.put(ROW, now + 1, "torn"));
    cloud.region().delete(other.rollback(ROW, now + 1, now + 1, "torn"));
    tell(one.settled(now + 5));
    tell(other.settled(now + 5));

    assertThat(shown(NOTHING)).containsExactly("first, settled");
  }

  @Test
  void whatIsHeardAfterAScanWasOpenedDoesNotCountForIt() throws Exception {
    cloud.region().put(one.put(ROW, now, "first"));

    try (RegionScanner scanner = scanner(NOTHING)) {
      cloud.region().delete(one.rollback(ROW, now, now, "first"));
      tell(one.settled(now + 5));

      assertThat(rest(scanner)).containsExactly("first, unknown");
    }
  }

  @Test
  void anUnknownLayoutIsRefused() {
    Get get = new Get(Bytes.toBytes(ROW));
    get.setAttribute(SettledFlag.ATTRIBUTE, new byte[] {7});

    assertThatThrownBy(() -> cloud.region().get(get)).isInstanceOf(DoNotRetryIOException.class);
  }

  private void tell(Writer writer) throws IOException {
    assertThat(cloud.region().get(writer.telling()).isEmpty()).isTrue();
  }

  /** The value that a get and a scan show, which must be the same. */
  private List<String> shown(Settlement reader) throws IOException {
    Get get = new Get(Bytes.toBytes(ROW)).readVersions(2);
    get.setAttribute(SettledFlag.ATTRIBUTE, reader.encode());
    List<String> got = texts(cloud.region().get(get).listCells());
    try (RegionScanner scanner = scanner(reader)) {
      assertThat(rest(scanner)).isEqualTo(got);
    }
    return got;
  }

  private RegionScanner scanner(Settlement reader) throws IOException {
    Scan scan = new Scan().addFamily(GuardedRegion.FAMILY).readVersions(2);
    scan.setAttribute(SettledFlag.ATTRIBUTE, reader.encode());
    return cloud
        .region()
        .getCoprocessorHost()
        .postScannerOpen(scan, cloud.region().getScanner(scan));
  }

  private static List<String> rest(RegionScanner scanner) throws IOException {
    List<Cell> cells = new ArrayList<>();
    boolean more = true;
    while (more) {
      List<Cell> row = new ArrayList<>();
      more = scanner.next(row);
      cells.addAll(row);
    }
    return texts(cells);
  }

  private static List<String> texts(List<Cell> cells) {
    return cells.stream()
        .map(
            cell ->
                Bytes.toString(CellUtil.cloneValue(SettledFlag.off(cell)))
                    + (SettledFlag.isSettled(cell) ? ", settled" : ", unknown"))
        .toList();
  }
}
