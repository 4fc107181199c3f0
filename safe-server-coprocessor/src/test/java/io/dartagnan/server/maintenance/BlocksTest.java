package io.dartagnan.server.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.audit.AuditRequest;
import io.dartagnan.audit.AuditRequest.Detail;
import io.dartagnan.audit.BlockDigest;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.InnerDescriptor;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class BlocksTest {
  private static final TableDescriptor TABLE =
      InnerDescriptor.of(
          TableSchema.declareRest(
                  TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
                      .setColumnFamily(
                          ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("f"))
                              .setMaxVersions(2)
                              .build())
                      .setColumnFamily(ColumnFamilyDescriptorBuilder.of("g")),
                  Protection.PLAIN)
              .build());

  private static Blocks blocks(int bits) {
    return new Blocks(
        new AuditRequest(
            Detail.BLOCKS,
            bits,
            Party.P0,
            new byte[AuditRequest.SALT_BYTES],
            "s",
            new byte[0],
            new byte[0]),
        TableSchema.of(TABLE),
        TABLE,
        Party.P0);
  }

  private static Cell cell(String row, String family, String name, long at) {
    return new KeyValue(
        Bytes.toBytes(row),
        Bytes.toBytes(family),
        Bytes.toBytes(name),
        at,
        Bytes.toBytes("v" + at));
  }

  private static List<BlockDigest> of(int bits, Cell... cells) {
    Blocks blocks = blocks(bits);
    Arrays.stream(cells).forEach(blocks::add);
    blocks.endRange();
    return blocks.take();
  }

  @Test
  void ofEachColumnAsManyNewestVersionsCountAsWereDeclared() {
    BlockDigest row =
        of(
                0,
                cell("r", "f", "p", 9),
                cell("r", "f", "p", 8),
                cell("r", "f", "p", 7),
                cell("r", "f", "q", 3),
                cell("r", "g", "q", 9),
                cell("r", "g", "q", 8))
            .get(0);
    assertThat(row.sum().versions()).isEqualTo(4);
    assertThat(row.sum())
        .isEqualTo(
            of(
                    0,
                    cell("r", "f", "p", 9),
                    cell("r", "f", "p", 8),
                    cell("r", "f", "q", 3),
                    cell("r", "g", "q", 9))
                .get(0)
                .sum());
  }

  @Test
  void eachRowIsABlockAndTheLastBlockEndsTheRange() {
    List<BlockDigest> blocks =
        of(0, cell("a", "f", "p", 1), cell("a", "g", "p", 1), cell("b", "f", "p", 1));
    assertThat(blocks.stream().map(block -> Bytes.toString(block.lastRow())))
        .containsExactly("a", "b", "");
    assertThat(blocks.stream().map(BlockDigest::rows)).containsExactly(1L, 1L, 0L);
    assertThat(blocks.stream().map(block -> block.sum().versions())).containsExactly(2L, 1L, 0L);
    assertThat(of(0)).hasSize(1);
  }

  @Test
  void longerBlocksHaveTheRowsOfShorterOnes() {
    Cell[] cells = new Cell[5_000];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = cell("row%05d".formatted(i), "f", "p", 1);
    }
    List<BlockDigest> blocks = of(6, cells);
    assertThat(blocks).hasSizeBetween(30, 150);
    assertThat(blocks.stream().mapToLong(BlockDigest::rows).sum()).isEqualTo(cells.length);
    assertThat(blocks.stream().map(BlockDigest::sum).reduce((one, other) -> one.plus(other)).get())
        .isEqualTo(
            of(0, cells).stream()
                .map(BlockDigest::sum)
                .reduce((one, other) -> one.plus(other))
                .get());
  }

  /** HBase takes the bytes of cells back between two calls. */
  @Test
  void whatIsRememberedBetweenCallsIsACopy() {
    List<Cell> cells = new ArrayList<>();
    for (int at = 9; at > 4; at--) {
      cells.add(cell("r", "f", "p", at));
    }
    Blocks whole = blocks(0);
    cells.forEach(whole::add);
    whole.endRange();
    Blocks parts = blocks(0);
    for (Cell cell : cells) {
      parts.add(cell);
      parts.detach();
      Arrays.fill(cell.getRowArray(), (byte) 0);
    }
    parts.endRange();
    assertThat(parts.take().get(0).sum()).isEqualTo(whole.take().get(0).sum());
  }
}
