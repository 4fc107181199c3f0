package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Three clouds of containers, each on an HDFS of its own: all that HBase keeps is there. */
@OnContainers("--hdfs")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ContainersOnHdfsIT {
  private static final int CLOUDS = 3;
  private static final int ROWS = 200;
  private static final Duration TOLD = Duration.ofSeconds(30);
  private static final Duration DEADLINE = Duration.ofMinutes(5);
  private static final String TABLE = "on-hdfs";
  private static final Pattern FSYNCS = Pattern.compile("\"FsyncCount\" : (\\d+)");

  /** Those that have to be ready before HBase is started. */
  private static final List<String> BENEATH = List.of("namenode-1", "datanode-1", "zookeeper-1");

  private static final List<String> HBASE =
      List.of("master-1", "regionserver-1-1", "regionserver-1-2");

  private final RunningContainers containers;

  ContainersOnHdfsIT(RunningContainers containers) {
    this.containers = containers;
  }

  private Connection connect() throws IOException {
    return containers.safe(new Configuration(false));
  }

  @Test
  @Order(1)
  void whatIsFlushedIsInHdfsAndNotBesideIt() throws Exception {
    try (Connection connection = connect()) {
      Numbered table = Numbered.create(connection, TABLE);
      table.write(1, 1);
      for (int cloud = 0; cloud < CLOUDS; cloud++) {
        try (CloudTable of = containers.cloud(cloud, table.name())) {
          of.flush();
        }
      }
    }
    for (int cloud = 0; cloud < CLOUDS; cloud++) {
      assertThat(hdfs(cloud, "-ls", "-R", "/hbase/data/default/" + TABLE))
          .as("store files of cloud %d", cloud)
          .containsPattern("-rw\\S+ +1 hbase hbase +[1-9]\\d+ .*/f/[0-9a-f]{32}\\b");
      assertThat(hdfs(cloud, "-ls", "-R", "/hbase/WALs"))
          .as("logs of cloud %d", cloud)
          .contains(",16020,");
      String server = containers.container("regionserver-" + cloud + "-1");
      assertThat(containers.docker("exec", server, "ls", "/var/lib/dartagnan"))
          .contains("namenode", "datanode")
          .doesNotContain("hbase");
    }
  }

  @Test
  @Order(2)
  void aWriteIsOnTheDiskOfEachDatanodeBeforeItIsAcknowledged() throws Exception {
    try (Connection connection = connect()) {
      Numbered table = new Numbered(connection, name());
      long[] before = {fsyncs(0), fsyncs(1), fsyncs(2)};
      for (int row = 2; row < ROWS; row++) {
        table.write(row, row);
      }
      for (int cloud = 0; cloud < CLOUDS; cloud++) {
        int of = cloud;
        // A datanode counts at once, and tells what it had counted some seconds ago.
        await("fsyncs of cloud " + cloud)
            .atMost(TOLD)
            .until(() -> fsyncs(of) >= before[of] + ROWS - 2);
      }
    }
  }

  /** Rows that were not flushed are in the logs alone. */
  @Test
  @Order(3)
  void aCloudOfWhichAllIsKilledComesBackWithAllThatWasAcknowledged() throws Exception {
    for (String service : HBASE) {
      containers.kill(service);
    }
    for (String service : BENEATH) {
      containers.kill(service);
    }
    for (String service : BENEATH) {
      containers.start(service);
    }
    containers.restore();
    hasAllRows();
  }

  @Test
  @Order(4)
  void whatIsDownAndUpAgainHasItsData() throws Exception {
    assertThat(containers.run("down").exit()).isZero();
    containers.upAgain();
    hasAllRows();
  }

  /** As soon as regions are open, which takes the end of leases that were not given back. */
  private void hasAllRows() throws IOException {
    try (Connection connection = connect()) {
      Numbered table = new Numbered(connection, name());
      await("all rows are there")
          .atMost(DEADLINE)
          .ignoreExceptionsInstanceOf(IOException.class)
          .untilAsserted(
              () ->
                  assertThat(table.numbers(CompareOperator.GREATER_OR_EQUAL, 0))
                      .containsExactlyElementsOf(LongStream.range(1, ROWS).boxed().toList()));
    }
  }

  private static TableName name() {
    return TableName.valueOf(TABLE);
  }

  /** HDFS' own shell, in the namenode's container. */
  private String hdfs(int cloud, String... arguments) throws Exception {
    String[] command = new String[3 + arguments.length];
    command[0] = "exec";
    command[1] = containers.container("namenode-" + cloud);
    command[2] = "/opt/dartagnan/bin/hdfs";
    System.arraycopy(arguments, 0, command, 3, arguments.length);
    return containers.docker(command);
  }

  /** Times that a datanode has forced a file to its disk, by its own count. */
  private long fsyncs(int cloud) throws Exception {
    String script =
        "exec 3<>/dev/tcp/127.0.0.1/9864;"
            + " printf 'GET /jmx?qry=Hadoop:service=DataNode,name=DataNodeActivity-* HTTP/1.0\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3;"
            + " timeout 20 cat <&3";
    String metrics =
        containers.docker("exec", containers.container("datanode-" + cloud), "bash", "-c", script);
    Matcher count = FSYNCS.matcher(metrics);
    assertThat(count.find()).as(metrics).isTrue();
    return Long.parseLong(count.group(1));
  }
}
