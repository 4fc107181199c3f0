package io.dartagnan.server.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.server.query.DealtTable;
import io.dartagnan.wire.CloudRow;
import io.dartagnan.wire.PackedRows;
import io.dartagnan.wire.PackedRows.Bounds;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.Shipper;
import org.apache.hadoop.hbase.regionserver.StoreScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packets of rows that HBase reads in parts. */
@Timeout(60)
class PackedScannerTest {
  private static final Bounds LARGE = new Bounds(1_000, 1 << 20);
  private static final Duration LONG = Duration.ofMinutes(1);

  /** What the region's scanner returns, call by call; nothing where its time is over. */
  private final Queue<List<Cell>> parts = new ArrayDeque<>();

  private Runnable onRead = () -> {};

  @Test
  void aPacketEndsAtItsRows() throws Exception {
    for (String row : List.of("a", "b", "c", "d", "e")) {
      part(cell(row, "q"));
    }

    assertThat(packets(new Bounds(2, 1 << 20), LONG)).containsExactly("a1 b1", "c1 d1", "e1");
  }

  @Test
  void aPacketEndsAtItsBytes() throws Exception {
    for (String row : List.of("a", "b", "c")) {
      part(cell(row, "q"));
    }

    assertThat(packets(new Bounds(1_000, 1), LONG)).containsExactly("a1", "b1", "c1");
  }

  /** The last row may exceed it. */
  @Test
  void aPacketHasFourMegabytesWhateverAClientAsksFor() throws Exception {
    for (String row : List.of("a", "b", "c", "d", "e", "f", "g")) {
      part(cell(row, "q", new byte[3 << 19]));
    }

    assertThat(packets(new Bounds(1_000, Integer.MAX_VALUE), LONG))
        .containsExactly("a1 b1 c1", "d1 e1 f1", "g1");
  }

  /** What a client waits for is an answer, be it of a few rows. */
  @Test
  void aPacketEndsWhenHalfOfItsCallsTimeIsOver() throws Exception {
    for (String row : List.of("a", "b", "c", "d", "e")) {
      part(cell(row, "q"));
    }
    AtomicLong clock = new AtomicLong(1_000);
    onRead = () -> clock.addAndGet(10);
    EnvironmentEdgeManager.injectEdge(clock::get);
    RpcServer.setCurrentCall(callUntil(1_060));
    try {
      // One more is read than is packed: a row is whole once the next has begun.
      assertThat(packets(LARGE, LONG)).startsWith("a1 b1");
    } finally {
      RpcServer.unsetCurrentCall();
      EnvironmentEdgeManager.reset();
    }
  }

  /** A call whose client waits until then. */
  private static RpcCall callUntil(long deadline) {
    return (RpcCall)
        Proxy.newProxyInstance(
            RpcCall.class.getClassLoader(),
            new Class<?>[] {RpcCall.class},
            (proxy, method, arguments) -> method.getName().equals("getDeadline") ? deadline : null);
  }

  @Test
  void aRowThatHBaseReturnsInPartsIsOneRow() throws Exception {
    part(cell("a", "p"));
    part(cell("a", "q"), cell("a", "r"));
    part(cell("b", "p"));
    part(cell("b", "q"));

    assertThat(packets(LARGE, LONG)).containsExactly("a3 b2");
  }

  @Test
  void nothingIsReturnedForNoRows() throws Exception {
    part();

    assertThat(packets(LARGE, LONG)).isEmpty();
  }

  /**
   * Without time of its own it goes on by HBase's limits, call by call, and has no packet where
   * HBase may take its end for the end of a row.
   */
  @Test
  void aLongStretchWithoutRowsIsReadByHBasesOwnLimits() throws Exception {
    part();
    part(cell("a", "p"));
    part(cell("a", "q"));
    part();
    part(cell("b", "q"));
    part();

    assertThat(packets(LARGE, Duration.ofMillis(-1)))
        .containsExactly("-", "-", "-", "-", "-", "a2", "b1");
  }

  /** Wherever HBase's own region stops, each row is packed once and whole. */
  @ParameterizedTest(name = "reversed: {0}")
  @ValueSource(booleans = {false, true})
  void everyRowIsPackedOnceAndWhole(boolean reversed, @TempDir Path folder) throws Exception {
    assertEveryRowIsPackedOnceAndWhole(
        new Scan().setReversed(reversed),
        Duration.ofMillis(1),
        folder,
        conf -> conf.setLong(StoreScanner.HBASE_CELLS_SCANNED_PER_HEARTBEAT_CHECK, 1));
  }

  /** HBase returns nothing more of a call once it would read a file in another way. */
  @Test
  void whatHBaseReturnsInItsNextCallIsNotWaitedForInThisOne(@TempDir Path folder) throws Exception {
    assertEveryRowIsPackedOnceAndWhole(
        new Scan(),
        LONG,
        folder,
        conf -> conf.setLong(StoreScanner.STORESCANNER_PREAD_MAX_BYTES, 1));
  }

  private void assertEveryRowIsPackedOnceAndWhole(
      Scan scan, Duration moment, Path folder, Consumer<Configuration> settings)
      throws IOException {
    DealtCells table = new DealtCells(new DealtTable(20_000, Seed.random(this)), 0);
    List<String> expected = new ArrayList<>();
    for (int row = 0; row < table.rows(); row++) {
      expected.add(DealtTable.key(row) + table.of(Party.P0, row).size());
    }
    if (scan.isReversed()) {
      Collections.reverse(expected);
    }
    try (LocalRegions regions = LocalRegions.load(table, folder, settings);
        RegionScanner rows = regions.region(Party.P0).getScanner(scan);
        PackedScanner packed = new PackedScanner(rows, new Bounds(300, 1 << 20), moment)) {
      List<String> read = new ArrayList<>();
      boolean more = true;
      while (more) {
        List<Cell> packet = new ArrayList<>();
        more = packed.nextRaw(packet, ofACall());
        if (!packet.isEmpty()) {
          unpack(packet).forEach(row -> read.add(text(row)));
        }
        // As behind each call.
        ((Shipper) rows).shipped();
      }
      assertThat(read).isEqualTo(expected);
    }
  }

  /** The rows of each packet, and how many cells they have; a dash where a call returned none. */
  private List<String> packets(Bounds bounds, Duration moment) throws IOException {
    RegionScanner rows =
        (RegionScanner)
            Proxy.newProxyInstance(
                RegionScanner.class.getClassLoader(),
                new Class<?>[] {RegionScanner.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("nextRaw")) {
                    onRead.run();
                    @SuppressWarnings("unchecked") // as RegionScanner declares it
                    List<Cell> into = (List<Cell>) arguments[0];
                    into.addAll(parts.remove());
                    return !parts.isEmpty();
                  }
                  return null;
                });
    List<String> packets = new ArrayList<>();
    try (PackedScanner packed = new PackedScanner(rows, bounds, moment)) {
      boolean more = true;
      while (more) {
        List<Cell> packet = new ArrayList<>();
        more = packed.nextRaw(packet);
        if (!packet.isEmpty()) {
          packets.add(
              String.join(" ", unpack(packet).stream().map(PackedScannerTest::text).toList()));
        } else if (more) {
          packets.add("-");
        }
      }
    }
    return packets;
  }

  /** Limits as HBase has them for a call of a client's. */
  private static ScannerContext ofACall() {
    return ScannerContext.newBuilder(true)
        .setTimeLimit(
            ScannerContext.LimitScope.BETWEEN_CELLS, System.currentTimeMillis() + LONG.toMillis())
        .build();
  }

  private static List<Result> unpack(List<Cell> packet) {
    return PackedRows.unpack(Result.create(packet)).stream().map(CloudRow::result).toList();
  }

  private static String text(Result row) {
    return Bytes.toString(row.getRow()) + row.size();
  }

  private void part(Cell... cells) {
    parts.add(List.of(cells));
  }

  private static Cell cell(String row, String qualifier) {
    return cell(row, qualifier, new byte[] {1});
  }

  private static Cell cell(String row, String qualifier, byte[] value) {
    return new KeyValue(Bytes.toBytes(row), DealtTable.FAMILY, Bytes.toBytes(qualifier), 1, value);
  }
}
