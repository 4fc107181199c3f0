package io.dartagnan.clusters.it;

import static org.apache.hadoop.hbase.util.Bytes.toBytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.dartagnan.client.keys.KeyFile;
import io.dartagnan.ycsb.HBaseBinding;
import io.dartagnan.ycsb.run.RunResult;
import io.dartagnan.ycsb.run.Ycsb;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.ByteIterator;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/** Each workload of the papers for a second, every answer verified; and what ends a run. */
@EndToEnd
class WorkloadsIT {
  private static final int SECONDS = 1;
  private static final List<String> OF_THE_FIRST_PAPER =
      List.of(
          "workloada",
          "workloadb",
          "workloadc",
          "workloadd",
          "workloade",
          "workloadf",
          "workloadg",
          "filtergreater",
          "aggregates");

  private static final Map<String, String> MEASUREMENTS =
      Map.ofEntries(
          Map.entry("READ", "readproportion"),
          Map.entry("UPDATE", "updateproportion"),
          Map.entry("INSERT", "insertproportion"),
          Map.entry("SCAN", "scanproportion"),
          Map.entry("READ-MODIFY-WRITE", "readmodifywriteproportion"),
          Map.entry("FILTER-EQUAL", "filterequalproportion"),
          Map.entry("FILTER-GREATER", "filtergreaterproportion"),
          Map.entry("FILTER-RANGE", "filterrangeproportion"),
          Map.entry("COUNT", "countproportion"),
          Map.entry("SUM", "sumproportion"),
          Map.entry("AVG", "avgproportion"));

  private final LocalClusters clusters;
  private final Path home;
  @TempDir private Path folder;

  private record Ended(int exit, String out, String err) {}

  WorkloadsIT(LocalClusters clusters) {
    this.clusters = clusters;
    this.home = clusters.target().getParent().resolveSibling("ycsb-workload-g");
  }

  private Ended ycsb(String phase, String workload, String... properties) {
    List<String> arguments = new ArrayList<>(List.of(phase, "-P", "workloads/" + workload));
    for (String property : properties) {
      arguments.addAll(List.of("-p", property));
    }
    arguments.addAll(List.of("-threads", "3"));
    Map<String, String> environment =
        Stream.of("", "_BASELINE", "_CLOUD_0", "_CLOUD_1", "_CLOUD_2")
            .map(name -> "DARTAGNAN" + name + "_CONF")
            .collect(Collectors.toMap(name -> name, clusters::variable));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit = Ycsb.run(environment, home, out, err, arguments.toArray(String[]::new));
    return new Ended(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private void require(String phase, String workload, String... properties) {
    Ended ended = ycsb(phase, workload, properties);
    assertThat(ended.exit()).as("%s %s: %s", phase, workload, ended.err()).isZero();
  }

  private RunResult measured(String workload, String... properties) throws IOException {
    Path file = folder.resolve("results.jsonl");
    List<String> all = new ArrayList<>(List.of(properties));
    all.addAll(
        List.of(
            "maxexecutiontime=" + SECONDS,
            "warmup.seconds=0",
            "verify.filters=true",
            "result.file=" + file));
    require("run", workload, all.toArray(String[]::new));
    List<String> lines = Files.readAllLines(file);
    return RunResult.fromJson(lines.get(lines.size() - 1));
  }

  /** The shares of operations are the workload's, within six standard deviations. */
  private void inProportion(String workload, RunResult result) throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(home.resolve("workloads").resolve(workload))) {
      properties.load(reader);
    }
    MEASUREMENTS.forEach(
        (measurement, proportion) -> {
          double share = Double.parseDouble(properties.getProperty(proportion, "0"));
          double all = result.operations();
          long done =
              result.latencies().containsKey(measurement)
                  ? result.latencies().get(measurement).operations()
                  : 0;
          assertThat((double) done)
              .as("%s, %s", workload, measurement)
              .isCloseTo(
                  share * all, within(share == 0 ? 0 : 6 * Math.sqrt(all * share * (1 - share))));
        });
  }

  private static void verified(RunResult result, String workload) {
    assertThat(result.workload()).isEqualTo(workload);
    assertThat(result.errors()).isZero();
    assertThat(result.wrong()).isZero();
    assertThat(result.operations()).isPositive();
    assertThat(result.verified()).isPositive();
    assertThat(result.all().p99Ms()).isPositive();
  }

  @Test
  void workloadsOfTheFirstPaperOnThreeClouds() throws Exception {
    String[] small = {"recordcount=300", "regions=2"};
    require("table", "workloada", small);
    require("load", "workloada", small);
    for (String workload : OF_THE_FIRST_PAPER) {
      RunResult result = measured(workload, small);
      verified(result, workload);
      inProportion(workload, result);
      assertThat(result.scheme() + " " + result.suite()).isEqualTo("additive araki");
    }
  }

  @Test
  void workloadsOfTheSecondPaperOnThreeClouds() throws Exception {
    String[] small = {"recordcount=200", "regions=1"};
    for (List<String> workloads :
        List.of(
            List.of(
                "safenosql-appointments-a",
                "safenosql-appointments-b",
                "safenosql-appointments-e1",
                "safenosql-appointments-f",
                "safenosql-appointments-g"),
            List.of(
                "safenosql-patients-a",
                "safenosql-patients-b",
                "safenosql-patients-e2",
                "safenosql-patients-f",
                "safenosql-patients-h"))) {
      require("table", workloads.get(0), small);
      require("load", workloads.get(0), small);
      for (String workload : workloads) {
        RunResult result = measured(workload, small);
        verified(result, workload);
        inProportion(workload, result);
        assertThat(result.scheme()).isEqualTo("xor");
      }
    }
  }

  /** The second paper's tables, sealed as it says, on one cluster and beside shared columns. */
  @Test
  void workloadsOfTheSecondPaperOnSealedTables() throws Exception {
    Path key = folder.resolve("key");
    KeyFile.create(key);
    List<String> workloads =
        List.of("safenosql-appointments-e1", "safenosql-appointments-g", "safenosql-patients-h");
    for (String system : List.of("safe1", "safe")) {
      boolean one = system.equals("safe1");
      String[] small = {
        "recordcount=200",
        "regions=1",
        "system=" + system,
        "scheme=" + (one ? "paper" : "paper-shared"),
        "key.scheme=" + (one ? "det" : "plain"),
        "table.replace=true",
        "dartagnan.client.key.file=" + key
      };
      for (String workload : workloads) {
        require("table", workload, small);
        require("load", workload, small);
        RunResult result = measured(workload, small);
        verified(result, workload);
        inProportion(workload, result);
        String compared = workload.contains("patients") ? "det+key-det+std" : "det+key-det+ope+std";
        assertThat(result.scheme()).isEqualTo(one ? compared : "std+xor");
        assertThat(result.suite()).isEqualTo(one ? "plain" : "araki");
      }
    }
  }

  /** Queries of mails, sealed on one cluster and beside shared columns on three clouds. */
  @Test
  void queriesOfMailsOnSealedTables() throws Exception {
    Path key = folder.resolve("key");
    KeyFile.create(key);
    Path mails = Files.createDirectory(folder.resolve("mails"));
    for (int mail = 0; mail < 40; mail++) {
      Files.writeString(
          mails.resolve("%02d".formatted(mail)),
          "From: %d@example.org\nDate: %d Aug 2002 12:00:00 +0000\n\n%s\n"
              .formatted(mail % 3, 1 + mail % 28, "x".repeat(mail)));
    }
    for (String system : List.of("plain", "safe1", "safe")) {
      String[] common = {
        "recordcount=40",
        "system=" + system,
        "scheme=" + (system.equals("safe1") ? "paper" : "paper-shared"),
        "mails=" + mails,
        "dartagnan.client.key.file=" + key
      };
      require("table", "waage-wiese", common);
      require("load", "waage-wiese", common);
      for (List<String> query :
          List.of(
              List.of("filterequalproportion", "Mail:Sender", "Mail:Sender"),
              List.of("filtergreaterproportion", "Mail:Size", "Mail:Size"),
              List.of("filterequalgreaterproportion", "Mail:Sender", "Mail:Size"),
              List.of("filterequalrangeproportion", "Mail:Sender", "Mail:Date"))) {
        List<String> properties = new ArrayList<>(List.of(common));
        properties.addAll(
            List.of(
                "filterequalproportion=0",
                query.get(0) + "=1",
                "filter.column=" + query.get(1),
                "filter.second=" + query.get(2),
                "filter.span=5"));
        verified(measured("waage-wiese", properties.toArray(String[]::new)), "waage-wiese");
      }
    }
  }

  /** The key of each row is sealed, or, where that is random, another value. */
  @Test
  void anOperationOfTheSecondPaperUnderEachScheme() throws Exception {
    Path key = folder.resolve("key");
    KeyFile.create(key);
    for (String scheme : List.of("std", "det", "ope")) {
      String[] small = {
        "recordcount=200",
        "system=safe1",
        "scheme=plain",
        "key.scheme=" + scheme,
        "table.replace=true",
        "regions=1",
        "readproportion=0",
        "filterrangeproportion=1",
        "filter.limit=50",
        "dartagnan.client.key.file=" + key
      };
      require("table", "safenosql-operation", small);
      require("load", "safenosql-operation", small);
      RunResult result = measured("safenosql-operation", small);
      verified(result, "safenosql-operation");
      assertThat(result.scheme()).isEqualTo((scheme.equals("std") ? "" : "key-") + scheme);
      refused(
          ycsb(
              "run",
              "safenosql-operation",
              "recordcount=200",
              "system=plain",
              "table=hospital-appointments-safe1"),
          "sealed values of a protected table, and system=plain reads them as values");
    }
  }

  @Test
  void theSameWorkloadOnPlainClusters() throws Exception {
    for (String system : List.of("plain", "plain3")) {
      String[] small = {"recordcount=300", "regions=2", "system=" + system};
      require("table", "workloadg", small);
      require("load", "workloadg", small);
      for (String workload :
          system.equals("plain") ? List.of("workloadg", "aggregates") : List.of("workloadg")) {
        RunResult result = measured(workload, small);
        verified(result, workload);
        assertThat(result.system()).isEqualTo(system);
        assertThat(result.scheme()).isEqualTo("plain");
      }
    }
  }

  @Test
  void anAnswerThatIsWrongEndsTheRun() throws Exception {
    String[] small = {"recordcount=100", "regions=1", "table=wrong-answers"};
    require("table", "filterequal", small);
    require("load", "filterequal", small);
    byte[] row = toBytes("00000042");
    byte[] family = toBytes("f");
    byte[] type = toBytes("Type");
    String[] run = {
      small[0], small[2], "operationcount=1000", "verify.filters=true", "filter.start=table"
    };
    try (Connection safe = clusters.safe();
        Table table = safe.getTable(TableName.valueOf("wrong-answers"))) {
      long right = Bytes.toLong(table.get(new Get(row)).getValue(family, type));
      table.put(new Put(row).addColumn(family, type, toBytes((right + 1) % 20)));
      wrong(ycsb("run", "filterequal", run), "00000042");

      table.put(new Put(row).addColumn(family, type, toBytes(right)));
      require("run", "filterequal", run[0], run[1], "operationcount=100", run[3], run[4]);

      table.delete(new Delete(row));
      wrong(ycsb("run", "filterequal", run), "row 00000042 matches and was not returned");
    }
  }

  private static void wrong(Ended ended, String... said) {
    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err().strip())
        .startsWith("ycsb: ")
        .contains(" wrong; the first: FILTER-EQUAL on f:Type: ")
        .contains(said)
        .hasLineCount(1);
    assertThat(ended.out()).contains("[OVERALL], WrongAnswers, ");
  }

  @Test
  void aTableThatIsNotFitForARun() {
    refused(
        ycsb("run", "workloadg", "recordcount=100", "table=nowhere"),
        "there is no table nowhere on system=safe; make it with ycsb-workload-g/ycsb table");
    String[] small = {"recordcount=100", "regions=1", "table=unfit"};
    require("table", "workloadg", small);
    refused(ycsb("table", "workloadg", small), "table unfit exists");
    refused(ycsb("run", "workloadg", small), "has no row 00000000; load 100 rows first");
    refused(
        ycsb("load", "safenosql-patients-h", "recordcount=100", "table=unfit"),
        "has no family 'Identification'");
    require("load", "workloadg", small);
    refused(
        ycsb("run", "workloadg", "recordcount=200", "table=unfit"),
        "has no row 00000199; load 200");
    refused(
        ycsb("run", "workloadg", "recordcount=100", "table=unfit", "seed=2"),
        "was not loaded with this workload, its seed");
    refused(
        ycsb("run", "workloadg", "recordcount=100", "table=unfit", "system=plain3"),
        "holds one cloud's shares");
  }

  private static void refused(Ended ended, String said) {
    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err().strip()).startsWith("ycsb: ").contains(said).hasLineCount(1);
  }

  @Test
  void anInterruptKeepsWhatWasMeasured() throws Exception {
    String[] small = {"recordcount=100", "regions=1", "table=interrupted"};
    require("table", "workloadb", small);
    require("load", "workloadb", small);
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Path results = folder.resolve("interrupted.jsonl");
    ProcessBuilder builder =
        new ProcessBuilder(
                home.resolve("ycsb").toString(),
                "run",
                "-P",
                "workloads/workloadb",
                "-s",
                "-target",
                "100",
                "-p",
                "recordcount=100",
                "-p",
                "table=interrupted",
                "-p",
                "maxexecutiontime=600",
                "-p",
                "status.interval=1",
                "-p",
                "result.file=" + results)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("DARTAGNAN_BUILD", "never");
    builder.environment().put("DARTAGNAN_STATE", clusters.variable("DARTAGNAN_STATE"));
    Process run = builder.start();
    try {
      await()
          .atMost(Duration.ofMinutes(5))
          .until(() -> Files.readString(err).contains(" operations; ") || !run.isAlive());
      new ProcessBuilder("kill", "-INT", Long.toString(run.pid())).start().waitFor();

      assertThat(run.waitFor(30, TimeUnit.SECONDS)).as(Files.readString(err)).isTrue();
      assertThat(run.exitValue()).as(Files.readString(err)).isEqualTo(130);
      assertThat(Files.readString(out)).contains("[OVERALL], Throughput(ops/sec), ", "[READ], ");
      RunResult result = RunResult.fromJson(Files.readString(results).strip());
      assertThat(result.interrupted()).isTrue();
      assertThat(result.operations())
          .isPositive()
          .isLessThanOrEqualTo((long) (100 * result.seconds()) + 1);
      assertThat(result.errors()).isZero();
    } finally {
      run.destroyForcibly();
    }
  }

  @Test
  void theBindingServesWorkloadsOfYcsbItself() throws Exception {
    TableName name = TableName.valueOf("usertable");
    for (String conf : List.of("DARTAGNAN_CONF", "DARTAGNAN_BASELINE_CONF")) {
      boolean safe = conf.equals("DARTAGNAN_CONF");
      try (Connection connection = safe ? clusters.safe() : clusters.baseline();
          Admin admin = connection.getAdmin()) {
        admin.createTable(
            TableDescriptorBuilder.newBuilder(name)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
                .setValue("dartagnan.default", "xor string(20)")
                .build());
      }
      HBaseBinding binding = new HBaseBinding();
      Properties properties = new Properties();
      properties.setProperty("system", safe ? "safe" : "plain");
      properties.setProperty("hbase.conf", clusters.variable(conf));
      if (!safe) {
        properties.setProperty("hbase.client.retries.number", "1");
      }
      binding.setProperties(properties);
      binding.init();
      try {
        for (String key : List.of("user1", "user2", "user3")) {
          assertThat(binding.insert("usertable", key, fields("field0", key, "field1", "b")))
              .isEqualTo(Status.OK);
        }
        assertThat(binding.update("usertable", "user2", fields("field1", "c")))
            .isEqualTo(Status.OK);
        assertThat(binding.delete("usertable", "user3")).isEqualTo(Status.OK);

        Map<String, ByteIterator> row = new HashMap<>();
        assertThat(binding.read("usertable", "user2", null, row)).isEqualTo(Status.OK);
        assertThat(text(row)).isEqualTo(Map.of("field0", "user2", "field1", "c"));
        assertThat(binding.read("usertable", "user3", null, new HashMap<>()))
            .isEqualTo(Status.NOT_FOUND);
        Vector<HashMap<String, ByteIterator>> rows = new Vector<>();
        assertThat(binding.scan("usertable", "user1", 10, Set.of("field1"), rows))
            .isEqualTo(Status.OK);
        assertThat(rows.stream().map(WorkloadsIT::text))
            .containsExactly(Map.of("field1", "b"), Map.of("field1", "c"));
        assertThat(binding.read("nowhere", "user1", null, new HashMap<>()).isOk()).isFalse();
      } finally {
        binding.cleanup();
      }
    }
  }

  private static Map<String, ByteIterator> fields(String... namesAndValues) {
    Map<String, ByteIterator> fields = new HashMap<>();
    for (int at = 0; at < namesAndValues.length; at += 2) {
      fields.put(namesAndValues[at], new StringByteIterator(namesAndValues[at + 1]));
    }
    return fields;
  }

  private static Map<String, String> text(Map<String, ByteIterator> fields) {
    return fields.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, field -> field.getValue().toString()));
  }
}
