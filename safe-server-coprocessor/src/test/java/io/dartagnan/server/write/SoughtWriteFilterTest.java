package io.dartagnan.server.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.write.WriteIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SoughtWriteFilterTest {
  private static final String ROW = "row";

  @TempDir private static Path folder;

  private GuardedRegion cloud;
  private Writer one;
  private Writer other;
  private long now;

  @BeforeEach
  void open() throws IOException {
    cloud = new GuardedRegion(folder, 1);
    one = new Writer(1, cloud.schema());
    other = new Writer(2, cloud.schema());
    now = System.currentTimeMillis() + 10_000;
  }

  @AfterEach
  void close() throws IOException {
    cloud.close();
  }

  @Test
  void aMarkerIsFoundByWhoWroteItAlone() throws Exception {
    cloud.region().put(one.put(ROW, now, "value"));
    cloud.region().delete(one.delete(ROW, now + 1));
    cloud.region().put(other.put(ROW, now + 2, "value"));

    assertThat(found(1, now + 1)).containsExactly(Cell.Type.DeleteColumn);
    assertThat(found(2, now + 1)).isEmpty();
    cloud.region().flush(true);
    assertThat(found(1, now + 1)).containsExactly(Cell.Type.DeleteColumn);
    assertThat(found(2, now + 1)).isEmpty();
  }

  @Test
  void aVersionIsFoundByWhoWroteItAlone() throws Exception {
    cloud.region().put(one.put(ROW, now, "value"));

    assertThat(found(1, now)).containsExactly(Cell.Type.Put);
    assertThat(found(2, now)).isEmpty();
    assertThat(found(1, now + 1)).isEmpty();
  }

  /** As HBase deletes a row. */
  @Test
  void aMarkerOfAFamilyIsFoundByWhoWroteItAlone() throws Exception {
    cloud.region().put(one.put(ROW, now, "value"));
    Delete row = new Delete(Bytes.toBytes(ROW), now + 1);
    cloud.region().delete(one.mark(row, now + 1));

    assertThat(found(1, now + 1)).containsExactly(Cell.Type.DeleteFamily);
    assertThat(found(2, now + 1)).isEmpty();
  }

  /** Types of the cells of a write that a raw scan at its stamp returns. */
  private List<Cell.Type> found(long writer, long stamp) throws IOException {
    Scan scan = new Scan().setRaw(true).readAllVersions().setTimestamp(stamp);
    new WriteIdentity(writer, stamp).seekBy(scan);
    SoughtWriteFilter.addTo(scan);
    List<Cell> cells = new ArrayList<>();
    try (RegionScanner scanner = cloud.region().getScanner(scan)) {
      scanner.next(cells);
    }
    return cells.stream().map(Cell::getType).toList();
  }
}
