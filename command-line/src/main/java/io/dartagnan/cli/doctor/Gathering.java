package io.dartagnan.cli.doctor;

import io.dartagnan.cli.cloud.BareCloud;
import io.dartagnan.cli.cloud.ReachabilityCheck;
import io.dartagnan.cli.terminal.Sentence;
import io.dartagnan.client.scan.CoprocessorProbe;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.TableSchema;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.VersionInfo;

/** Gathering of the facts, from all clouds at once. */
final class Gathering {

  /** Tables that are probed: with this many, every RegionServer has most likely been asked. */
  private static final int MOST_PROBES = 20;

  private final Configuration configuration;

  private record OfCloud(CloudFacts cloud, List<ServerFacts> servers) {}

  Gathering(Configuration configuration) {
    this.configuration = configuration;
  }

  /** The facts that the client knows by itself. */
  Facts ofTheClient() {
    return facts(Map.of(), List.of(), List.of());
  }

  /** That, and what the clouds tell. The configuration has to say where they are. */
  Facts ofAll() throws InterruptedException {
    Map<Party, String> silent = new EnumMap<>(Party.class);
    silent.putAll(new ReachabilityCheck(configuration).byParty());
    Map<Party, FutureTask<OfCloud>> running = new EnumMap<>(Party.class);
    for (Party party : Party.ALL) {
      if (!silent.containsKey(party)) {
        FutureTask<OfCloud> task = new FutureTask<>(() -> ofCloud(party));
        running.put(party, task);
        Thread thread = new Thread(task, "doctor-" + party.index());
        thread.setDaemon(true);
        thread.start();
      }
    }
    List<OfCloud> clouds = new ArrayList<>();
    for (Map.Entry<Party, FutureTask<OfCloud>> entry : running.entrySet()) {
      try {
        clouds.add(entry.getValue().get());
      } catch (ExecutionException e) {
        silent.put(entry.getKey(), Sentence.of(e.getCause()));
      }
    }
    List<ServerFacts> servers = clouds.stream().flatMap(each -> each.servers().stream()).toList();
    return facts(silent, clouds, new MeshReach().of(servers));
  }

  private Facts facts(Map<Party, String> silent, List<OfCloud> clouds, List<String> reached) {
    return new Facts(
        configuration,
        VersionInfo.getVersion(),
        Instant.now(),
        silent,
        clouds.stream().map(OfCloud::cloud).toList(),
        clouds.stream().flatMap(each -> each.servers().stream()).toList(),
        reached);
  }

  /**
   * Sentences of probes that ask the RegionServers of each protected table what they have loaded.
   */
  private static List<String> unprotected(
      Party party,
      Connection connection,
      Collection<TableDescriptor> tables,
      Set<TableName> disabled)
      throws IOException {
    List<TableName> probed =
        tables.stream()
            .filter(TableSchema::isDeclaredIn)
            .map(TableDescriptor::getTableName)
            .filter(table -> !disabled.contains(table))
            .sorted()
            .limit(MOST_PROBES)
            .toList();
    List<String> sentences = new ArrayList<>();
    for (TableName table : probed) {
      try {
        CoprocessorProbe.require(party, connection, table);
      } catch (DoNotRetryIOException e) {
        sentences.add("table " + table + ": " + Sentence.of(e));
      }
    }
    return sentences;
  }

  private OfCloud ofCloud(Party party) throws IOException, InterruptedException {
    try (Connection connection =
            ConnectionFactory.createConnection(BareCloud.configuration(configuration, party));
        Admin admin = connection.getAdmin()) {
      ClusterMetrics metrics = admin.getClusterMetrics();
      Map<TableName, TableDescriptor> tables = new HashMap<>();
      Set<TableName> disabled = new HashSet<>();
      for (TableDescriptor table : admin.listTableDescriptors()) {
        tables.put(table.getTableName(), table);
      }
      for (TableDescriptor table : admin.listTableDescriptorsByState(false)) {
        disabled.add(table.getTableName());
      }
      CloudFacts cloud =
          new CloudFacts(
              party,
              metrics.getClusterId(),
              metrics.getHBaseVersion(),
              List.copyOf(metrics.getLiveServerMetrics().values()),
              new ClockReading(admin).millisAhead(),
              tables,
              disabled,
              unprotected(party, connection, tables.values(), disabled));
      return new OfCloud(
          cloud,
          new StatusReading(party, connection, disabled)
              .of(new TreeSet<>(metrics.getLiveServerMetrics().keySet())));
    }
  }
}
