package io.dartagnan.cli.doctor;

import io.dartagnan.mpc.Party;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * What one cloud tells any client.
 *
 * @param clusterId the id that HBase drew for the cluster
 * @param version HBase's version, as the master has it
 * @param servers its live RegionServers
 * @param clocksAhead milliseconds by which the clock of a RegionServer is ahead of this machine's,
 *     by the server's name; a server whose clock was not seen is missing
 * @param tables its tables
 * @param disabled those that are disabled
 * @param unprotected what probes of its protected tables found, a sentence for each table
 */
record CloudFacts(
    Party cloud,
    String clusterId,
    String version,
    List<ServerMetrics> servers,
    Map<String, Long> clocksAhead,
    Map<TableName, TableDescriptor> tables,
    Set<TableName> disabled,
    List<String> unprotected) {

  CloudFacts {
    servers = List.copyOf(servers);
    clocksAhead = Map.copyOf(clocksAhead);
    tables = Map.copyOf(tables);
    disabled = Set.copyOf(disabled);
    unprotected = List.copyOf(unprotected);
  }

  /** The cloud in a sentence. */
  String name() {
    return nameOf(cloud);
  }

  /** A cloud in a sentence. */
  static String nameOf(Party cloud) {
    return "cloud " + cloud.index();
  }

  /** The same of one table alone. */
  CloudFacts of(TableName table) {
    return new CloudFacts(
        cloud,
        clusterId,
        version,
        servers,
        clocksAhead,
        tables.containsKey(table) ? Map.of(table, tables.get(table)) : Map.of(),
        disabled,
        unprotected);
  }
}
