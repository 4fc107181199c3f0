package io.dartagnan.cli.doctor;

import io.dartagnan.cli.cloud.BareCloud;
import io.dartagnan.cli.cloud.ReachabilityCheck;
import io.dartagnan.cli.doctor.Facts.CloudFacts;
import io.dartagnan.cli.doctor.Facts.ServerFacts;
import io.dartagnan.cli.terminal.Sentence;
import io.dartagnan.client.scan.CoprocessorProbe;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.TableSchema;
import io.dartagnan.status.StatusAnswer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
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

  /**
   * Reading of the RegionServers' clocks.
   *
   * <p>HBase's API has no call for a server's time. But every RegionServer stamps its report to the
   * master, every three seconds unless configured otherwise, with its own clock, and the master
   * gives the stamp to any client: one that was not there a moment ago was made within that moment.
   */
  private static final class ClockReading {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private final Admin admin;

    ClockReading(Admin admin) {
      this.admin = admin;
    }

    /**
     * Milliseconds by which each RegionServer's clock is ahead of this machine's, right to some 300
     * ms, by host and port. A server that does not report in time is left out.
     */
    Map<String, Long> millisAhead() throws IOException, InterruptedException {
      long end = System.nanoTime() + LONGEST.toNanos();
      Map<ServerName, Long> first = new HashMap<>();
      Map<String, Long> ahead = new HashMap<>();
      do {
        long before = System.currentTimeMillis();
        Map<ServerName, ServerMetrics> servers =
            admin
                .getClusterMetrics(EnumSet.of(ClusterMetrics.Option.LIVE_SERVERS))
                .getLiveServerMetrics();
        long now = before + (System.currentTimeMillis() - before) / 2;
        servers.forEach(
            (server, metrics) -> {
              Long earlier = first.putIfAbsent(server, metrics.getReportTimestamp());
              if (earlier != null && earlier != metrics.getReportTimestamp()) {
                ahead.putIfAbsent(
                    server.getAddress().toString(),
                    metrics.getReportTimestamp() - now + BETWEEN_LOOKS.toMillis() / 2);
              }
            });
        if (ahead.size() == servers.size()) {
          return ahead;
        }
        TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS.toMillis());
      } while (System.nanoTime() < end);
      return ahead;
    }
  }

  /**
   * Reading of what the RegionServers of one cloud tell of themselves. All are asked, and then
   * again and again, since each needs some seconds to find out.
   */
  private static final class StatusReading {

    private static final Duration BETWEEN_QUESTIONS = Duration.ofMillis(200);

    /** Discovery and the peers have deadlines of their own, which are shorter. */
    private static final Duration LONGEST = Duration.ofSeconds(20);

    /** Any row will do: nothing is read. */
    private static final byte[] FIRST_ROW = {0};

    private final Party cloud;
    private final Connection connection;
    private final Set<TableName> disabled;

    /** A server and a row through which it can be asked. */
    private record Way(ServerName server, TableName table, byte[] row) {}

    /**
     * A cloud whose servers are to be asked.
     *
     * @param disabled its tables that nothing can be asked of
     */
    StatusReading(Party cloud, Connection connection, Set<TableName> disabled) {
      this.cloud = cloud;
      this.connection = connection;
      this.disabled = Set.copyOf(disabled);
    }

    /** The answers of these servers, in any order. */
    List<ServerFacts> of(Collection<ServerName> servers) throws IOException, InterruptedException {
      List<ServerFacts> facts = new ArrayList<>();
      List<Way> ways = new ArrayList<>();
      for (ServerName server : servers) {
        Optional<Way> way = way(server);
        if (way.isPresent()) {
          ways.add(way.get());
        } else {
          facts.add(
              ServerFacts.unasked(
                  cloud,
                  server,
                  "no region of a table is there through which it could be asked; create a table and look again"));
        }
      }
      long end = System.nanoTime() + LONGEST.toNanos();
      while (!ways.isEmpty()) {
        boolean late = System.nanoTime() - end > 0;
        for (Way way : List.copyOf(ways)) {
          Optional<ServerFacts> told = ask(way);
          if (told.isEmpty() && late) {
            told =
                Optional.of(
                    silent(way, "it was still finding out after " + LONGEST.toSeconds() + " s"));
          }
          if (told.isPresent()) {
            facts.add(told.get());
            ways.remove(way);
          }
        }
        if (!ways.isEmpty()) {
          TimeUnit.MILLISECONDS.sleep(BETWEEN_QUESTIONS.toMillis());
        }
      }
      return facts;
    }

    private Optional<Way> way(ServerName server) throws IOException {
      try (Admin admin = connection.getAdmin()) {
        return admin.getRegions(server).stream()
            .filter(region -> !region.getTable().isSystemTable())
            .filter(region -> !disabled.contains(region.getTable()))
            .filter(region -> region.getReplicaId() == RegionInfo.DEFAULT_REPLICA_ID)
            .findFirst()
            .map(
                region ->
                    new Way(
                        server,
                        region.getTable(),
                        region.getStartKey().length == 0 ? FIRST_ROW : region.getStartKey()));
      }
    }

    /** The server's answer; empty if it is still finding out. */
    private Optional<ServerFacts> ask(Way way) {
      Get get = new Get(way.row()).setAttribute(StatusAnswer.ATTRIBUTE, StatusAnswer.question());
      StatusAnswer answer;
      try (Table table = connection.getTable(way.table())) {
        Cell[] cells = table.get(get).rawCells();
        if (cells == null
            || cells.length != 1
            || !CellUtil.matchingFamily(cells[0], Bytes.toBytes(StatusAnswer.FAMILY))) {
          return Optional.of(
              silent(
                  way,
                  "it does not know the question: it does not load ProtectedRegion, or that of an earlier release"));
        }
        answer = StatusAnswer.decode(CellUtil.cloneValue(cells[0]));
      } catch (IOException | IllegalArgumentException e) {
        return Optional.of(silent(way, Sentence.of(e)));
      }
      if (answer instanceof StatusAnswer.Ready ready) {
        return Optional.of(
            ready.status().server().equals(way.server().toString())
                ? ServerFacts.told(cloud, way.server(), ready.status())
                : ServerFacts.unasked(
                    cloud, way.server(), "its region has moved meanwhile; look again"));
      }
      return answer instanceof StatusAnswer.Unavailable unavailable
          ? Optional.of(silent(way, unavailable.reason()))
          : Optional.empty();
    }

    private ServerFacts silent(Way way, String why) {
      return ServerFacts.silent(cloud, way.server(), why);
    }
  }
}
