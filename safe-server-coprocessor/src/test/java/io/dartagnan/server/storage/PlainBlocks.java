package io.dartagnan.server.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.server.query.agreement.BlockBuilder;
import io.dartagnan.server.query.agreement.ColumnBlock;
import io.dartagnan.server.storage.RegionBlocks.BlockReading;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.PackagePrivateFieldAccessor;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;

/** Blocks as they are to be: made of what HBase's own scanner returns. */
final class PlainBlocks {
  private PlainBlocks() {}

  /** The blocks of a scan at a point in time. */
  static List<ColumnBlock> of(Region region, Scan scan, List<QueryColumn> columns, long readPoint)
      throws IOException {
    BlockBuilder builder =
        new BlockBuilder(Party.P0, columns.stream().map(QueryColumn::lanes).toList());
    List<ColumnBlock> blocks = new ArrayList<>();
    Scan plain = new Scan(scan);
    PackagePrivateFieldAccessor.setMvccReadPoint(plain, readPoint);
    try (RegionScanner scanner = region.getScanner(plain)) {
      boolean more = true;
      while (more) {
        List<Cell> cells = new ArrayList<>();
        more = scanner.next(cells);
        if (!cells.isEmpty()) {
          if (builder.isComplete()) {
            blocks.add(builder.take());
          }
          add(builder, cells, columns);
        }
      }
    }
    if (builder.rows() > 0) {
      blocks.add(builder.take());
    }
    return blocks;
  }

  private static void add(BlockBuilder builder, List<Cell> cells, List<QueryColumn> columns) {
    byte[] key = CellUtil.cloneRow(cells.get(0));
    builder.row(key, 0, key.length);
    for (int column = 0; column < columns.size(); column++) {
      QueryColumn of = columns.get(column);
      for (Cell cell : cells) {
        if (CellUtil.matchingColumn(cell, of.family(), of.qualifier())) {
          OptionalLong id = of.protection().writeId(cell, Party.P0);
          if (id.isEmpty()) {
            builder.otherVersion(column);
          } else {
            byte[] value = CellUtil.cloneValue(cell);
            builder.version(column, cell.getTimestamp(), id.getAsLong(), value, 0, value.length);
          }
          break;
        }
      }
    }
  }

  /** All that a reading has left. */
  static List<ColumnBlock> drain(BlockReading reading, int most) throws IOException {
    List<ColumnBlock> all = new ArrayList<>();
    boolean ended = false;
    while (!ended) {
      List<ColumnBlock> some = new ArrayList<>();
      ended = reading.fill(some, most);
      assertThat(some).hasSizeLessThanOrEqualTo(most);
      all.addAll(some);
    }
    return all;
  }

  /** Asserts that blocks are what they are to be, down to every share, and releases both. */
  static void assertAlike(List<ColumnBlock> blocks, List<ColumnBlock> expected, int columns) {
    assertThat(rows(blocks, columns)).isEqualTo(rows(expected, columns));
    assertThat(blocks.stream().map(ColumnBlock::rows).toList())
        .isEqualTo(expected.stream().map(ColumnBlock::rows).toList());
    for (int i = 0; i < blocks.size(); i++) {
      assertThat(blocks.get(i).digest()).as("digest %d", i).isEqualTo(expected.get(i).digest());
      if (blocks.get(i).isComputable()) {
        assertThat(expected.get(i).isComputable()).as("block %d is computable", i).isTrue();
      }
    }
    blocks.forEach(ColumnBlock::release);
    expected.forEach(ColumnBlock::release);
  }

  private static List<String> rows(List<ColumnBlock> blocks, int columns) {
    List<String> rows = new ArrayList<>();
    for (ColumnBlock block : blocks) {
      for (int row = 0; row < block.rows(); row++) {
        StringBuilder line = new StringBuilder(new String(block.key(row)));
        for (int column = 0; column < columns; column++) {
          line.append(' ').append(block.has(column, row) ? block.shares(column).own()[row] : "-");
        }
        rows.add(line.toString());
      }
    }
    return rows;
  }
}
