package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The longer jobs of the command line, through the real scripts: moving a table in and out. */
@EndToEnd
@Tag("thorough")
class CommandLineJobsIT {
  private static final byte[] FAMILY = Bytes.toBytes("f");

  /** More than a copy writes at a time, so that one that goes on does not write the first again. */
  private static final int ROWS = 600;

  private final LocalClusters clusters;
  @TempDir private Path folder;

  CommandLineJobsIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  private Commands.Ended succeeds(String... arguments) throws Exception {
    Commands.Ended ended = clusters.dartagnan(arguments);
    assertThat(ended.exit()).as(ended.errors()).isZero();
    return ended;
  }

  @Test
  void whatIsExportedIsImportedAgainAsItWas() throws Exception {
    Path original = Files.writeString(folder.resolve("original.csv"), rows());
    Path exported = folder.resolve("exported.csv");
    Path again = folder.resolve("again.csv");
    succeeds("import", original.toString(), "--table", "moved", "--json");
    succeeds("export", "moved", "--output", exported.toString());
    succeeds("import", exported.toString(), "--table", "movedAgain", "--json");
    succeeds("export", "movedAgain", "--output", again.toString());

    assertThat(exported).hasSameTextualContentAs(original);
    assertThat(again).hasSameTextualContentAs(original);

    // As if the export had ended behind the row that its last line has.
    List<String> lines = Files.readAllLines(original);
    Path part = Files.write(folder.resolve("part.csv"), lines.subList(0, 101));
    String last = lines.get(100).substring(0, lines.get(100).indexOf(','));
    succeeds("export", "moved", "--after", last, "--output", part.toString());
    assertThat(part).hasSameTextualContentAs(original);
  }

  /** Sorted by key and by column, as an export is. */
  private static String rows() {
    StringBuilder csv = new StringBuilder("Id,Age,Fee,Name,Note\n");
    for (int i = 0; i < ROWS; i++) {
      csv.append(
          "r%05d,%d,%d.%02d,%s,%s\n"
              .formatted(
                  i,
                  i - 300,
                  i,
                  i % 100,
                  i % 7 == 0 ? "\"St. John's, \"\"NL\"\"\"" : "Ann " + i,
                  i % 3 == 0 ? "" : "n" + i));
    }
    return csv.toString();
  }

  @Test
  void aTableOfAPlainHBaseIsCopiedAndCompared() throws Exception {
    TableName name = TableName.valueOf("source");
    try (Connection baseline = clusters.baseline();
        Admin admin = baseline.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build(),
          new byte[][] {Bytes.toBytes("r00200"), Bytes.toBytes("r00400")});
      load(baseline, name);
    }
    String[] copy = {
      "import",
      "--from-conf",
      clusters.variable("DARTAGNAN_BASELINE_CONF"),
      "--from-table",
      "source",
      "--table",
      "copied",
      "--json"
    };

    assertThat(succeeds(copy).output())
        .contains("\"table\":\"copied\",\"from\":\"source\",\"rows\":600,\"compared\":true");
    try (Connection safe = clusters.safe();
        Admin admin = safe.getAdmin()) {
      TableName copied = TableName.valueOf("copied");
      assertThat(admin.getRegions(copied)).hasSize(3);
      try (Table table = safe.getTable(copied)) {
        table.put(
            new Put(Bytes.toBytes("r00003"))
                .addColumn(FAMILY, Bytes.toBytes("name"), Bytes.toBytes("Bob")));
      }
    }

    List<String> goesOn = new ArrayList<>(List.of(copy));
    goesOn.add("--continue");
    Commands.Ended compared = clusters.dartagnan(goesOn.toArray(String[]::new));
    assertThat(compared.exit()).isEqualTo(1);
    assertThat(compared.errors()).contains("row 'r00003' is not the same in source and copied");
  }

  private static void load(Connection connection, TableName name) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      puts.add(
          new Put(Bytes.toBytes("r%05d".formatted(i)))
              .addColumn(FAMILY, Bytes.toBytes("name"), Bytes.toBytes("Ann " + i))
              .addColumn(FAMILY, Bytes.toBytes("age"), Bytes.toBytes((long) i)));
    }
    try (Table table = connection.getTable(name)) {
      table.put(puts);
    }
  }
}
