package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * HBase's REST and Thrift gateways over three clouds, used by the Python programs of {@code
 * clusters/examples}. It needs python3, and PyPI for what the Thrift program imports.
 */
@EndToEnd
class GatewaysIT {
  private static final Duration DEADLINE = Duration.ofMinutes(3);

  private static final List<String> SECRETS =
      List.of(
          "Ann Featherstone",
          "Bob Wetherby",
          // As a URL has it.
          "Bob%20Wetherby",
          "Cy Thistlewood",
          "Guimaraes",
          "Santarem",
          "Portalegre",
          "Ann Quillfeather",
          "Bob Marchbanks",
          "Cy Underhill",
          // Refused, since it is longer than declared.
          "Dee Dee Dee");

  private static final List<String> NOT_PROTECTED = List.of("Cardiology");

  private final LocalClusters clusters;
  private final Commands commands;
  private final Path examples;
  private String restUrl;
  private String thrift;
  private List<String> ofRest;
  private List<String> ofThrift;

  GatewaysIT(LocalClusters clusters) {
    this.clusters = clusters;
    this.examples = clusters.target().resolveSibling("examples").resolve("python");
    this.commands = new Commands(clusters.target(), Map.of());
  }

  @BeforeAll
  void useBoth() throws Exception {
    restUrl = clusters.require("gateway", "rest").output().strip();
    thrift =
        clusters
            .require(
                "gateway",
                "thrift",
                "--set",
                "dartagnan.schema.thrift-*.default=xor bytes(64)",
                "--set",
                "dartagnan.schema.thrift-*.column.f:age=additive int64")
            .output()
            .strip();
    ofRest =
        lines(
            commands.with("DARTAGNAN_REST_URL", restUrl),
            List.of("python3", example("rest_example.py")));
    ofThrift =
        lines(
            commands.with("DARTAGNAN_THRIFT", thrift),
            List.of(pythonWithLibraries(), example("thrift_example.py")));
  }

  private static List<String> lines(Commands commands, List<String> program) throws Exception {
    return commands.require(DEADLINE, program).output().lines().toList();
  }

  private String example(String name) {
    return examples.resolve(name).toString();
  }

  /** A Python of its own below {@code target}, with what requirements.txt pins. */
  private String pythonWithLibraries() throws Exception {
    Path folder = clusters.target().resolve("gateways-venv");
    commands.require(DEADLINE, List.of("python3", "-m", "venv", "--clear", folder.toString()));
    String python = folder.resolve("bin").resolve("python").toString();
    commands.require(
        DEADLINE,
        List.of(
            python,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--no-deps",
            "-r",
            example("requirements.txt")));
    return python;
  }

  @AfterEach
  void restore() throws Exception {
    clusters.restore();
    clusters.require("start", "rest");
  }

  @Test
  void aPythonProgramUsesProtectedColumnsOverRest() {
    assertThat(ofRest)
        .containsExactly(
            "HBase 2.6.4-hadoop3",
            "listed: True",
            "declared: xor string(31)",
            "get: ann f:age=30 f:city=Guimaraes f:name=Ann Featherstone",
            "multi-get: ann f:name=Ann Featherstone; bob f:name=Bob Wetherby",
            "scan: ann f:age=30; bob f:age=40; cy f:age=50",
            "scan of a prefix: bob f:age=40",
            "filter string: bob f:age=40 f:city=Santarem f:name=Bob Wetherby",
            "filter: ann f:age=30 f:city=Guimaraes f:name=Ann Featherstone;"
                + " bob f:age=40 f:city=Santarem f:name=Bob Wetherby",
            "filter list: ann f:age=30 f:city=Guimaraes f:name=Ann Featherstone;"
                + " cy f:age=50 f:name=Cy Thistlewood f:ward=Cardiology",
            "check and put: 200",
            "once more: 304",
            "then: bob f:age=42 f:city=Portalegre f:name=Bob Wetherby Junior",
            "cell deleted: bob f:age=42 f:name=Bob Wetherby Junior",
            "check and delete: 200",
            "row deleted: 404",
            "refused: 400 True",
            "regions: 1",
            "live nodes: 1");
  }

  @Test
  void aPythonProgramUsesProtectedColumnsOverThrift() {
    assertThat(ofThrift)
        .containsExactly(
            "listed: True",
            "get: ann f:age=30 f:name=Ann Quillfeather",
            "multi-get: ann f:name=Ann Quillfeather; bob f:name=Bob Marchbanks",
            "scan: ann f:age=30; bob f:age=40; cy f:age=50",
            "scan of a prefix: bob f:age=40 f:name=Bob Marchbanks",
            "scan backwards: cy f:age=50; bob f:age=40",
            "filter: bob f:age=40 f:name=Bob Marchbanks",
            "filter list: bob f:age=40 f:name=Bob Marchbanks; cy f:age=50 f:name=Cy Underhill",
            "check and put: True",
            "once more: False",
            "increment: 41",
            "counter: 41",
            "cell deleted: bob f:name=Bob Marchbanks",
            "row deleted: True",
            "refused: True",
            "regions: 1");
  }

  /** Those of protected columns occur nowhere; that the one of a plain column does shows why. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void noCloudHoldsAProtectedValueThatCameThroughAGateway(int party) throws IOException {
    try (Connection cloud = clusters.cloud(party);
        Admin admin = cloud.getAdmin()) {
      admin.flush(TableName.valueOf("rest-example"));
      admin.flush(TableName.valueOf("thrift-example"));
    }
    List<String> sought = new ArrayList<>(SECRETS);
    sought.addAll(NOT_PROTECTED);

    assertThat(new PlaintextSearch(sought).below(clusters.folder("cloud-" + party)))
        .containsOnlyKeys(NOT_PROTECTED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rest", "thrift"})
  void aGatewaysFilesHoldNoValueThatItCarried(String gateway) throws IOException {
    List<String> sought = new ArrayList<>(SECRETS);
    sought.addAll(NOT_PROTECTED);

    assertThat(clusters.folder(gateway).resolve("logs").resolve(gateway + ".log")).isNotEmptyFile();
    assertThat(new PlaintextSearch(sought).below(clusters.folder(gateway))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "/version",
    "/version/cluster",
    "/status/cluster",
    "/",
    "/namespaces",
    "/namespaces/default",
    "/namespaces/default/tables",
    "/rest-example/exists",
    "/rest-example/schema",
    "/rest-example/regions",
  })
  void aResourceOfRestAnswers(String path) throws Exception {
    HttpResponse<String> answer = rest("GET", path, "");

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }

  @Test
  void aTableOfNoSchemaIsRefusedWithTheReason() throws Exception {
    HttpResponse<String> answer =
        rest(
            "PUT",
            "/undeclared/schema",
            "{\"name\":\"undeclared\",\"ColumnSchema\":[{\"name\":\"f\"}]}");

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("does not say how its columns are protected");
  }

  private HttpResponse<String> rest(String method, String path, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(restUrl + path))
            .timeout(DEADLINE)
            .header("Accept", "application/json")
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void aGatewayIsAProcessLikeTheOthers() throws Exception {
    assertThat(clusters.require("status").output())
        .containsPattern("(?m)^rest +[0-9]+  up .* http [0-9]+$")
        .containsPattern("(?m)^thrift +[0-9]+  up .* thrift [0-9]+$");
    assertThat(clusters.require("env").output())
        .contains("export DARTAGNAN_REST_URL='" + restUrl + "'")
        .contains("export DARTAGNAN_THRIFT='" + thrift + "'");
    assertThat(clusters.require("logs", "rest", "-n", "1").output())
        .startsWith(clusters.folder("rest").resolve("logs").resolve("rest.log").toString());

    Commands.Ended again = clusters.require("gateway", "rest");
    assertThat(again.output().strip()).isEqualTo(restUrl);
    assertThat(again.errors()).contains("rest was up already");
    Commands.Ended elsewhere = clusters.run("gateway", "rest", "--port", "1024");
    assertThat(elsewhere.exit()).isEqualTo(1);
    assertThat(elsewhere.errors()).contains("already with other options").hasLineCount(1);
  }

  @Test
  void aGatewayListensOnAllAddressesOnlyForAsLongAsItWasAskedTo() throws Exception {
    clusters.require("stop", "rest");
    Commands.Ended everywhere = clusters.require("gateway", "rest", "--bind", "0.0.0.0");
    assertThat(everywhere.errors()).contains("reads and writes plaintext");
    clusters.require("stop", "rest");

    Commands.Ended next = clusters.require("gateway", "rest");

    assertThat(next.output().strip()).isEqualTo(restUrl);
    assertThat(next.errors()).doesNotContain("plaintext");
    assertThat(clusters.folder("rest").resolve("conf").resolve("hbase-site.xml"))
        .content()
        .contains("<name>hbase.rest.host</name><value>127.0.0.1</value>");
  }

  @Test
  void aGatewayIsNotStartedWhileACloudIsDown() throws Exception {
    clusters.require("stop", "rest");
    clusters.require("stop", "1");

    Commands.Ended start = clusters.run("gateway", "rest");

    assertThat(start.exit()).isEqualTo(1);
    assertThat(start.errors().strip())
        .endsWith("cloud 1 is down, and rest needs it; clusters/local start 1")
        .hasLineCount(1);
    assertThat(Files.exists(clusters.folder("run").resolve("rest.pid"))).isFalse();
  }
}
