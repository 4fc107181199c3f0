package io.dartagnan.server.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.server.query.DealtTable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RowSeekerTest {
  private static final int ROWS = 2_000;

  @TempDir static Path folder;

  private LocalRegions regions;
  private HRegion region;

  @BeforeAll
  void start() throws IOException {
    DealtTable table = new DealtTable(ROWS, Seed.random(this));
    regions = LocalRegions.load(new DealtCells(table, 0), folder);
    region = regions.region(Party.P0);
  }

  @AfterAll
  void stop() throws IOException {
    regions.close();
  }

  /** Whether they lie close together or far apart, and where a moment is over after a few. */
  @ParameterizedTest
  @ValueSource(longs = {1, 1_000})
  void rowsAreThoseThatGetsReturn(long momentMs) throws IOException {
    long seed = Seed.of(this);
    Random random = new Random(seed);
    for (int oneIn : new int[] {1, 2, 5, 20, 500}) {
      try (RowSeeker seeker = seeker(momentMs, false)) {
        for (List<byte[]> keys : parts(random, oneIn)) {
          List<List<Cell>> found = seeker.seek(keys);

          assertThat(found).hasSameSizeAs(keys);
          for (int i = 0; i < keys.size(); i++) {
            assertThat(texts(found.get(i)))
                .as("seed %d, one in %d", seed, oneIn)
                .isEqualTo(texts(region.get(new Get(keys.get(i))).listCells()));
          }
        }
      }
    }
  }

  @Test
  void nothingIsReadOnceNobodyWaitsForIt() throws IOException {
    try (RowSeeker seeker = seeker(1_000, true)) {
      assertThatThrownBy(() -> seeker.seek(List.of(Bytes.toBytes("x"))))
          .isInstanceOf(ProtocolException.class)
          .hasMessageContaining("the client closed the scan");
    }
  }

  private RowSeeker seeker(long momentMs, boolean abandoned) throws IOException {
    return new RowSeeker(
        new HeldRegion(region, Duration.ofMillis(momentMs), () -> abandoned),
        new Scan(),
        region.getReadPoint(null));
  }

  /** Two parts of ascending keys; some are of no row. */
  private static List<List<byte[]>> parts(Random random, int oneIn) {
    TreeSet<String> keys = new TreeSet<>();
    for (int row = 0; row < ROWS; row++) {
      if (random.nextInt(oneIn) == 0) {
        keys.add(DealtTable.key(row) + (random.nextInt(8) == 0 ? "x" : ""));
      }
    }
    List<byte[]> all = new ArrayList<>(keys.stream().map(Bytes::toBytes).toList());
    all.add(Bytes.toBytes("~"));
    return List.of(all.subList(0, all.size() / 2), all.subList(all.size() / 2, all.size()));
  }

  private static List<String> texts(List<Cell> cells) {
    return cells == null
        ? List.of()
        : cells.stream()
            .map(
                cell ->
                    cell.toString().replaceFirst("/seqid=.*", " ")
                        + Bytes.toStringBinary(CellUtil.cloneValue(cell)))
            .toList();
  }
}
