package io.dartagnan.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.dartagnan.mpc.harness.Seed;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class PackedRowsTest {

  @Test
  void layoutIsTheDrawnOne() {
    PackedRows.Writer packet = new PackedRows.Writer();
    packet.add(List.of(cell("r1", "a", 7, "x"), cell("r1", "b", 7, "")));
    packet.add(List.of(cell("r2", "b", 8, "yz")));

    assertThat(packet.rows()).isEqualTo(2);
    assertThat(HexFormat.of().formatHex(CellUtil.cloneValue(packet.packet())))
        .isEqualTo(
            "01"
                + "027231" // row r1
                + "02" // of two cells
                + "01" // the first column, at another timestamp,
                + "0166" // which is f
                + "0161" // : a
                + "0000000000000007"
                + "0178"
                + "02" // the second column, at the same
                + "0166"
                + "0162"
                + "00"
                + "027232" // row r2
                + "01" // of one cell
                + "03" // in the second column, at another timestamp
                + "0000000000000008"
                + "02797a");
  }

  @Test
  void rowsComeOutAsTheyWentIn() {
    long seed = Seed.of(this);
    Random random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      List<List<Cell>> rows = rows(random);

      List<CloudRow> unpacked = PackedRows.unpack(packet(rows));

      assertThat(unpacked).as("seed %d round %d", seed, round).hasSize(rows.size());
      for (int row = 0; row < rows.size(); row++) {
        Cell[] cells = unpacked.get(row).result().rawCells();
        assertThat(cells).as("seed %d round %d", seed, round).hasSize(rows.get(row).size());
        for (int i = 0; i < cells.length; i++) {
          Cell cell = rows.get(row).get(i);
          assertThat(CellComparator.getInstance().compare(cells[i], cell)).isZero();
          assertThat(CellUtil.cloneValue(cells[i])).isEqualTo(CellUtil.cloneValue(cell));
          assertThat(cells[i].getType()).isEqualTo(Cell.Type.Put);
        }
      }
    }
  }

  /** HBase's client goes on behind it. */
  @Test
  void aPacketHasTheKeyOfItsLastRow() {
    Result packet =
        packet(List.of(List.of(cell("r1", "a", 1, "")), List.of(cell("r2", "a", 1, ""))));

    assertThat(PackedRows.isPacket(packet)).isTrue();
    assertThat(Bytes.toString(packet.getRow())).isEqualTo("r2");
    assertThat(PackedRows.unpack(packet)).noneMatch(row -> PackedRows.isPacket(row.result()));
  }

  @Test
  void whatIsNotWellFormedIsRefusedAndNothingElseHappens() {
    long seed = Seed.of(this);
    Random random = new Random(seed);
    for (int round = 0; round < 2_000; round++) {
      byte[] packet = packet(rows(random)).value();
      byte[] wrong = Arrays.copyOf(packet, random.nextInt(packet.length + 1));
      for (int i = random.nextInt(3); i > 0 && wrong.length > 0; i--) {
        wrong[random.nextInt(wrong.length)] = (byte) random.nextInt();
      }

      Throwable failure = catchThrowable(() -> PackedRows.unpack(carrying(wrong)));

      if (failure == null) {
        PackedRows.unpack(carrying(wrong)).forEach(CloudRow::result);
      } else {
        assertThat(failure)
            .as("seed %d round %d", seed, round)
            .isExactlyInstanceOf(IllegalArgumentException.class);
        assertThat(failure.getMessage()).matches("(malformed packed rows|a packet of rows) .*");
      }
    }
  }

  /** HBase's own check would tell the bytes of the cell. */
  @Test
  void aTimestampThatNoCellHasIsRefusedWithoutAWordOfTheValue() {
    byte[] packet = packet(List.of(List.of(cell("r1", "a", 7, "secret")))).value();
    packet[10] = (byte) 0x80;

    assertThatThrownBy(() -> PackedRows.unpack(carrying(packet)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("malformed packed rows were received");
  }

  /** A cloud must not have a client take two gigabytes for one row. */
  @Test
  void aRowThatWouldBeTooLargeIsRefusedBeforeItsCellsAreMade() {
    int cells = 70_000;
    ByteBuffer packet = ByteBuffer.allocate(100_000 + 2 * cells);
    packet.put((byte) 1).put(new byte[] {(byte) 0xff, (byte) 0xff, 1}).put(new byte[32_767]);
    packet.put(new byte[] {(byte) 0xf0, (byte) 0xa2, 4}).put(new byte[] {0, 1, 'f', 1, 'q', 0});
    for (int i = 1; i < cells; i++) {
      packet.put(new byte[] {0, 0});
    }
    byte[] bytes = Arrays.copyOf(packet.array(), packet.position());

    assertThatThrownBy(() -> PackedRows.unpack(carrying(bytes)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("malformed packed rows were received");
  }

  @Test
  void onlyPutsArePacked() {
    Cell delete = new KeyValue(Bytes.toBytes("r"), 1L, KeyValue.Type.DeleteFamily);

    assertThatThrownBy(() -> new PackedRows.Writer().add(List.of(delete)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aScanSaysHowMuchAPacketHolds() {
    Scan scan = new Scan();
    assertThat(PackedRows.askedBy(scan)).isEmpty();

    PackedRows.ask(scan, new PackedRows.Bounds(5, 1 << 20));

    assertThat(PackedRows.askedBy(scan)).contains(new PackedRows.Bounds(5, 1 << 20));
    scan.setRaw(true);
    assertThatThrownBy(() -> PackedRows.askedBy(scan))
        .hasMessage("a raw scan was given; only puts are packed");
  }

  @Test
  void anotherLayoutIsRefused() {
    for (byte[] asked : new byte[][] {{}, {2}, {1}, {1, 0, 0, 0, 1, 0, 0, 0}}) {
      Scan scan = new Scan().setAttribute("dartagnan.packed", asked);

      assertThatThrownBy(() -> PackedRows.askedBy(scan))
          .as(Arrays.toString(asked))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> PackedRows.unpack(carrying(new byte[] {9})))
        .hasMessageContaining("layout 9")
        .hasMessageContaining("upgrade the client");
  }

  /** Rows of columns of which some lack in some, some are in many versions, and some are long. */
  private static List<List<Cell>> rows(Random random) {
    int columns = 1 + random.nextInt(random.nextInt(10) == 0 ? 200 : 6);
    List<List<Cell>> rows = new ArrayList<>();
    for (int row = 1 + random.nextInt(6); row > 0; row--) {
      String key = "row".repeat(1 + random.nextInt(60)) + (9 - row);
      List<Cell> cells = new ArrayList<>();
      for (int column = 0; column < columns; column++) {
        for (int version = random.nextInt(3); version > 0; version--) {
          byte[] value = new byte[random.nextInt(20) == 0 ? 70_000 : random.nextInt(30)];
          random.nextBytes(value);
          cells.add(
              new KeyValue(
                  Bytes.toBytes(key),
                  Bytes.toBytes("f" + column % 3),
                  Bytes.toBytes("%03d".formatted(column)),
                  random.nextBoolean() ? 5 : random.nextLong() & Long.MAX_VALUE,
                  value));
        }
      }
      if (!cells.isEmpty()) {
        rows.add(cells);
      }
    }
    return rows.isEmpty() ? rows(random) : rows;
  }

  private static Result packet(List<List<Cell>> rows) {
    PackedRows.Writer packet = new PackedRows.Writer();
    rows.forEach(packet::add);
    return Result.create(new Cell[] {packet.packet()});
  }

  private static Result carrying(byte[] packet) {
    return Result.create(
        new Cell[] {new KeyValue(Bytes.toBytes("r"), new byte[0], new byte[0], 1, packet)});
  }

  private static Cell cell(String row, String qualifier, long timestamp, String value) {
    return new KeyValue(
        Bytes.toBytes(row),
        Bytes.toBytes("f"),
        Bytes.toBytes(qualifier),
        timestamp,
        Bytes.toBytes(value));
  }
}
