package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.SnapshotDescription;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HBase's {@code Admin} over three clouds, as programs call it. */
@EndToEnd
class AdminIT {
  private static final byte[] ROW = Bytes.toBytes("row");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] G = Bytes.toBytes("g");
  private static final byte[] Q = Bytes.toBytes("q");

  private final LocalClusters clusters;
  private Connection connection;
  private Admin admin;

  AdminIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @BeforeAll
  void open() throws IOException {
    connection = clusters.safe();
    admin = connection.getAdmin();
  }

  @AfterAll
  void close() throws IOException {
    admin.close();
    connection.close();
  }

  @Test
  void aTableIsChangedOnAllThreeCloudsAndNothingStoredIsLost() throws IOException {
    TableDescriptor first = declared("admin-changed").build();
    TableName name = first.getTableName();
    admin.createTable(first);
    put(name, F, "before");

    ColumnFamilyDescriptor g =
        ColumnFamilyDescriptorBuilder.newBuilder(G).setMaxVersions(4).build();
    admin.addColumnFamily(name, g);
    TableDescriptor next =
        TableDescriptorBuilder.newBuilder(admin.getDescriptor(name))
            .setValue("dartagnan.column.g:q", "replicated string(20)")
            .modifyColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(F).setMaxVersions(2).build())
            .build();
    admin.modifyTable(next);

    assertThat(admin.getDescriptor(name)).isEqualTo(next);
    put(name, G, "after");
    assertThat(read(name, F)).isEqualTo("before");
    assertThat(read(name, G)).isEqualTo("after");
    for (int party = 0; party < 3; party++) {
      try (Connection cloud = clusters.cloud(party);
          Admin bare = cloud.getAdmin()) {
        TableDescriptor inner = bare.getDescriptor(name);
        assertThat(inner.getColumnFamily(F).getMaxVersions()).isGreaterThan(2);
        assertThat(inner.getColumnFamily(G).getMaxVersions()).isGreaterThan(4);
      }
    }
    assertThatThrownBy(
            () ->
                admin.modifyTable(
                    TableDescriptorBuilder.newBuilder(next)
                        .setValue("dartagnan.column.f:q", "plain")
                        .build()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("f:q is 'xor string(20)' and would be 'plain'");

    admin.deleteColumnFamily(name, G);
    assertThat(admin.getDescriptor(name).getColumnFamilyNames()).containsExactly(F);
    assertThat(read(name, F)).isEqualTo("before");
  }

  @Test
  void aChangeThatOneCloudLacksIsFinishedByRepeatingIt() throws IOException {
    TableDescriptor table = declared("admin-half").build();
    TableName name = table.getTableName();
    admin.createTable(table);
    ColumnFamilyDescriptor g = ColumnFamilyDescriptorBuilder.of(G);
    admin.addColumnFamily(name, g);
    try (Connection cloud = clusters.cloud(1);
        Admin bare = cloud.getAdmin()) {
      bare.deleteColumnFamily(name, G);
    }

    assertThatThrownBy(() -> admin.getDescriptor(name))
        .hasMessageContaining("cloud 1 differs from the two others on");
    admin.addColumnFamily(name, g);

    assertThat(admin.getDescriptor(name).hasColumnFamily(G)).isTrue();
    try (Connection cloud = clusters.cloud(2);
        Admin bare = cloud.getAdmin()) {
      bare.disableTable(name);
      bare.deleteTable(name);
    }
    admin.disableTable(name);
    admin.deleteTable(name);
    assertThat(admin.tableExists(name)).isFalse();
  }

  @Test
  void aSnapshotIsTakenClonedAndRestored() throws IOException {
    TableDescriptor table = declared("admin-snapshot").build();
    TableName name = table.getTableName();
    TableName clone = TableName.valueOf("admin-clone");
    admin.createTable(table);
    put(name, F, "then");

    admin.snapshot("admin-shot", name);
    put(name, F, "now");
    admin.cloneSnapshot("admin-shot", clone);

    assertThat(admin.listSnapshots())
        .extracting(SnapshotDescription::getName)
        .contains("admin-shot");
    assertThat(read(clone, F)).isEqualTo("then");
    assertThat(read(name, F)).isEqualTo("now");
    admin.disableTable(name);
    admin.restoreSnapshot("admin-shot");
    admin.enableTable(name);
    assertThat(read(name, F)).isEqualTo("then");
    admin.deleteSnapshot("admin-shot");
    assertThat(admin.listSnapshots()).extracting(SnapshotDescription::getName).isEmpty();
  }

  @Test
  void whatProgramsAskOfAClusterIsAnswered() throws IOException {
    TableDescriptor table = declared("admin-asked").build();
    TableName name = table.getTableName();
    admin.createTable(table, new byte[][] {Bytes.toBytes("m")});
    admin.createNamespace(NamespaceDescriptor.create("adminspace").build());

    assertThat(admin.isTableAvailable(name)).isTrue();
    assertThat(admin.listNamespaceDescriptors())
        .extracting(NamespaceDescriptor::getName)
        .contains("adminspace", "default", "hbase");
    assertThat(admin.getRegions(name)).extracting(RegionInfo::getTable).containsExactly(name, name);
    ServerName server = admin.getRegionServers().iterator().next();
    assertThat(admin.getRegionMetrics(server, name)).hasSize(2);
    assertThat(admin.getClusterMetrics().getLiveServerMetrics()).containsKey(server);
    try (RegionLocator locator = connection.getRegionLocator(name)) {
      assertThat(locator.getAllRegionLocations())
          .hasSize(2)
          .extracting(HRegionLocation::getServerName)
          .containsOnly(server);
      assertThat(locator.getStartKeys()[1]).isEqualTo(Bytes.toBytes("m"));
    }
    admin.flush(name);
    assertThat(admin.getCompactionState(name)).isEqualTo(CompactionState.NONE);
    boolean balancing = admin.balancerSwitch(false, true);
    assertThat(admin.isBalancerEnabled()).isFalse();
    admin.balancerSwitch(balancing, true);
    admin.deleteNamespace("adminspace");
  }

  @Test
  void tablesThatDeclareNothingAreProtectedOrPassedAsTheConfigurationSays() throws IOException {
    Configuration configuration = new Configuration(connection.getConfiguration());
    configuration.set("dartagnan.schema.program-*.default", "replicated string(30)");
    configuration.set("dartagnan.schema.program-open.passed", "1");
    TableDescriptor made = undeclared("program-made").build();
    TableDescriptor open = undeclared("program-open").build();
    try (Connection program = ConnectionFactory.createConnection(configuration);
        Admin ofProgram = program.getAdmin()) {
      ofProgram.createTable(made);
      ofProgram.createTable(open);
      put(made.getTableName(), F, "hidden");
      try (Table passed = program.getTable(open.getTableName())) {
        passed.put(new Put(ROW).addColumn(F, Q, Bytes.toBytes(1L)));
        assertThat(passed.incrementColumnValue(ROW, F, Q, 2)).isEqualTo(3);
      }
      assertThat(ofProgram.listTableNames()).contains(made.getTableName(), open.getTableName());
    }

    assertThat(admin.getDescriptor(made.getTableName()).getValue("dartagnan.default"))
        .isEqualTo("replicated string(30)");
    assertThat(admin.getDescriptor(made.getTableName()).getValue("dartagnan.suite"))
        .isEqualTo("verified");
    assertThat(read(made.getTableName(), F)).isEqualTo("hidden");
    for (int party = 0; party < 3; party++) {
      try (Connection cloud = clusters.cloud(party);
          Admin bare = cloud.getAdmin();
          Table shares = cloud.getTable(made.getTableName())) {
        assertThat(bare.tableExists(open.getTableName())).isEqualTo(party == 1);
        assertThat(shares.get(new Get(ROW)).getValue(F, Q)).isNotEqualTo(Bytes.toBytes("hidden"));
      }
    }
    try (Connection cloud = clusters.cloud(1);
        Admin bare = cloud.getAdmin()) {
      bare.disableTable(open.getTableName());
      bare.deleteTable(open.getTableName());
    }
  }

  /** The baseline is HBase as it comes. */
  @Test
  void aTableOnACloudWithoutTheCoprocessorsIsRefusedAndLeftNowhere() throws IOException {
    Configuration configuration = new Configuration(connection.getConfiguration());
    try (Connection plain = clusters.baseline()) {
      where(configuration, 2, plain.getConfiguration(), "");
    }
    refusesToCreate(
        configuration,
        "admin-unguarded",
        "cloud 2 failed",
        "does not protect the table",
        "ProtectedRegion");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void cloudsInAnotherOrderAreNamed(int first) throws IOException {
    Configuration configuration = new Configuration(connection.getConfiguration());
    Configuration right = connection.getConfiguration();
    where(configuration, first, right, "dartagnan.party." + (first + 1) + ".");
    where(configuration, first + 1, right, "dartagnan.party." + first + ".");

    refusesToCreate(configuration, "admin-order-" + first, "are configured in another order");
  }

  private void refusesToCreate(Configuration configuration, String name, String... parts)
      throws IOException {
    TableDescriptor table = declared(name).build();
    try (Connection other = ConnectionFactory.createConnection(configuration);
        Admin ofOther = other.getAdmin()) {
      assertThatThrownBy(() -> ofOther.createTable(table))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContainingAll(parts)
          .hasMessageContaining("was removed again from cloud 0");
      assertThat(ofOther.tableExists(table.getTableName())).isFalse();
    }
  }

  private static void where(Configuration to, int party, Configuration from, String prefix) {
    from.getPropsWithPrefix(prefix)
        .forEach((key, value) -> to.set("dartagnan.party." + party + "." + key, value));
  }

  private static TableDescriptorBuilder declared(String name) {
    return undeclared(name).setValue("dartagnan.column.f:q", "xor string(20)");
  }

  private static TableDescriptorBuilder undeclared(String name) {
    return TableDescriptorBuilder.newBuilder(TableName.valueOf(name))
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F));
  }

  private void put(TableName name, byte[] family, String value) throws IOException {
    try (Table table = connection.getTable(name)) {
      table.put(new Put(ROW).addColumn(family, Q, Bytes.toBytes(value)));
    }
  }

  private String read(TableName name, byte[] family) throws IOException {
    try (Table table = connection.getTable(name)) {
      return Bytes.toString(table.get(new Get(ROW)).getValue(family, Q));
    }
  }
}
