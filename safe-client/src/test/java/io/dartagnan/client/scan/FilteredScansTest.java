package io.dartagnan.client.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.fixture.Schemas;
import io.dartagnan.client.refusal.UnsupportedOptions;
import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.schema.TableSchema;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** What needs no cloud: here there is none, so asking one would fail. */
class FilteredScansTest {
  private final List<Scan> unfiltered = new ArrayList<>();

  @Test
  void aFilterThatEveryRowPassesBecomesTheUnfilteredScan() throws IOException {
    Scan scan = scanWithoutItsFiltersColumn(false);

    ResultScanner scanner = open(scan);

    assertThat(scanner).isInstanceOf(NoRowsScanner.class);
    assertThat(unfiltered).hasSize(1);
    assertThat(unfiltered.get(0).getFilter()).isNull();
    assertThat(unfiltered.get(0).getFamilyMap()).isEqualTo(scan.getFamilyMap());
    assertThat(scan.getFilter()).as("the application's scan").isNotNull();
  }

  @Test
  void aFilterThatNoRowPassesAsksNobody() throws IOException {
    try (ResultScanner scanner = open(scanWithoutItsFiltersColumn(true))) {
      assertThat(scanner.next()).isNull();
      assertThat(scanner.iterator().hasNext()).isFalse();
      assertThat(((MeshTraffic) scanner).meshBytes()).isZero();
    }
    assertThat(unfiltered).isEmpty();
  }

  @Test
  void whatIsNotSupportedIsRefusedBeforeAnyCloudIsAsked() {
    assertThatThrownBy(() -> open(new Scan().setFilter(new PrefixFilter(Bytes.toBytes("a")))))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThat(unfiltered).isEmpty();
  }

  @Test
  void aProtocolSuiteThatIsNotInstalledIsRefusedBeforeAnyCloudIsAsked() {
    Configuration client = new Configuration(false);
    Scan scan =
        new Scan()
            .setFilter(
                new SingleColumnValueFilter(
                    Bytes.toBytes("v"), Bytes.toBytes("text"), CompareOperator.EQUAL, new byte[1]));
    TableSchema naming =
        TableSchema.of(
            TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of("v"))
                .setValue("dartagnan.default", "xor string(12)")
                .setValue("dartagnan.suite", "of-the-table")
                .build());

    assertThatThrownBy(() -> open(scan, naming, List.of(configured(client))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "'dartagnan.suite' of table t: protocol suite 'of-the-table' is not installed;"
                + " installed are "
                + String.join(", ", ProtocolSuites.installed().byName().keySet()));

    client.set("dartagnan.client.query.suite", "of-the-client");
    assertThatThrownBy(() -> open(scan, naming, List.of(configured(client))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "dartagnan.client.query.suite: protocol suite 'of-the-client' is not installed");
  }

  /** A connection that can be asked for its configuration and for nothing else. */
  private static Connection configured(Configuration configuration) {
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              assertThat(method.getName()).isEqualTo("getConfiguration");
              return configuration;
            });
  }

  private ResultScanner open(Scan scan) throws IOException {
    return open(scan, Schemas.visits(), List.of());
  }

  private ResultScanner open(Scan scan, TableSchema schema, List<Connection> clouds)
      throws IOException {
    return FilteredScans.open(
        clouds,
        party -> null,
        null,
        schema,
        scan,
        UnsupportedOptions.of(scan),
        byParty -> byParty.get(0),
        without -> {
          unfiltered.add(without);
          return new NoRowsScanner();
        });
  }

  private static Scan scanWithoutItsFiltersColumn(boolean filterIfMissing) {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(
            Bytes.toBytes("v"), Bytes.toBytes("text"), CompareOperator.EQUAL, new byte[1]);
    filter.setFilterIfMissing(filterIfMissing);
    return new Scan().addFamily(Bytes.toBytes("w")).setFilter(filter);
  }
}
