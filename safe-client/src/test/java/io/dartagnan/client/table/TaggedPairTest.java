package io.dartagnan.client.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.MemoryConnection;
import io.dartagnan.client.SafeConnection;
import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.fixture.MemoryCloud;
import io.dartagnan.client.fixture.Tables;
import io.dartagnan.client.fixture.TaggedTable;
import io.dartagnan.schema.ShareCell;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reads from two clouds of which one may lie, of a table whose values carry tags. */
@Timeout(120)
class TaggedPairTest {
  private static final TableName NAME = Tables.DECLARED.getTableName();

  @TempDir private Path folder;
  private final List<MemoryCloud> clouds =
      List.of(new MemoryCloud(), new MemoryCloud(), new MemoryCloud());
  private SafeConnection connection;
  private Table table;

  @BeforeEach
  void loseACloud() throws IOException {
    TaggedTable tagged = TaggedTable.in(folder);
    TableDescriptor descriptor = tagged.descriptor(tagged.keys());
    clouds.forEach(cloud -> cloud.descriptor = descriptor);
    Configuration configuration = new Configuration(false);
    configuration.setLong(ClientKeys.ONE_CLOUD_DOWN_AFTER_MS, 200);
    configuration.set(ClientKeys.KEY_FILE, tagged.path().toString());
    connection = MemoryConnection.open(clouds, configuration);
    table = connection.getTable(NAME);
    for (int i = 0; i < 4; i++) {
      table.put(
          new Put(row(i))
              .addColumn(Tables.FAMILY, Tables.REPLICATED_NUMBER, Bytes.toBytes((long) i)));
    }
    clouds.get(0).fault =
        new MemoryCloud.Fault() {
          @Override
          public void before(String operation) throws IOException {
            if (!operation.equals("getScanner")) {
              throw new ConnectException("refused");
            }
          }
        };
  }

  @AfterEach
  void close() throws IOException {
    clouds.get(0).fault = new MemoryCloud.Fault() {};
    connection.close();
  }

  private static byte[] row(int i) {
    return Bytes.toBytes("row" + i);
  }

  private List<Long> numbers(Scan scan) throws IOException {
    List<Long> numbers = new ArrayList<>();
    try (ResultScanner rows = table.getScanner(scan)) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        numbers.add(Bytes.toLong(row.getValue(Tables.FAMILY, Tables.REPLICATED_NUMBER)));
      }
    }
    return numbers;
  }

  private void leaveOut(int cloud, int row) throws IOException {
    try (Table bare = clouds.get(cloud).connection().getTable(NAME)) {
      bare.delete(new Delete(row(row)).addColumns(Tables.FAMILY, Tables.REPLICATED_NUMBER));
    }
  }

  private void alter(int cloud, int row, int at) throws IOException {
    try (Table bare = clouds.get(cloud).connection().getTable(NAME)) {
      Cell stored = bare.get(new Get(row(row))).rawCells()[0];
      byte[] altered = CellUtil.cloneValue(stored);
      altered[at] ^= 1;
      bare.put(
          new Put(row(row))
              .addColumn(Tables.FAMILY, Tables.REPLICATED_NUMBER, stored.getTimestamp(), altered));
    }
  }

  @Test
  void anAlteredShareThatOneOfTwoHasAloneIsAnError() throws IOException {
    alter(1, 2, ShareCell.HEADER_BYTES);
    assertThatThrownBy(() -> numbers(new Scan()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("column f:rn of row row2 does not carry the tag of its value");
    assertThat(table.get(new Get(row(1))).isEmpty()).isFalse();
  }

  @Test
  void anAlteredShareThatBothHaveIsReadAsTheTagSays() throws IOException {
    alter(1, 2, ShareCell.HEADER_BYTES + Long.BYTES);
    assertThat(numbers(new Scan())).containsExactly(0L, 1L, 2L, 3L);
  }

  @Test
  void twoThatAgreeAreEnough() throws IOException {
    assertThat(numbers(new Scan())).containsExactly(0L, 1L, 2L, 3L);
    assertThat(table.get(new Get(row(2))).isEmpty()).isFalse();
  }

  @Test
  void aRowThatOneOfTwoLeavesOutIsAnError() throws IOException {
    leaveOut(1, 2);
    for (Scan scan : List.of(new Scan(), new Scan().setLimit(3), new Scan().setReversed(true))) {
      assertThatThrownBy(() -> numbers(scan))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("the two others do not know whether it has the version")
          .hasMessageContaining("or one of them lies");
    }
  }

  @Test
  void aCloudThatLeavesAllOutIsAnError() throws IOException {
    for (int row = 0; row < 4; row++) {
      leaveOut(2, row);
    }
    assertThatThrownBy(() -> numbers(new Scan())).hasMessageContaining("or one of them lies");
  }
}
