package io.dartagnan.client.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.fixture.Tables;
import io.dartagnan.client.rpc.CloudConsensus;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.client.rpc.TableCatalogue;
import io.dartagnan.schema.FamilySettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RenewedScannerTest {
  private static final TableDescriptor BEFORE = Tables.DECLARED;
  private static final TableDescriptor AFTER =
      TableDescriptorBuilder.newBuilder(BEFORE)
          .modifyColumnFamily(
              ColumnFamilyDescriptorBuilder.newBuilder(BEFORE.getColumnFamily(Tables.FAMILY))
                  .setTimeToLive(60)
                  .build())
          .build();

  private final List<TableDescriptor> byCloud = new ArrayList<>(List.of(BEFORE, BEFORE, BEFORE));
  private final TableCatalogue catalogue = new TableCatalogue(name -> List.copyOf(byCloud));

  /** Endless rows, which cloud 1 gives to readers that know its settings. */
  private final class Rows implements ResultScanner {
    private final ProtectedTable table;
    private boolean closed;

    Rows(ProtectedTable table) {
      this.table = table;
    }

    @Override
    public Result next() throws IOException {
      if (closed) {
        return null;
      }
      new FamilySettings(byCloud.get(1)).require(table.settings().mark(new Get(Tables.ROW)));
      return Tables.result(Tables.plain(1, "a row"));
    }

    @Override
    public void close() {
      closed = true;
    }

    @Override
    public boolean renewLease() {
      return false;
    }

    @Override
    public ScanMetrics getScanMetrics() {
      return null;
    }
  }

  private ResultScanner open() throws IOException {
    return RenewedScanner.open(
        catalogue, BEFORE.getTableName(), TimeUnit.MINUTES.toMillis(1), Rows::new);
  }

  private void alter(int... clouds) {
    for (int cloud : clouds) {
      byCloud.set(cloud, AFTER);
    }
  }

  @Test
  void aScanIsOpenedAgainIfTheSettingsWereChangedBeforeItsFirstRow() throws IOException {
    ResultScanner scanner = open();
    alter(0, 1, 2);

    assertThat(scanner.next()).isNotNull();
    assertThat(scanner.next()).isNotNull();
    scanner.close();
    assertThat(scanner.next()).isNull();
  }

  @Test
  void aScanThatHasReturnedRowsFailsForGood() throws IOException {
    ResultScanner scanner = open();
    assertThat(scanner.next()).isNotNull();
    alter(0, 1, 2);

    for (int call = 0; call < 2; call++) {
      assertThatThrownBy(scanner::next)
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("the settings of families of table t were changed while");
    }
  }

  @Test
  void theEndOfTheRowsIsNotPretendedWhereTheCloudsDiffer() throws IOException {
    ResultScanner scanner = open();
    alter(1);

    for (int call = 0; call < 2; call++) {
      assertThatThrownBy(scanner::next)
          .isInstanceOf(CloudConsensus.Disagreement.class)
          .hasMessageStartingWith("cloud 1 differs from the two others on 'TTL' of family f");
    }
    scanner.close();

    ResultScanner later = open(BEFORE);
    assertThat(later.next()).isNotNull();
  }

  private ResultScanner open(TableDescriptor now) throws IOException {
    byCloud.replaceAll(cloud -> now);
    return open();
  }
}
