package io.dartagnan.server.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.server.storage.DetachedCells;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Cells of blocks that HBase has encoded, which are of other classes and can do less. */
@Timeout(60)
class EncodedBlocksTest {
  @TempDir private static Path folder;

  @ParameterizedTest
  @EnumSource
  void cellsAreCopiedWithTheirTags(DataBlockEncoding encoding) throws Exception {
    try (GuardedRegion region = new GuardedRegion(folder, 1)) {
      region.alter(
          table ->
              table.modifyColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(
                          table.build().getColumnFamily(GuardedRegion.FAMILY))
                      .setDataBlockEncoding(encoding)
                      .build()));
      region.move();
      Writer writer = new Writer(1, region.schema());
      long now = System.currentTimeMillis();
      for (int i = 0; i < 3; i++) {
        region.region().put(writer.put("row" + i, now + 1, "value" + i));
      }
      region.flush();
      for (int i = 0; i < 3; i++) {
        List<Cell> cells = region.raw("row" + i);
        Cell stored = cells.get(0);
        WriteTag tag = WriteTag.in(stored).orElseThrow();

        assertThat(WriteTag.in(tag.on(stored))).hasValue(tag);
        DetachedCells.detach(cells);

        for (Cell copy : List.of(cells.get(0), tag.on(WriteTag.off(stored)))) {
          assertThat(CellUtil.equals(copy, stored)).isTrue();
          assertThat(Bytes.toString(CellUtil.cloneValue(copy))).isEqualTo("value" + i);
          assertThat(WriteTag.in(copy)).hasValue(tag);
        }
      }
    }
  }
}
