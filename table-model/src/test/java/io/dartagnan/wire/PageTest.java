package io.dartagnan.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.dartagnan.mpc.harness.Seed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class PageTest {
  private static final Page PAGE =
      new Page(
          Page.Kind.LAST,
          258,
          772,
          bytes("r2"),
          new byte[] {1, 2, 3},
          Page.rowsOf(
              List.of(cell("r1", "a", "x"), cell("r1", "b", "secret"), cell("r2", "a", ""))));

  @Test
  void layoutIsTheDrawnOne() {
    Page one =
        new Page(
            Page.Kind.MORE,
            258,
            772,
            bytes("r2"),
            new byte[] {1, 2, 3},
            Page.rowsOf(List.of(cell("r1", "a", "x"))));

    assertThat(HexFormat.of().formatHex(one.encode()))
        .isEqualTo(
            "0200"
                + "0000000000000102"
                + "0000000000000304"
                + "00027232"
                + "00000003010203"
                + "00000001"
                + "00000019" // the cell:
                + "0000001000000001" // lengths of key and value
                + "00027231" // row
                + "0166" // family
                + "61" // qualifier
                + "0000000000000007" // timestamp
                + "04" // put
                + "78"); // value
  }

  @Test
  void aRowThatIsLackingHasACellWithoutAFamily() {
    Page page =
        new Page(
            Page.Kind.MORE,
            0,
            2,
            bytes("r2"),
            new byte[0],
            Page.rowsOf(List.of(Page.absent(bytes("r1")), cell("r2", "a", "x"))));

    assertThat(HexFormat.of().formatHex(page.encode()))
        .contains(
            "00000016" // the cell:
                + "0000000e00000000" // lengths of key and value
                + "00027231" // row
                + "00" // family
                + "7fffffffffffffff" // timestamp
                + "04"); // put
    assertThat(Page.decode(page.encode()).rows())
        .extracting(CloudRow::isAbsent)
        .containsExactly(true, false);
  }

  @Test
  void packedCellsFollowAsAPacket() {
    byte[] page = PAGE.encodePacked();
    PackedRows.Writer packet = new PackedRows.Writer();
    packet.add(cells(PAGE).subList(0, 2));
    packet.add(cells(PAGE).subList(2, 3));

    assertThat(HexFormat.of().formatHex(page))
        .isEqualTo(
            "0205"
                + "0000000000000102"
                + "0000000000000304"
                + "00027232"
                + "00000003010203"
                + HexFormat.of().formatHex(CellUtil.cloneValue(packet.packet())));
    assertThat(cells(Page.decode(page))).isEqualTo(cells(PAGE));
    assertThat(cells(Page.decode(page)))
        .extracting(cell -> Bytes.toString(CellUtil.cloneValue(cell)))
        .containsExactly("x", "secret", "");
    assertThat(Page.decode(page).rows()).hasSize(2);

    Page lacking =
        new Page(
            Page.Kind.MORE,
            0,
            2,
            bytes("r2"),
            new byte[0],
            Page.rowsOf(List.of(Page.absent(bytes("r1")), cell("r2", "a", "x"))));
    assertThat(Page.decode(lacking.encodePacked()).rows())
        .extracting(CloudRow::isAbsent)
        .containsExactly(true, false);
    assertThat(Page.decode(Page.heartbeat(9, 8, bytes("r7")).encodePacked()).rows()).isEmpty();
  }

  /** Tags are the region's own, and would take room. */
  @Test
  void tagsDoNotTravel() {
    List<Cell> tagged = cells(PAGE);
    tagged.replaceAll(
        cell ->
            PrivateCellUtil.createCell(cell, List.of(new ArrayBackedTag((byte) 'D', new byte[8]))));
    Page page = withCells(tagged);

    assertThat(page.encode()).isEqualTo(PAGE.encode());
    assertThat(page.encodePacked()).isEqualTo(PAGE.encodePacked());
    tagged.replaceAll(KeyValueUtil::copyToNewKeyValue);
    assertThat(withCells(tagged).encode()).isEqualTo(PAGE.encode());
  }

  @Test
  void readsBackWhatItWrites() {
    Page read = Page.decode(PAGE.encode());

    assertThat(read.kind()).isEqualTo(Page.Kind.LAST);
    assertThat(read.meshBytes()).isEqualTo(258);
    assertThat(read.judgedRows()).isEqualTo(772);
    assertThat(read.throughRow()).isEqualTo(bytes("r2"));
    assertThat(read.aggregates()).isEqualTo(new byte[] {1, 2, 3});
    assertThat(cells(read)).isEqualTo(cells(PAGE));
    assertThat(read.rows()).hasSize(2);
    assertThat(read.rows().get(0).key()).isEqualTo(bytes("r1"));
    assertThat(read.rows().get(0).result().size()).isEqualTo(2);
  }

  @Test
  void pageOfAnotherReleaseIsRefused() {
    byte[] page = PAGE.encode();
    page[0] = 1;
    assertThatThrownBy(() -> Page.decode(page))
        .hasMessage(
            "a page of layout 1 was received, this client knows layout 2: the cloud is of an earlier"
                + " release than this client; upgrade the three clouds before their clients");
    page[0] = 3;
    assertThatThrownBy(() -> Page.decode(page))
        .hasMessage(
            "a page of layout 3 was received, this client knows layout 2: the cloud is of a later"
                + " release than this client; upgrade the client");
  }

  @Test
  void heartbeatHasNoRows() {
    Page heartbeat = Page.decode(Page.heartbeat(9, 8, bytes("r7")).encode());

    assertThat(heartbeat.kind()).isEqualTo(Page.Kind.HEARTBEAT);
    assertThat(heartbeat.meshBytes()).isEqualTo(9);
    assertThat(heartbeat.judgedRows()).isEqualTo(8);
    assertThat(heartbeat.aggregates()).isEmpty();
    assertThat(heartbeat.rows()).isEmpty();
    assertThat(heartbeat.throughRow()).isEqualTo(bytes("r7"));
  }

  @Test
  void everyTruncationIsRefused() {
    byte[] page = PAGE.encode();
    for (int length = 0; length < page.length; length++) {
      byte[] truncated = Arrays.copyOf(page, length);
      assertThatThrownBy(() -> Page.decode(truncated))
          .as("%d bytes", length)
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> Page.decode(Arrays.copyOf(page, page.length + 1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anyBitFlipIsReadOrRefusedWithoutTheCellsBytes() {
    for (byte[] page : List.of(PAGE.encode(), PAGE.encodePacked())) {
      for (int bit = 0; bit < 8 * page.length; bit++) {
        byte[] flipped = page.clone();
        flipped[bit / 8] ^= (byte) (1 << bit % 8);
        assertReadOrRefused(flipped, "bit " + bit);
      }
    }
  }

  @Test
  void anyDamageIsReadOrRefusedWithoutTheCellsBytes() {
    long seed = Seed.of(this);
    Random random = new Random(seed);
    for (int round = 0; round < 20_000; round++) {
      byte[] damaged = random.nextBoolean() ? PAGE.encode() : PAGE.encodePacked();
      for (int i = random.nextInt(4); i >= 0; i--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      assertReadOrRefused(damaged, "seed " + seed + " round " + round);
    }
  }

  @Test
  void oversizedCountsAreRefusedBeforeAnythingIsAllocated() {
    byte[] page = PAGE.encode();
    int aggregatesAt = 1 + 1 + 8 + 8 + 2 + 2;
    int countAt = aggregatesAt + 4 + 3;
    for (int at : new int[] {aggregatesAt, countAt}) {
      for (int count : new int[] {Integer.MAX_VALUE, -1, Integer.MIN_VALUE, 4, 2}) {
        byte[] wrong = page.clone();
        Bytes.putInt(wrong, at, count);
        assertThatThrownBy(() -> Page.decode(wrong))
            .as("%d at %d", count, at)
            .isInstanceOf(IllegalArgumentException.class);
      }
    }
  }

  private static void assertReadOrRefused(byte[] bytes, String which) {
    Throwable thrown = catchThrowable(() -> cells(Page.decode(bytes)));
    if (thrown != null) {
      assertThat(thrown).as(which).isInstanceOf(IllegalArgumentException.class);
      assertThat(thrown.getMessage())
          .as(which)
          .matches("(a page|a packet of|malformed packed) .*")
          .doesNotContain("secret");
    }
  }

  private static Page withCells(List<Cell> cells) {
    return new Page(
        PAGE.kind(),
        PAGE.meshBytes(),
        PAGE.judgedRows(),
        PAGE.throughRow(),
        PAGE.aggregates(),
        Page.rowsOf(cells));
  }

  private static List<Cell> cells(Page page) {
    List<Cell> cells = new ArrayList<>();
    page.rows().forEach(row -> cells.addAll(row.result().listCells()));
    return cells;
  }

  private static Cell cell(String row, String qualifier, String value) {
    return new KeyValue(bytes(row), bytes("f"), bytes(qualifier), 7, bytes(value));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
