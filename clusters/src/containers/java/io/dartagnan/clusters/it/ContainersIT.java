package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Three clouds of containers: what reaches what, and what a cloud, a client and a fault find. */
@OnContainers
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ContainersIT {
  private static final int MESH_PORT = 18_600;

  /** Of HBase, its web pages, ZooKeeper, the mesh, HDFS, the gateways, and a debugger. */
  private static final List<Integer> PORTS =
      List.of(
          22, 53, 2181, 2888, 3888, 5005, 8020, 8080, 8085, 9090, 9095, 9864, 9866, 9867, 9870,
          16000, 16010, 16020, 16030, MESH_PORT);

  @TempDir Path folder;
  private final RunningContainers containers;

  ContainersIT(RunningContainers containers) {
    this.containers = containers;
  }

  @Test
  @Order(1)
  void statusHasALineForEachContainerAndSaysThatAllAreReady() throws Exception {
    Commands.Ended status = containers.run("status");

    assertThat(status.exit()).as(status.output()).isZero();
    for (int cloud = 0; cloud < 3; cloud++) {
      assertThat(status.output())
          .contains("zookeeper-" + cloud, "master-" + cloud)
          .contains("regionserver-" + cloud + "-1", "regionserver-" + cloud + "-2");
    }
    assertThat(status.output().lines()).hasSize(1 + 3 * 4 + 1);
  }

  @Test
  @Order(6)
  void theTourFindsItsAnswersAndTheDoctorNothing() throws Exception {
    Path sample = containers.module().resolve("sample/appointments.csv");
    Commands.Ended tour =
        containers.dartagnan(containers.safe(), "tour", "--input", sample.toString());
    assertThat(tour.exit()).as(tour.output() + tour.errors()).isZero();
    assertThat(tour.errors()).contains("cloud 1 returned other shares of");

    Commands.Ended doctor = containers.dartagnan(containers.safe(), "doctor");
    assertThat(doctor.exit()).as(doctor.output() + doctor.errors()).isZero();
    assertThat(doctor.output()).contains("nothing was found");
  }

  @Test
  @Order(7)
  void theClientsContainerReachesTheCloudsWithAKeyOfItsOwn() throws Exception {
    assertThat(containers.docker("exec", containers.container("client"), "dartagnan", "tables"))
        .contains("appointments");
  }

  @Test
  @Order(2)
  void noProcessIsRootAndNoneHasPrivileges() throws Exception {
    for (String service : containers.addresses().keySet()) {
      String status =
          containers.docker("exec", containers.container(service), "cat", "/proc/1/status");
      assertThat(status)
          .containsPattern("Uid:\\s+10001\\s+10001")
          .containsPattern("CapEff:\\s+0000000000000000")
          .containsPattern("NoNewPrivs:\\s+1");
    }
  }

  /** From inside of every container of each cloud, to every address of all others. */
  @Test
  @Order(3)
  void aCloudReachesNothingOfAnotherButTheMesh() throws Exception {
    Map<String, Map<String, String>> all = containers.addresses();
    for (String from : all.keySet()) {
      if (cloudOf(from).isEmpty()) {
        continue;
      }
      TreeSet<String> mesh = new TreeSet<>();
      List<String> foreign = new ArrayList<>();
      all.forEach(
          (to, networks) -> {
            if (!cloudOf(to).equals(cloudOf(from))) {
              networks.forEach(
                  (network, address) -> {
                    foreign.add(address);
                    if (network.equals("mesh")) {
                      mesh.add(address + ":" + MESH_PORT);
                    }
                  });
            }
          });
      assertThat(foreign).hasSizeGreaterThan(20);

      TreeSet<String> open = open(from, foreign);

      assertThat(open)
          .as("what %s reaches of others", from)
          .isEqualTo(from.startsWith("regionserver") ? mesh : new TreeSet<>());
    }
  }

  /** Without this, the test above could pass because nothing is ever found open. */
  @Test
  @Order(4)
  void aCloudReachesItself() throws Exception {
    Map<String, String> own = containers.addresses().get("regionserver-1-1");
    assertThat(open("regionserver-1-2", new ArrayList<>(own.values())))
        .containsExactlyInAnyOrder(
            own.get("front-1") + ":16020", own.get("mesh") + ":" + MESH_PORT);
    Map<String, String> zookeeper = containers.addresses().get("zookeeper-1");
    assertThat(open("regionserver-1-2", List.of(zookeeper.get("inside-1"))))
        .containsExactly(zookeeper.get("inside-1") + ":2181");
  }

  @Test
  @Order(5)
  void aClientReachesHBasesPortsAndNothingElse() throws Exception {
    TreeSet<String> hbase = new TreeSet<>();
    List<String> addresses = new ArrayList<>();
    containers
        .addresses()
        .forEach(
            (service, networks) -> {
              if (!cloudOf(service).isEmpty()) {
                addresses.addAll(networks.values());
                networks.forEach(
                    (network, address) -> {
                      if (network.startsWith("front-")) {
                        hbase.add(address + (service.startsWith("master") ? ":16000" : ":16020"));
                      }
                    });
              }
            });

    assertThat(open("client", addresses)).isEqualTo(hbase);
  }

  /** The number of a cloud's service; empty for a client. */
  private static String cloudOf(String service) {
    return service.matches("[a-z]+-\\d.*") ? service.split("-", -1)[1] : "";
  }

  /** Those of the ports of these addresses that somebody answers at, asked from a container. */
  private TreeSet<String> open(String from, List<String> addresses) throws Exception {
    StringBuilder script = new StringBuilder();
    for (String address : addresses) {
      for (int port : PORTS) {
        script.append("a=%s p=%d; ".formatted(address, port));
        script.append("(exec 3<>/dev/tcp/$a/$p) 2>/dev/null && echo $a:$p & ");
      }
    }
    // Long enough for a machine that does much else, and what is dropped without an answer ends
    // too.
    script.append("for i in {1..50}; do [[ -z $(jobs -pr) ]] && break; sleep 0.2; done; ");
    script.append("kill $(jobs -pr) 2>/dev/null; true");
    String[] exec = {"exec", containers.container(from), "bash", "-c", script.toString()};
    return new TreeSet<>(containers.docker(exec).lines().toList());
  }

  @Test
  @Order(8)
  void whoeverHasNoCertificateGetsNothing() throws Exception {
    for (String without : List.of("netty.tls.enabled", "keystore.location")) {
      Path conf = Files.createDirectories(folder.resolve("without-" + without));
      String site = Files.readString(containers.safe().resolve("hbase-site.xml"));
      String changed =
          site.replaceAll("  <property><name>[^<]*" + without + "</name>.*?</property>\\n", "")
              .replace("<value>refuse</value>", "<value>allow</value>");
      assertThat(changed).isNotEqualTo(site);
      Files.writeString(conf.resolve("hbase-site.xml"), changed);

      Commands.Ended refused = containers.dartagnan(conf, "scan", "appointments", "--limit", "1");

      assertThat(refused.exit()).as(refused.output()).isEqualTo(1);
      assertThat(refused.errors()).contains("cloud");
      assertThat(refused.output()).isEmpty();
    }
  }

  @Test
  @Order(9)
  void anOrdinaryProgramPrintsTheSameThroughAKillAndAPause() throws Exception {
    Path csv = EncountersFile.of(containers.module());
    List<String> plain;
    try (PlainContainer baseline = PlainContainer.start(containers, folder)) {
      plain =
          new EncountersRuns(
                  containers.programs("DARTAGNAN_BASELINE_CONF", baseline.conf().toString()), csv)
              .onOneHBase("DARTAGNAN_BASELINE_CONF");
    }
    EncountersRuns runs = new EncountersRuns(containers.programs(), csv);
    assertThat(runs.onThreeClouds("additive", "araki")).isEqualTo(plain);

    containers.kill("regionserver-1-2");
    assertThat(runs.onThreeClouds("xor", "araki")).isEqualTo(plain);
    containers.start("regionserver-1-2");

    containers.pause(2);
    Commands.Ended missed =
        containers.dartagnan(containers.safe(), "scan", "appointments", "--limit", "1");
    containers.resume(2);
    assertThat(missed.exit()).as(missed.output()).isEqualTo(1);
    assertThat(missed.errors()).contains("cloud 2");
    containers.awaitUp();
    assertThat(runs.onThreeClouds("replicated", "araki")).isEqualTo(plain);
    assertThat(runs.onThreeClouds("additive", "bogdanov")).isEqualTo(plain);
  }

  /**
   * The kernel's own copy of every packet of each network, while values are written and asked for.
   */
  @Test
  @Order(10)
  void noNetworkCarriesAPlaintextOrAShare() throws Exception {
    CapturedValues values = new CapturedValues(containers.programs());
    Map<String, Path> captures;
    try (NetworkCapture capture = NetworkCapture.start(containers, folder)) {
      values.writeAndFilter();
      captures = capture.stop();
    }
    assertThat(captures)
        .containsKeys("inside-0", "inside-1", "inside-2", "front-0", "front-1", "front-2", "mesh");
    values.readShares();
    for (Map.Entry<String, Path> capture : captures.entrySet()) {
      byte[] packets = Files.readAllBytes(capture.getValue());
      assertThat(values.in(packets)).as("found on the network %s", capture.getKey()).isEmpty();
      if (capture.getKey().startsWith("front-") || capture.getKey().equals("mesh")) {
        assertThat(packets.length)
            .as("bytes of the packets of %s", capture.getKey())
            .isGreaterThan(10_000);
      }
    }
    assertThat(values.in(values.asItWouldLookInTheClear())).hasSameSizeAs(values.all());
  }

  @Test
  @Order(11)
  void aRegionServerThatStopsLetsItsFiltersEnd() throws Exception {
    String server = containers.container("regionserver-0-1");
    try (StandingScan scan =
        StandingScan.open(
            containers.programs(), containers.address("regionserver-0-1", "front-0"))) {
      Process stop =
          new ProcessBuilder("docker", "stop", "--time", "60", server)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      await("it drains")
          .atMost(Duration.ofSeconds(60))
          .until(() -> containers.docker("logs", server).contains("filters under way have"));
      scan.fetchToTheEnd();
      assertThat(stop.waitFor(90, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(containers.docker("logs", server)).contains("all filters have ended");
    containers.start("regionserver-0-1");
  }

  @Test
  @Order(12)
  void whatIsDownAndUpAgainHasItsData() throws Exception {
    assertThat(containers.run("down").exit()).isZero();
    containers.upAgain();
    Commands.Ended scan =
        containers.dartagnan(containers.safe(), "scan", "appointments", "--limit", "1");
    assertThat(scan.exit()).as(scan.errors()).isZero();
  }
}
