package io.dartagnan.cli.doctor;

import io.dartagnan.cli.doctor.Facts.CloudFacts;
import io.dartagnan.cli.doctor.Facts.ServerFacts;
import io.dartagnan.client.SafeAsyncConnection;
import io.dartagnan.client.SafeConnection;
import io.dartagnan.client.SafeRegistry;
import io.dartagnan.mpc.Party;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.RegionMetricsBuilder;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerMetricsBuilder;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/** Facts about three clouds with which all is well, and changes to them. */
final class SampleFacts {

  static final TableName TABLE = TableName.valueOf("t");

  private SampleFacts() {}

  static Facts allIsWell() {
    return with(cloud(0), cloud(1), cloud(2));
  }

  static Facts with(CloudFacts... clouds) {
    return new Facts(
        configuration(),
        "2.6.4-hadoop3",
        SampleStatuses.NOW,
        Map.of(),
        List.of(clouds),
        SampleStatuses.told(SampleStatuses.of(0), SampleStatuses.of(1), SampleStatuses.of(2)),
        List.of());
  }

  static Facts with(List<ServerFacts> servers) {
    Facts well = allIsWell();
    return new Facts(
        well.configuration(),
        well.clientVersion(),
        well.at(),
        Map.of(),
        well.clouds(),
        servers,
        List.of());
  }

  static Configuration configuration() {
    Configuration configuration = new Configuration(false);
    configuration.set("hbase.client.connection.impl", SafeConnection.class.getName());
    configuration.set("hbase.client.registry.impl", SafeRegistry.class.getName());
    configuration.set("hbase.client.async.connection.impl", SafeAsyncConnection.class.getName());
    for (int party = 0; party < 3; party++) {
      String prefix = "dartagnan.party." + party + ".";
      configuration.set(prefix + "hbase.zookeeper.quorum", "cloud" + party + ".example");
      configuration.set(prefix + "hbase.zookeeper.property.clientPort", "2181");
    }
    return configuration;
  }

  static CloudFacts cloud(int party) {
    return cloud(party, table().build());
  }

  static CloudFacts cloud(int party, TableDescriptor... tables) {
    Map<TableName, TableDescriptor> byName = new HashMap<>();
    for (TableDescriptor table : tables) {
      byName.put(table.getTableName(), table);
    }
    return new CloudFacts(
        Party.of(party),
        "id-" + party,
        "2.6.4-hadoop3",
        List.of(server("host" + party, "2.6.4", "ProtectedRegion", "MultiRowMutationEndpoint")),
        Map.of("host" + party + ":16020", 40L),
        byName,
        Set.of(),
        List.of());
  }

  static TableDescriptorBuilder table() {
    return TableDescriptorBuilder.newBuilder(TABLE)
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
        .setValue("dartagnan.column.f:a", "additive int64");
  }

  /** A RegionServer with one region. */
  static ServerMetrics server(String host, String version, String... coprocessors) {
    RegionMetrics region =
        RegionMetricsBuilder.newBuilder(RegionInfoBuilder.newBuilder(TABLE).build().getRegionName())
            .build();
    return ServerMetricsBuilder.newBuilder(ServerName.valueOf(host, 16020, 1))
        .setVersion(version)
        .setCoprocessorNames(List.of(coprocessors))
        .setRegionMetrics(new ArrayList<>(List.of(region)))
        .build();
  }

  /** The check of the clouds with this name. */
  static Check check(String name) {
    return Check.OF_THE_CLOUDS.stream()
        .filter(check -> check.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
