package io.dartagnan.server.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dartagnan.write.NewestOnly;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NewestReadsTest {
  private static final String ROW = "row";
  private static final int VERSIONS = 4;

  @TempDir private static Path folder;

  private GuardedRegion cloud;
  private Writer one;
  private Writer other;
  private long now;

  @BeforeEach
  void open() throws IOException {
    cloud = new GuardedRegion(folder, VERSIONS);
    one = new Writer(1, cloud.schema());
    other = new Writer(2, cloud.schema());
    // Above the floor that a region has when it opens.
    now = System.currentTimeMillis() + 10_000;
    at(now + NewestReads.LEAST_AGE.toMillis());
  }

  @AfterEach
  void close() throws IOException {
    EnvironmentEdgeManager.reset();
    cloud.close();
  }

  @Test
  void whatLiesBelowAVersionThatIsSettledForAWhileIsLeftOut() throws Exception {
    cloud.region().put(one.put(ROW, now - 2, "first"));
    cloud.region().put(one.put(ROW, now - 1, "second"));
    cloud.region().put(other.put(ROW, now, "third"));
    assertThat(shown()).containsExactly("third", "second", "first");

    tell(one.settled(now));
    tell(other.settled(now, now));
    awaitShown("third", "second");

    tell(other.settled(now));
    awaitShown("third");
  }

  /** The reader may have been at another cloud before the version came there. */
  @Test
  void aVersionThatIsNewLeavesNoneOut() throws Exception {
    cloud.region().put(one.put(ROW, now - 1, "first"));
    cloud.region().put(one.put(ROW, now, "second"));
    tell(one.settled(now));

    awaitShown("second");
    at(now + NewestReads.LEAST_AGE.toMillis() - 1);
    assertThat(shown()).containsExactly("second", "first");
  }

  @Test
  void aRolledBackVersionLeavesNoneOut() throws Exception {
    cloud.region().put(one.put(ROW, now - 2, "first"));
    cloud.region().put(other.put(ROW, now, "torn"));
    cloud.region().delete(other.rollback(ROW, now, now, "torn"));
    tell(one.settled(now));
    tell(other.settled(now));

    awaitShown("first");
  }

  /**
   * Or a write that is rolled back, and told to be settled, while it is read would pass for one.
   */
  @Test
  void whatIsHeardOnceAScanIsOpenDoesNotCountForIt() throws Exception {
    cloud.region().put(one.put(ROW, now - 2, "first"));
    cloud.region().put(other.put(ROW, now, "torn"));
    tell(one.settled(now));

    Scan scan = scan();
    RegionScanner opened = cloud.region().getScanner(scan);
    cloud.region().delete(other.rollback(ROW, now, now, "torn"));
    tell(other.settled(now));
    awaitShown("first");
    try (RegionScanner scanner =
        cloud.region().getCoprocessorHost().postScannerOpen(scan, opened)) {
      assertThat(texts(rest(scanner))).containsExactly("torn", "first");
    }
  }

  /** What is left out of a column is left out of no other, nor of the next row's. */
  @Test
  void otherColumnsAndRowsKeepTheirNewest() throws Exception {
    for (long stamp : new long[] {now - 2, now - 1}) {
      String age = Long.toString(now - stamp);
      cloud.region().put(with(one.put("a", stamp, "short" + age), stamp, "long" + age));
      cloud.region().put(one.mark(with(new Put(Bytes.toBytes("b")), stamp, "next" + age), stamp));
    }
    tell(one.settled(now));

    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () -> {
              try (RegionScanner scanner = scanner()) {
                assertThat(texts(rest(scanner))).containsExactly("short1", "long1", "next1");
              }
            });
  }

  @Test
  void aVersionFromAFileWithoutItsTagIsSettled() throws Exception {
    cloud.region().put(one.put(ROW, now - 2, "first"));
    cloud.region().put(one.put(ROW, now - 1, "second"));
    tell(one.settled(now));
    cloud.flush();

    awaitShown("second");
  }

  @Test
  void aReadThatDoesNotAskForItHasAllVersions() throws Exception {
    cloud.region().put(one.put(ROW, now - 2, "first"));
    cloud.region().put(one.put(ROW, now - 1, "second"));
    tell(one.settled(now));

    Get get = new Get(Bytes.toBytes(ROW)).readVersions(VERSIONS);
    assertThat(texts(cloud.region().get(get).listCells())).containsExactly("second", "first");
  }

  /** A put with a value of another column, the last of its row. */
  private static Put with(Put put, long timestamp, String value) {
    byte[] column = Bytes.toBytes(Bytes.toString(GuardedRegion.COLUMN).repeat(100));
    return put.addColumn(GuardedRegion.FAMILY, column, timestamp, Bytes.toBytes(value));
  }

  private static void at(long time) {
    EnvironmentEdgeManager.injectEdge(() -> time);
  }

  private void tell(Writer writer) throws IOException {
    assertThat(cloud.region().get(writer.telling()).isEmpty()).isTrue();
  }

  /** A wait until these are shown: what a server has just heard counts a moment later. */
  private void awaitShown(String... values) {
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(() -> assertThat(shown()).containsExactly(values));
  }

  /** The values that a get and a scan show, which must be the same. */
  private List<String> shown() throws IOException {
    Get get = new Get(Bytes.toBytes(ROW)).readVersions(VERSIONS);
    NewestOnly.ask(get);
    List<String> got = texts(cloud.region().get(get).listCells());
    try (RegionScanner scanner = scanner()) {
      assertThat(texts(rest(scanner))).isEqualTo(got);
    }
    return got;
  }

  private RegionScanner scanner() throws IOException {
    Scan scan = scan();
    return cloud
        .region()
        .getCoprocessorHost()
        .postScannerOpen(scan, cloud.region().getScanner(scan));
  }

  /** A scan that HBase is about to open. */
  private Scan scan() throws IOException {
    Scan scan = new Scan().addFamily(GuardedRegion.FAMILY).readVersions(VERSIONS);
    NewestOnly.ask(scan);
    cloud.region().getCoprocessorHost().preScannerOpen(scan);
    return scan;
  }

  private static List<Cell> rest(RegionScanner scanner) throws IOException {
    List<Cell> cells = new ArrayList<>();
    boolean more = true;
    while (more) {
      List<Cell> row = new ArrayList<>();
      more = scanner.next(row);
      cells.addAll(row);
    }
    return cells;
  }

  private static List<String> texts(List<Cell> cells) {
    return cells.stream().map(cell -> Bytes.toString(CellUtil.cloneValue(cell))).toList();
  }
}
