package io.dartagnan.client.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.MemoryConnection;
import io.dartagnan.client.SafeConnection;
import io.dartagnan.client.fixture.MemoryCloud;
import io.dartagnan.client.fixture.Tables;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TableSettingsTest {
  private final List<MemoryCloud> clouds =
      List.of(new MemoryCloud(), new MemoryCloud(), new MemoryCloud());

  @Test
  void scansWithAFilterHaveTheSettingsOfTheTableTheyAreOpenedOn() throws IOException {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(
            Tables.FAMILY, Tables.NUMBER, CompareOperator.EQUAL, Bytes.toBytes(1L));
    try (SafeConnection connection = MemoryConnection.open(clouds);
        Table table =
            connection
                .getTableBuilder(Tables.DECLARED.getTableName(), null)
                .setOperationTimeout(1)
                .setRpcTimeout(2)
                .setReadRpcTimeout(3)
                .setRequestAttribute("tenant", new byte[1])
                .build();
        ResultScanner scanner = table.getScanner(new Scan().setFilter(filter))) {
      assertThatThrownBy(scanner::next).as("no pages in memory").isInstanceOf(IOException.class);
    }

    for (MemoryCloud cloud : clouds) {
      assertThat(cloud.scannedWith)
          .containsExactly(
              List.of(
                  "setOperationTimeout 1",
                  "setRpcTimeout 2",
                  "setReadRpcTimeout 3",
                  "setRequestAttribute tenant"));
    }
  }

  @Test
  void regionsAreThoseOfCloud0() throws IOException {
    try (SafeConnection connection = MemoryConnection.open(clouds);
        Table table = connection.getTable(Tables.DECLARED.getTableName());
        RegionLocator ofTable = table.getRegionLocator();
        RegionLocator ofConnection = connection.getRegionLocator(Tables.DECLARED.getTableName())) {
      clouds.get(0).host = "here";

      assertThat(ofTable.getAllRegionLocations())
          .singleElement()
          .extracting(HRegionLocation::getHostname)
          .isEqualTo("here");
      assertThat(ofConnection.getAllRegionLocations()).isEqualTo(ofTable.getAllRegionLocations());
    }
  }
}
