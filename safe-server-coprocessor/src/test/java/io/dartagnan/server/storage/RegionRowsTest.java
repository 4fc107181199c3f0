package io.dartagnan.server.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.server.query.DealtTable;
import io.dartagnan.server.query.agreement.Version;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.StoreScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reading that HBase interrupts wherever the time is over. */
@Timeout(60)
class RegionRowsTest {
  private static final Duration MOMENT = Duration.ofMillis(1);
  private static final List<QueryColumn> COLUMNS = List.of(DealtTable.Column.NUMBER.asked());

  /** What the region's scanner returns, call by call; nothing where its time is over. */
  private final Queue<List<Cell>> parts = new ArrayDeque<>();

  private int held;
  private int timesHeld;

  @Test
  void theRegionIsLetGoWhenAMomentIsOver() throws Exception {
    part();
    part();
    part(cell("a", "q"));
    part();
    part(cell("b", "q"));

    List<RegionRow> rows = new ArrayList<>();
    assertThat(reader(false).fill(rows, 10)).isTrue();

    assertThat(keys(rows)).containsExactly("a", "b");
    assertThat(timesHeld).isEqualTo(4);
    assertThat(held).isZero();
  }

  @Test
  void aRowThatAMomentEndsInIsReadToItsEnd() throws Exception {
    part(cell("a", "p"));
    part();
    part(cell("a", "q"));
    part(cell("a", "r"), cell("a", "s"));
    part(cell("b", "q"));
    part();

    RegionRows reader = reader(false);
    List<RegionRow> rows = new ArrayList<>();
    assertThat(reader.fill(rows, 1)).isFalse();
    assertThat(keys(rows)).containsExactly("a");
    assertThat(rows.get(0).cells()).hasSize(4);

    assertThat(reader.fill(rows, 3)).isTrue();
    assertThat(keys(rows)).containsExactly("a", "b");
  }

  @Test
  void aBatchEndsAtItsCountAndTheRangeWithItsLastRow() throws Exception {
    part(cell("a", "q"));
    part(cell("b", "q"));

    RegionRows reader = reader(false);
    List<RegionRow> rows = new ArrayList<>();
    assertThat(reader.fill(rows, 1)).isFalse();
    assertThat(keys(rows)).containsExactly("a");
    assertThat(reader.fill(rows, 2)).isTrue();
    assertThat(keys(rows)).containsExactly("a", "b");
    assertThat(reader.fill(rows, 9)).isTrue();
    assertThat(keys(rows)).containsExactly("a", "b");
  }

  /** The peers and the client wait for a batch, and give up on one that does not come. */
  @Test
  void aBatchDoesNotWaitForRowsThatAreFarBetween() throws Exception {
    part(cell("a", "q"));
    part(cell("b", "q"));
    for (int i = 0; i < 12; i++) {
      part();
    }
    part(cell("c", "q"));

    RegionRows reader = reader(false);
    List<RegionRow> rows = new ArrayList<>();
    assertThat(reader.fill(rows, 10)).isFalse();
    assertThat(keys(rows)).containsExactly("a");
    assertThat(timesHeld).isEqualTo(5);

    // Without a row as well: the peers are told that there is none yet.
    rows.clear();
    assertThat(reader.fill(rows, 10)).isFalse();
    assertThat(rows).isEmpty();
    assertThat(reader.fill(rows, 10)).isTrue();
    assertThat(keys(rows)).containsExactly("b", "c");
  }

  @Test
  void anEmptyRangeHasEnded() throws Exception {
    List<RegionRow> rows = new ArrayList<>();
    assertThat(reader(false).fill(rows, 10)).isTrue();
    assertThat(rows).isEmpty();
  }

  /** A long stretch without rows is not read on for nobody. */
  @Test
  void nothingIsReadOnceNobodyWaitsForIt() throws Exception {
    part(cell("a", "q"));
    RegionRows reader = reader(true);

    assertThatThrownBy(() -> reader.fill(new ArrayList<>(), 10))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("the client closed the scan");

    assertThat(parts).hasSize(1);
    assertThat(held).isZero();
  }

  /** HBase's own region, which looks at the clock at each cell and stops in the middle of rows. */
  @ParameterizedTest(name = "reversed: {0}")
  @ValueSource(booleans = {false, true})
  void whereverHBaseStopsEachRowIsReadOnceAndWhole(boolean reversed, @TempDir Path folder)
      throws Exception {
    DealtCells table = new DealtCells(new DealtTable(20_000, Seed.random(this)), 0);
    List<String> expected = new ArrayList<>();
    for (int row = 0; row < table.rows(); row++) {
      expected.add(DealtTable.key(row) + " " + table.of(Party.P0, row).size());
    }
    if (reversed) {
      Collections.reverse(expected);
    }
    Scan scan = new Scan().setReversed(reversed);
    try (LocalRegions regions =
            LocalRegions.load(
                table,
                folder,
                conf -> conf.setLong(StoreScanner.HBASE_CELLS_SCANNED_PER_HEARTBEAT_CHECK, 1));
        RegionRows reader =
            new RegionRows(
                new HeldRegion(regions.region(Party.P0), MOMENT, () -> false),
                scan,
                COLUMNS,
                Party.P0)) {
      assertThat(reader.order().compare(new byte[] {1}, new byte[] {2}))
          .isEqualTo(reversed ? 1 : -1);
      List<String> read = new ArrayList<>();
      boolean ended = false;
      while (!ended) {
        List<RegionRow> batch = new ArrayList<>();
        ended = reader.fill(batch, 512);
        for (RegionRow row : batch) {
          read.add(Bytes.toString(row.key()) + " " + row.cells().size());
        }
      }
      assertThat(read).isEqualTo(expected);
    }
  }

  /** A region takes its cells back once they are shipped: rows are copies, and long ones few. */
  @Test
  void rowsOutliveTheBlocksUnderThemAndFillABatchByTheirBytes() throws Exception {
    int fillerBytes = 1 << 16;
    int rowsOfABatch = (int) (RegionRows.MAX_BATCH_BYTES / fillerBytes);
    DealtCells table =
        new DealtCells(new DealtTable(3 * rowsOfABatch, Seed.random(this)), fillerBytes);
    List<RegionRow> rows = new ArrayList<>();
    List<Integer> batches = new ArrayList<>();
    try (RegionRows reader =
        new RegionRows(
            new HeldRegion(MemoryRegion.of(table, Party.P0), Duration.ofMinutes(1), () -> false),
            new Scan(),
            COLUMNS,
            Party.P0)) {
      boolean ended = false;
      while (!ended) {
        List<RegionRow> batch = new ArrayList<>();
        ended = reader.fill(batch, 512);
        rows.addAll(batch);
        batches.add(batch.size());
      }
    }
    assertThat(batches).containsExactly(rowsOfABatch, rowsOfABatch, rowsOfABatch);
    for (int row = 0; row < table.rows(); row++) {
      List<Cell> cells = table.of(Party.P0, row);
      assertThat(rows.get(row).cells()).as("row %d", row).isEqualTo(cells);
      for (int i = 0; i < cells.size(); i++) {
        assertThat(CellUtil.cloneValue(rows.get(row).cells().get(i)))
            .isEqualTo(CellUtil.cloneValue(cells.get(i)));
      }
      Version number = rows.get(row).versions(0).get(0);
      assertThat(
              Arrays.copyOfRange(
                  number.array(), number.offset(), number.offset() + number.length()))
          .isEqualTo(table.table().stored(Party.P0, row, DealtTable.Column.NUMBER));
    }
  }

  private void part(Cell... cells) {
    parts.add(List.of(cells));
  }

  private static Cell cell(String row, String qualifier) {
    return new KeyValue(
        Bytes.toBytes(row), DealtTable.FAMILY, Bytes.toBytes(qualifier), 1, new byte[] {1});
  }

  private static List<String> keys(List<RegionRow> rows) {
    return rows.stream().map(row -> Bytes.toString(row.key())).toList();
  }

  private RegionRows reader(boolean abandoned) throws IOException {
    return reader(abandoned, COLUMNS);
  }

  private RegionRows reader(boolean abandoned, List<QueryColumn> columns) throws IOException {
    RegionScanner scanner =
        (RegionScanner)
            Proxy.newProxyInstance(
                RegionScanner.class.getClassLoader(),
                new Class<?>[] {RegionScanner.class},
                (proxy, method, arguments) -> {
                  assertThat(method.getName()).isEqualTo("nextRaw");
                  assertThat(held).as("times that the region is held").isOne();
                  @SuppressWarnings("unchecked") // as RegionScanner declares it
                  List<Cell> into = (List<Cell>) arguments[0];
                  if (!parts.isEmpty()) {
                    into.addAll(parts.remove());
                  }
                  return !parts.isEmpty();
                });
    Region region =
        (Region)
            Proxy.newProxyInstance(
                Region.class.getClassLoader(),
                new Class<?>[] {Region.class},
                (proxy, method, arguments) -> {
                  switch (method.getName()) {
                    case "getScanner" -> {
                      return scanner;
                    }
                    case "startRegionOperation" -> {
                      held++;
                      timesHeld++;
                    }
                    case "closeRegionOperation" -> held--;
                    default -> throw new UnsupportedOperationException(method.getName());
                  }
                  return null;
                });
    return new RegionRows(
        new HeldRegion(region, MOMENT, () -> abandoned), new Scan(), columns, Party.P0);
  }
}
