package io.dartagnan.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.Container.ExecResult;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;

/** One set of three clouds, as a test of an application has it. */
@Testcontainers
class DartagnanContainersIT {
  @Container
  static final DartagnanContainers CLOUDS =
      new DartagnanContainers().withSetting("dartagnan.evaluation.slow.ms", "1");

  @BeforeAll
  static void load() throws IOException {
    try (Connection hbase = CLOUDS.connect()) {
      Appointments appointments = Appointments.create(hbase, "appointments");
      appointments.put("a", "Oncology", 300);
      appointments.put("b", "Pediatrics", -5);
      appointments.put("c", "Oncology", 120);
    }
  }

  @Test
  void theDropInPutsGetsFiltersAndCounts() throws IOException {
    try (Connection hbase = CLOUDS.connect()) {
      Appointments appointments = Appointments.in(hbase, "appointments");

      assertThat(appointments.get("b")).isEqualTo("Pediatrics -5");
      assertThat(appointments.ofType("Oncology")).containsExactly("a", "c");
      assertThat(appointments.countFrom(120)).isEqualTo(2);
    }
  }

  @Test
  void theAsynchronousClientIsTheDropInToo() throws Exception {
    try (AsyncConnection hbase =
        ConnectionFactory.createAsyncConnection(CLOUDS.configuration()).get()) {
      assertThat(hbase.getClass().getName()).startsWith("io.dartagnan.client.");
      assertThat(hbase.getAdmin().listTableNames().get())
          .anyMatch(table -> table.getNameAsString().equals("appointments"));
    }
  }

  @Test
  void aKilledCloudComesBackWithWhatItHad() throws IOException {
    CLOUDS.killCloud(1);
    try (Connection hbase = CLOUDS.connect()) {
      assertThatThrownBy(() -> Appointments.in(hbase, "appointments").get("a"))
          .hasMessageContaining("cloud 1");
    } finally {
      CLOUDS.startCloud(1);
    }
    allIsAnswered();
  }

  @Test
  void aStoppedCloudComesBackWithWhatItHad() throws IOException {
    CLOUDS.stopCloud(0);
    CLOUDS.stopCloud(0);
    assertThat(CLOUDS.container(0).exitStatus())
        .as("status of a JVM that SIGTERM ended")
        .isIn(0L, 143L);
    CLOUDS.startCloud(0);
    CLOUDS.startCloud(0);
    allIsAnswered();
  }

  @Test
  void aPausedCloudAnswersNothingUntilItGoesOn() throws IOException {
    CLOUDS.pauseCloud(2);
    try (Connection hbase = CLOUDS.connect()) {
      assertThatThrownBy(() -> Appointments.in(hbase, "appointments").get("a"))
          .hasMessageContaining("cloud 2");
    } finally {
      CLOUDS.resumeCloud(2);
    }
    allIsAnswered();
  }

  /** Filters need the mesh of all three, on addresses that a restart may have changed. */
  private static void allIsAnswered() throws IOException {
    try (Connection hbase = CLOUDS.connect()) {
      Appointments appointments = Appointments.in(hbase, "appointments");
      assertThat(appointments.ofType("Oncology")).containsExactly("a", "c");
      assertThat(appointments.get("c")).isEqualTo("Oncology 120");
    }
  }

  @Test
  void aClientWithoutACertificateGetsNothing() {
    Configuration without = CLOUDS.configuration();
    for (int cloud = 0; cloud < 3; cloud++) {
      without.unset("dartagnan.party." + cloud + ".hbase.rpc.tls.keystore.location");
    }
    getsNothing(without);
  }

  @Test
  void aClientWithoutTlsGetsNothing() {
    Configuration without = CLOUDS.configuration();
    without.set("dartagnan.client.unencrypted", "allow");
    for (int cloud = 0; cloud < 3; cloud++) {
      without.set("dartagnan.party." + cloud + ".hbase.client.netty.tls.enabled", "false");
    }
    getsNothing(without);
  }

  /** No cloud answers, even where two would be enough. */
  private static void getsNothing(Configuration configuration) {
    assertThatThrownBy(
            () -> {
              try (Connection hbase = ConnectionFactory.createConnection(configuration)) {
                Appointments.in(hbase, "appointments").get("a");
              }
            })
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cloud");
  }

  @Test
  void onlyTheUserOfTheImageReadsConfigurationAndKeys() throws Exception {
    for (int cloud = 0; cloud < 3; cloud++) {
      ExecResult listed =
          CLOUDS
              .container(cloud)
              .execInContainer("find", "/etc/dartagnan", "-printf", "%m %U %G %y %P\\n");
      assertThat(listed.getExitCode()).as(listed.getStderr()).isZero();
      assertThat(listed.getStdout().lines())
          .containsExactlyInAnyOrder(
              "700 10001 10001 d ",
              "400 10001 10001 f hbase-site.xml",
              "700 10001 10001 d mesh",
              "400 10001 10001 f mesh/keystore.p12",
              "400 10001 10001 f mesh/truststore.p12",
              "700 10001 10001 d rpc",
              "400 10001 10001 f rpc/keystore.p12",
              "400 10001 10001 f rpc/truststore.p12");
    }
  }

  @Test
  void settingsReachEveryCloudAndLogsSaySo() throws IOException {
    try (Connection hbase = CLOUDS.connect()) {
      Appointments.in(hbase, "appointments").ofType("Oncology");
    }
    for (int cloud = 0; cloud < 3; cloud++) {
      int each = cloud;
      assertThat(CLOUDS.logs(each)).contains("the mesh of party " + each + " listens on");
      await("a filter that is slow by the test's setting, in the log of cloud " + each)
          .atMost(Duration.ofMinutes(1))
          .until(() -> CLOUDS.logs(each).contains("slow: query "));
    }
  }

  @Test
  void choicesComeBeforeTheStart() {
    assertThatThrownBy(() -> CLOUDS.withHeap("1g"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the three clouds run already; choose before they start");
    assertThatThrownBy(() -> CLOUDS.logs(3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("party 3 given, a party is 0, 1 or 2");
  }
}
