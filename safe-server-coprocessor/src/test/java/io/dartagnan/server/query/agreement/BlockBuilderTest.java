package io.dartagnan.server.query.agreement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.primitives.Longs;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.schema.LaneProtection;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.ShareBytes;
import io.dartagnan.schema.ShareCell;
import io.dartagnan.schema.SharedProtection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class BlockBuilderTest {
  private static final SharedProtection NUMBER = protection("additive int64");
  private static final SharedProtection TEXT = protection("replicated string(20)");
  private static final List<LaneProtection> COLUMNS = List.of(NUMBER, TEXT);

  private final Random random = Seed.random(this);

  /** A version of a column in a row of the test; null for a row that lacks it. */
  private record Cell(long timestamp, long id, byte[] value) {}

  private record Row(String key, Cell... cells) {}

  /** Wherever a party begins, its blocks end at the same rows from the first border on. */
  @Test
  void whereBlocksEndFollowsFromTheKeys() {
    List<Row> rows = rows(40_000);
    List<String> ends = ends(cut(rows));
    assertThat(ends.size()).as("about one in 4,096 rows").isBetween(4, 30);

    for (int begin : new int[] {1, 500, 5_000, 20_000}) {
      List<String> own = ends(cut(rows.subList(begin, rows.size())));
      assertThat(ends).endsWith(own.toArray(String[]::new));
    }
  }

  @Test
  void whatIsWrittenIsThere() throws Exception {
    List<Row> rows = rows(10_000);
    int row = 0;
    for (ColumnBlock block : cut(rows)) {
      for (int i = 0; i < block.rows(); i++, row++) {
        Row expected = rows.get(row);
        assertThat(new String(block.key(i), StandardCharsets.UTF_8)).isEqualTo(expected.key);
        for (int column = 0; column < COLUMNS.size(); column++) {
          Cell cell = expected.cells[column];
          assertThat(block.has(column, i)).isEqualTo(cell != null);
          assertThat(lane(block.shares(column), i)).isEqualTo(lane(column, cell));
        }
      }
      assertThat(block.isComputable()).isTrue();
    }
    assertThat(row).isEqualTo(rows.size());
  }

  @Test
  void aBlockThatIsCopiedRowByRowIsTheSame() {
    for (ColumnBlock block : cut(rows(9_000))) {
      BlockBuilder builder = new BlockBuilder(Party.P1, COLUMNS);
      for (int row = 0; row < block.rows(); row++) {
        builder.copy(block, row);
      }
      ColumnBlock copy = builder.take();
      assertThat(copy.digest()).isEqualTo(block.digest());
      for (int column = 0; column < COLUMNS.size(); column++) {
        assertThat(copy.shares(column).own()).isEqualTo(block.shares(column).own());
        assertThat(copy.shares(column).next()).isEqualTo(block.shares(column).next());
      }
    }
  }

  /** Anything that three parties have to have alike changes the digest; a share does not. */
  @Test
  void theDigestIsOfKeysAndWritesAndNotOfShares() {
    List<Row> rows = rows(100);
    // By chance it had no cells, and was then the last of those below.
    Row old = new Row(rows.get(50).key, new Cell(1, 2, value(NUMBER)), null);
    rows.set(50, old);
    List<String> digests = digests(rows);
    Cell cell = new Cell(7, 9, value(NUMBER));
    for (Row changed :
        List.of(
            new Row(old.key + "x", cell, null),
            new Row(old.key, new Cell(8, 9, cell.value), null),
            new Row(old.key, new Cell(7, 8, cell.value), null),
            new Row(old.key, null, new Cell(7, 9, value(TEXT))),
            new Row(old.key, null, null))) {
      assertThat(digestsWith(rows, changed))
          .isNotEqualTo(digestsWith(rows, new Row(old.key, cell, null)));
      assertThat(digestsWith(rows, changed)).isNotEqualTo(digests);
    }
    assertThat(digestsWith(rows, new Row(old.key, new Cell(7, 9, value(NUMBER)), null)))
        .isEqualTo(digestsWith(rows, new Row(old.key, cell, null)));
  }

  private static List<String> digestsWith(List<Row> rows, Row changed) {
    List<Row> others = new ArrayList<>(rows);
    others.set(50, changed);
    return digests(others);
  }

  /** Of all blocks: one in eighty times the fifty-first row is not in the first. */
  private static List<String> digests(List<Row> rows) {
    return cut(rows).stream().map(block -> HexFormat.of().formatHex(block.digest())).toList();
  }

  @Test
  void aStoredValueThatIsNoShareOfTheColumnIsToBeLookedAt() {
    BlockBuilder builder = new BlockBuilder(Party.P1, COLUMNS);
    builder.row(new byte[] {1}, 0, 1);
    byte[] text = value(TEXT);
    builder.version(0, 1, 1, text, 0, text.length);
    assertThat(builder.take().isComputable()).isFalse();

    builder.row(new byte[] {1}, 0, 1);
    assertThat(builder.take().isComputable()).as("the next block").isTrue();
  }

  /** Or a table of long texts would take more memory in a block than was counted on. */
  @Test
  void columnsOfLongValuesAreNotTaken() {
    assertThat(BlockBuilder.takes(List.of(NUMBER, TEXT))).isTrue();
    assertThat(BlockBuilder.takes(List.of(protection("xor bytes(500)")))).isTrue();
    assertThat(BlockBuilder.takes(List.of(protection("xor bytes(600)")))).isFalse();
    assertThat(BlockBuilder.takes(List.of(protection("replicated bytes(300)")))).isFalse();
  }

  @Test
  void aBlockWithoutABorderEndsWhenItIsFull() {
    BlockBuilder builder = new BlockBuilder(Party.P1, List.of());
    byte[] key = {1};
    while (!builder.isComplete()) {
      builder.row(key, 0, key.length);
    }
    assertThatThrownBy(() -> builder.row(key, 0, key.length))
        .isInstanceOf(IllegalStateException.class);
    assertThat(builder.take().rows()).isEqualTo(1 << 15);
  }

  @Test
  void theLastUserOverwritesTheShares() {
    ColumnBlock block = cut(rows(200)).get(0);
    Shares shares = block.shares(0);
    assertThat(Arrays.stream(shares.own()).anyMatch(word -> word != 0)).as("before").isTrue();

    block.retain();
    block.release();
    assertThat(Arrays.stream(shares.own()).anyMatch(word -> word != 0))
        .as("one user left")
        .isTrue();
    block.release();
    assertThat(shares.own()).containsOnly(0);
    assertThatThrownBy(block::retain).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(block::release).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aRowIsFoundByItsKey() {
    List<Row> rows = rows(300);
    ColumnBlock block = cut(rows).get(0);
    for (int row = 0; row < block.rows(); row++) {
      byte[] key = rows.get(row).key.getBytes(StandardCharsets.UTF_8);
      assertThat(block.rowsBelow(key)).isEqualTo(row);
      assertThat(block.hasRow(key)).isTrue();
      byte[] behind = (rows.get(row).key + "\0").getBytes(StandardCharsets.UTF_8);
      assertThat(block.rowsBelow(behind)).isEqualTo(row + 1);
      assertThat(block.hasRow(behind)).isFalse();
    }
  }

  private List<Row> rows(int count) {
    TreeSet<String> keys = new TreeSet<>();
    while (keys.size() < count) {
      keys.add("row-" + Long.toHexString(random.nextLong()));
    }
    List<Row> rows = new ArrayList<>();
    for (String key : keys) {
      rows.add(new Row(key, cell(NUMBER), cell(TEXT)));
    }
    return rows;
  }

  private Cell cell(SharedProtection protection) {
    return random.nextInt(5) == 0
        ? null
        : new Cell(random.nextLong(), random.nextLong(), value(protection));
  }

  private byte[] value(SharedProtection protection) {
    Shares lane = ShareBytes.zeros(Party.P1, protection, 1);
    lane.own()[0] = random.nextLong();
    if (lane.next() != null) {
      lane.next()[0] = random.nextLong();
    }
    return ShareCell.encode(protection, 1, lane, 0);
  }

  private static List<ColumnBlock> cut(List<Row> rows) {
    BlockBuilder builder = new BlockBuilder(Party.P1, COLUMNS);
    List<ColumnBlock> blocks = new ArrayList<>();
    for (Row row : rows) {
      byte[] key = row.key.getBytes(StandardCharsets.UTF_8);
      builder.row(key, 0, key.length);
      for (int column = 0; column < COLUMNS.size(); column++) {
        Cell cell = row.cells[column];
        if (cell != null) {
          builder.version(column, cell.timestamp, cell.id, cell.value, 0, cell.value.length);
        }
      }
      if (builder.isComplete()) {
        blocks.add(builder.take());
      }
    }
    if (builder.rows() > 0) {
      blocks.add(builder.take());
    }
    return blocks;
  }

  private static List<String> ends(List<ColumnBlock> blocks) {
    return blocks.stream()
        .map(block -> new String(block.lastKey(), StandardCharsets.UTF_8))
        .toList();
  }

  private static long[] lane(Shares shares, int lane) {
    Shares one = shares.slice(lane, lane + 1);
    return one.next() == null ? one.own() : Longs.concat(one.own(), one.next());
  }

  private static long[] lane(int column, Cell cell) throws Exception {
    LaneProtection protection = COLUMNS.get(column);
    Shares lane = ShareBytes.zeros(Party.P1, protection, 1);
    if (cell != null) {
      protection.readLane(cell.value, 0, cell.value.length, lane, 0);
    }
    return lane(lane, 0);
  }

  private static SharedProtection protection(String text) {
    return (SharedProtection) Protection.parse(text);
  }
}
