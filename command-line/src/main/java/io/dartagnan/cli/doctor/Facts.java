package io.dartagnan.cli.doctor;

import io.dartagnan.mpc.Party;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;

/**
 * What was gathered of a client and of its clouds.
 *
 * @param configuration the client's
 * @param clientVersion HBase's version on the client's class path
 * @param at the time by which dates are judged
 * @param silent the clouds that gave no answer, and why
 * @param clouds those that gave one, in the order of parties
 * @param servers their RegionServers, and what these tell of themselves
 * @param reached addresses of their meshes that this machine reaches, as {@link MeshReach} has them
 */
record Facts(
    Configuration configuration,
    String clientVersion,
    Instant at,
    Map<Party, String> silent,
    List<CloudFacts> clouds,
    List<ServerFacts> servers,
    List<String> reached) {

  Facts {
    silent = Map.copyOf(silent);
    clouds = List.copyOf(clouds);
    servers = List.copyOf(servers);
    reached = List.copyOf(reached);
  }

  /** The tables that at least one cloud has, in order. */
  SortedSet<TableName> tables() {
    SortedSet<TableName> tables = new TreeSet<>();
    clouds.forEach(cloud -> tables.addAll(cloud.tables().keySet()));
    return tables;
  }

  /** The same of one table alone. */
  Facts of(TableName table) {
    return new Facts(
        configuration,
        clientVersion,
        at,
        silent,
        clouds.stream().map(cloud -> cloud.of(table)).toList(),
        servers,
        reached);
  }
}
