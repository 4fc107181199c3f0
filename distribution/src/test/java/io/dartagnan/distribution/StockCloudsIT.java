package io.dartagnan.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dartagnan.distribution.Bundles.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three stock HBases that were set up by the checklists of {@code dartagnan clouds init}, with a
 * list of servers: that they work, and how it is told what was left out.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class StockCloudsIT {
  @TempDir static Path folder;
  private static StockClouds clouds;

  @BeforeAll
  static void up() throws Exception {
    clouds = StockClouds.withAList(folder);
  }

  @AfterAll
  static void down() throws Exception {
    if (clouds != null) {
      clouds.down();
    }
  }

  @Test
  @Order(1)
  void tablesAreLoadedAndFilteredAndTheDoctorFindsNothing() throws Exception {
    People.areLoadedAndFiltered(clouds, folder);

    Ended doctor = clouds.client("doctor");
    assertThat(doctor.status()).as(doctor.out()).isZero();
    assertThat(doctor.out()).contains("nothing was found");
  }

  @Test
  @Order(2)
  void whoeverHasNoCertificateGetsNothing() throws Exception {
    for (String without : List.of("netty.tls.enabled", "keystore.location")) {
      Path conf = Files.createDirectories(folder.resolve("without-" + without));
      Files.writeString(
          conf.resolve("hbase-site.xml"),
          Files.readString(clouds.clientConf().resolve("hbase-site.xml"))
              .replaceAll(
                  "(?s)  <property>\\s*<name>[^<]*" + without + "</name>.*?</property>", ""));

      Ended refused = clouds.client(conf, "get", "people", "a");

      assertThat(refused.status()).as(refused.out()).isEqualTo(1);
      assertThat(refused.out()).contains("cloud").doesNotContain("Aramis");
    }
  }

  @Test
  @Order(3)
  void theDoctorNamesAFileThatTheApplicationsLack() throws Exception {
    for (String name : List.of("keystore.p12", "cloud-0.p12", "cloud-1.p12", "cloud-2.p12")) {
      Path file = clouds.clientFiles().resolve("rpc").resolve(name);
      try (LeftOut gone = LeftOut.of(file)) {
        theDoctorFinds("client-tls", "the store %s of ".formatted(file), "NoSuchFile");
        assertThat(gone.file()).doesNotExist();
      }
    }
    // The key was made beside another password than the settings have.
    Path other = clouds.clientFiles().resolve("other");
    done(clouds.bundles().server("dartagnan-keys", "rpc", "client", other.toString()));
    Path keystore = clouds.clientFiles().resolve("rpc/keystore.p12");
    try (LeftOut gone = LeftOut.of(keystore)) {
      Files.copy(other.resolve("keystore.p12"), gone.file());
      theDoctorFinds("client-tls", "the store %s of ".formatted(keystore), "password");
    }
    Ended settings = clouds.client(Files.createDirectories(folder.resolve("none")), "doctor");
    assertThat(settings.status()).isEqualTo(3);
    assertThat(settings.out()).contains("the configuration does not say where it is");
  }

  @Test
  @Order(4)
  void aFileThatAServerLacksIsNamedWhenItStarts() throws Exception {
    Path other = clouds.files(2).resolve("other");
    done(clouds.bundles().server("dartagnan-keys", "mesh", "2", other.toString()));
    Path otherRpc = clouds.files(2).resolve("other-rpc");
    done(clouds.bundles().server("dartagnan-keys", "rpc", "cloud-2", otherRpc.toString()));

    clouds.hbase(2).stop();
    for (String name :
        List.of(
            "mesh/keystore.p12", "mesh/truststore.p12", "rpc/keystore.p12", "rpc/truststore.p12")) {
      Path file = clouds.files(2).resolve(name);
      try (LeftOut gone = LeftOut.of(file)) {
        failsAtStart(gone.file() + (name.startsWith("mesh") ? " does not exist" : ""));
      }
    }
    // Keys that were made beside other passwords than the settings have.
    for (String name : List.of("mesh/keystore.p12", "rpc/keystore.p12")) {
      Path file = clouds.files(2).resolve(name);
      try (LeftOut gone = LeftOut.of(file)) {
        Path made = name.startsWith("mesh") ? other : otherRpc;
        Files.copy(made.resolve("keystore.p12"), gone.file());
        failsAtStart("keystore password was incorrect");
      }
    }
    try (LeftOut gone =
        LeftOut.of(Bundles.only(clouds.hbase(2).home().resolve("lib"), "*-cloud.jar"))) {
      assertThat(gone.file()).doesNotExist();
      failsAtStart("io.dartagnan.server.MeshEndpoint");
    }
  }

  @Test
  @Order(5)
  void theDoctorFindsACloudWithoutItsSettings() throws Exception {
    startsWith(key -> false);

    theDoctorFinds("answers", "cloud 2: it does not answer", "");

    clouds.hbase(2).stop();
  }

  @Test
  @Order(6)
  void aCloudThatHasNotLoadedACoprocessorIsGivenNoTable() throws Exception {
    for (String without :
        List.of(
            "hbase.coprocessor.regionserver.classes", "hbase.coprocessor.user.region.classes")) {
      startsWith(key -> !key.equals(without));

      Ended refused = People.areLoaded(clouds, folder, "unguarded");

      assertThat(refused.status()).as(refused.out()).isEqualTo(1);
      assertThat(refused.out())
          .contains("cloud 2", "does not protect the table", "table unguarded was not created");
      theDoctorFinds("coprocessors", "cloud 2", "");
      clouds.hbase(2).stop();
    }
    clouds.configure(2);
    clouds.hbase(2).start();
    await()
        .atMost(StockClouds.PATIENCE)
        .untilAsserted(() -> assertThat(clouds.client("doctor").out()).contains("nothing was"));
  }

  private static void startsWith(Predicate<String> settings) throws Exception {
    clouds.configure(2, settings);
    clouds.hbase(2).start();
    clouds.hbase(2).awaitLog("Master has completed initialization");
  }

  private static void failsAtStart(String sentence) throws Exception {
    clouds.hbase(2).start();
    clouds.hbase(2).awaitLog(sentence);
    clouds.hbase(2).stop();
  }

  private static void theDoctorFinds(String check, String wrong, String why) throws Exception {
    Ended doctor = clouds.client("doctor");
    assertThat(doctor.status()).as(doctor.out()).isEqualTo(3);
    assertThat(doctor.out())
        .containsPattern("(?m)^WRONG +%s .*\\Q%s\\E.*\\Q%s\\E".formatted(check, wrong, why));
  }

  private static void done(Ended ended) {
    assertThat(ended.status()).as(ended.out()).isZero();
  }
}
