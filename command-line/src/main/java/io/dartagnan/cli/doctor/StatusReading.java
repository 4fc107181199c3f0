package io.dartagnan.cli.doctor;

import io.dartagnan.cli.terminal.Sentence;
import io.dartagnan.mpc.Party;
import io.dartagnan.status.StatusAnswer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Reading of what the RegionServers of one cloud tell of themselves. All are asked, and then again
 * and again, since each needs some seconds to find out.
 */
final class StatusReading {

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
