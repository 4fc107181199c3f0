package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/**
 * Programs that were written for HBase, unchanged, on protected tables of three clouds: each does
 * what it does on one HBase.
 */
@EndToEnd
class ProgramsIT {
  private static final String MAPREDUCE = "org.apache.hadoop.hbase.mapreduce.";
  private static final String GODS = "io.dartagnan.programs.Gods";
  private static final byte[] FAMILY = Bytes.toBytes("info");
  private static final byte[] NAME = Bytes.toBytes("name");
  private static final byte[] EVEN = Bytes.toBytes("even");
  private static final int ROWS = 1_000;

  private final LocalClusters clusters;

  ProgramsIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @Test
  void rowCounterCountsTheRowsOfAllRegions() throws Exception {
    TableName table = TableName.valueOf("counted");
    try (Connection safe = clusters.safe()) {
      create(safe, table, "xor bytes(100)");
      load(safe, table);
    }
    ForeignProgram program = ForeignProgram.onClouds(clusters, "mapreduce", Map.of());
    assertThat(program.run(MAPREDUCE + "RowCounter", "counted").errors())
        .contains("ROWS=" + ROWS)
        .contains("number of splits:4");
    assertThat(program.run(MAPREDUCE + "RowCounter", "counted", "info:even").errors())
        .contains("ROWS=" + ROWS / 2);
  }

  /**
   * The way of a table from one HBase to three clouds, and from there to another table of theirs.
   */
  @Test
  void copyTableCopiesEveryCell() throws Exception {
    TableName table = TableName.valueOf("copied");
    TableName again = TableName.valueOf("copied_again");
    try (Connection baseline = clusters.baseline();
        Connection safe = clusters.safe()) {
      create(baseline, table, "plain");
      load(baseline, table);
      create(safe, table, "xor bytes(100)");
      create(safe, again, "replicated bytes(100)");

      Map<String, String> destination = new HashMap<>();
      ForeignProgram.site(clusters, "DARTAGNAN_CONF")
          .forEach(
              line -> destination.put("hbase.mapred.output." + line.getKey(), line.getValue()));
      ForeignProgram.onBaseline(clusters, "mapreduce", destination)
          .run(MAPREDUCE + "CopyTable", "--new.name=copied", "copied");
      ForeignProgram.onClouds(clusters, "mapreduce", zooKeeperOfCloud0())
          .run(MAPREDUCE + "CopyTable", "--new.name=copied_again", "copied");

      List<String> original = cells(baseline, table);
      assertThat(original).hasSize(ROWS + ROWS / 2);
      assertThat(cells(safe, table)).isEqualTo(original);
      assertThat(cells(safe, again)).isEqualTo(original);
    }
    hasSecrets("copied", Set.of("name of row 0", "name of row 999"));
    assertThat(inTheClouds(again, Set.of("name of row 0", "name of row 999"))).isEmpty();
  }

  @Test
  void objectMapperKeepsObjects() throws Exception {
    String printed =
        onBoth(
            "object-mapper",
            Map.of(
                "dartagnan.schema.patients.default", "xor bytes(256)",
                "dartagnan.schema.patients.column.account:balance", "additive int64"),
            "io.dartagnan.programs.Patients");
    assertThat(printed.lines())
        .containsExactly(
            "exists true",
            "get p1 Constance Bonacieux poisoned wine 40",
            "absent null",
            "several [q1 Armand Sillegue melancholy 20, p3 Isaac Porthau null 30]",
            "range [p1 Constance Bonacieux poisoned wine 40,"
                + " p2 Charles Castelmore sword wound 15]",
            "prefix [p1 Constance Bonacieux poisoned wine 40,"
                + " p2 Charles Castelmore sword wound 15, p3 Isaac Porthau null 30]",
            "names {q1=Armand Sillegue, p1=Constance Bonacieux, p2=Charles Castelmore,"
                + " p3=Isaac Porthau}",
            "versions [10, 15]",
            "increment 42",
            "append q1 null melancholy and gout null",
            "left [false, true]");
    hasSecrets("patients", Set.of("Charles Castelmore", "poisoned wine"));
  }

  @Test
  void camelsRoutesWriteAndRead() throws Exception {
    String printed =
        onBoth(
            "camel",
            Map.of(
                "dartagnan.schema.letters.default", "replicated string(100)",
                "dartagnan.schema.letters.column.letter:readers", "additive int64"),
            "io.dartagnan.programs.Letters");
    assertThat(printed.lines())
        .containsExactly(
            "get the diamonds are in London",
            "scan [the musketeers ride at dawn, the diamonds are in London,"
                + " milady knows everything]",
            "appended milady knows everything, almost",
            "deleted null",
            "polled [milady knows everything, almost, the musketeers ride at dawn]");
    try (Connection safe = clusters.safe();
        Table letters = safe.getTable(TableName.valueOf("letters"))) {
      byte[] readers =
          letters
              .get(new Get(Bytes.toBytes("l1")))
              .getValue(Bytes.toBytes("letter"), Bytes.toBytes("readers"));
      assertThat(Bytes.toLong(readers)).isEqualTo(7);
    }
    hasSecrets("letters", Set.of("the musketeers ride at dawn", "milady knows everything"));
  }

  /** Loaded by one process, traversed and changed by another. */
  @Test
  void janusGraphLoadsAndTraversesAGraph() throws Exception {
    Map<String, String> schema = Map.of("dartagnan.schema.gods.default", "xor bytes(1024)");
    assertThat(onBoth("janusgraph", schema, GODS, "load").lines())
        .containsExactly(
            "vertices: 62",
            "edges: 66",
            "grandfather of hercules: [saturn]",
            "fought later: [cerberus, hydra]",
            "reasons: [loves fresh breezes, loves waves, no fear of death]",
            "age of saturn: [10000]",
            "illness: [illness of patient 7]",
            "visits: 1225",
            "infected: 49");
    assertThat(onBoth("janusgraph", schema, GODS, "change").lines())
        .containsExactly(
            "vertices: 61",
            "edges: 64",
            "grandfather of hercules: [saturn]",
            "fought later: [cerberus, hydra]",
            "reasons: [loves fresh breezes, loves waves, no fear of death]",
            "age of saturn: [10001]",
            "illness: [cured of everything]",
            "visits: 1216",
            "infected: 8");
    // JanusGraph sets a bit of the last character. Of what it has an index, the value is a row key.
    hasSecrets("gods", Set.of("illness of patient", "no fear of deat", "cured of everythin"));
    assertThat(inTheClouds(TableName.valueOf("gods"), Set.of("hercule"))).contains("hercule");
  }

  /**
   * Runs a program on the three clouds, and the same on one HBase.
   *
   * @return what it printed, on both alike
   */
  private String onBoth(String name, Map<String, String> settings, String main, String... arguments)
      throws IOException, InterruptedException {
    String printed =
        ForeignProgram.onClouds(clusters, name, settings).run(main, arguments).output();
    assertThat(printed)
        .isEqualTo(
            ForeignProgram.onBaseline(clusters, name, Map.of()).run(main, arguments).output());
    return printed;
  }

  /** No cloud has any of some strings; the search finds them all in the baseline's same table. */
  private void hasSecrets(String table, Set<String> secrets) throws IOException {
    assertThat(inTheClouds(TableName.valueOf(table), secrets)).isEmpty();
    assertThat(new PlaintextSearch(secrets).below(clusters.folder("baseline")))
        .containsOnlyKeys(secrets);
  }

  /** CopyTable asks ZooKeeper itself for its source's name. */
  private Map<String, String> zooKeeperOfCloud0() {
    Configuration cloud = ForeignProgram.site(clusters, "DARTAGNAN_CLOUD_0_CONF");
    return Map.of(
        HConstants.ZOOKEEPER_QUORUM, cloud.get(HConstants.ZOOKEEPER_QUORUM),
        HConstants.ZOOKEEPER_CLIENT_PORT, cloud.get(HConstants.ZOOKEEPER_CLIENT_PORT),
        HConstants.ZOOKEEPER_ZNODE_PARENT, cloud.get(HConstants.ZOOKEEPER_ZNODE_PARENT));
  }

  private static void create(Connection connection, TableName table, String protection)
      throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(table)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .setValue("dartagnan.default", protection)
              .build(),
          new byte[][] {row(250), row(500), row(750)});
    }
  }

  private static byte[] row(int number) {
    return Bytes.toBytes(String.format("%06d", number));
  }

  private static void load(Connection connection, TableName table) throws IOException {
    try (BufferedMutator mutator = connection.getBufferedMutator(table)) {
      for (int i = 0; i < ROWS; i++) {
        Put put = new Put(row(i)).addColumn(FAMILY, NAME, Bytes.toBytes("name of row " + i));
        if (i % 2 == 0) {
          put.addColumn(FAMILY, EVEN, Bytes.toBytes(i));
        }
        mutator.mutate(put);
      }
    }
  }

  /** Every cell of a table with its timestamp. */
  private static List<String> cells(Connection connection, TableName name) throws IOException {
    List<String> cells = new ArrayList<>();
    try (Table table = connection.getTable(name);
        ResultScanner rows = table.getScanner(new Scan().readAllVersions())) {
      for (Result row : rows) {
        for (Cell cell : row.rawCells()) {
          cells.add(
              CellUtil.getCellKeyAsString(cell)
                  + " "
                  + Bytes.toStringBinary(CellUtil.cloneValue(cell)));
        }
      }
    }
    return cells;
  }

  /** Those of some strings that a file of a cloud holds once it has flushed a table. */
  private List<String> inTheClouds(TableName table, Set<String> secrets) throws IOException {
    List<String> found = new ArrayList<>();
    for (int party = 0; party < 3; party++) {
      try (Connection cloud = clusters.cloud(party);
          Admin admin = cloud.getAdmin()) {
        admin.flush(table);
      }
      found.addAll(new PlaintextSearch(secrets).below(clusters.folder("cloud-" + party)).keySet());
    }
    return found;
  }
}
