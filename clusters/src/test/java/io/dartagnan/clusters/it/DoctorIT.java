package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dartagnan.clusters.certs.CertificateSet;
import io.dartagnan.clusters.certs.PartyStores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code dartagnan doctor} finds of clouds that are well, and of clouds that are not. */
@EndToEnd
@Tag("thorough")
class DoctorIT {
  private static final Duration DEADLINE = Duration.ofMinutes(5);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Other tests leave tables that are not alike on all clouds. */
  private static final Set<String> OF_TABLES = Set.of("tables", "families", "keys");

  private final LocalClusters clusters;
  @TempDir private Path folder;

  DoctorIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @BeforeAll
  void aTableThroughWhichServersAreAsked() throws IOException {
    try (Connection connection = clusters.safe()) {
      Numbered.create(connection, "doctor").load(1);
    }
  }

  private record Told(int exit, List<JsonNode> lines, String errors) {

    List<JsonNode> findings(Predicate<String> check) {
      return lines.stream()
          .filter(line -> line.get("ok").isBoolean() && !line.get("ok").booleanValue())
          .filter(line -> check.test(line.get("check").textValue()))
          .toList();
    }

    List<JsonNode> unseen() {
      return lines.stream().filter(line -> line.has("unseen")).toList();
    }

    private static String text(JsonNode finding) {
      return "%s: %s; %s"
          .formatted(
              finding.get("subject").textValue(),
              finding.get("wrong").textValue(),
              finding.get("mend").textValue());
    }

    List<String> texts(String check) {
      return findings(check::equals).stream().map(Told::text).toList();
    }
  }

  private Told doctor() throws Exception {
    Commands.Ended ended = clusters.dartagnan("doctor", "--json");
    List<JsonNode> lines = new ArrayList<>();
    for (String line : ended.output().lines().toList()) {
      lines.add(JSON.readTree(line));
    }
    return new Told(ended.exit(), lines, ended.errors());
  }

  @Test
  void cloudsThatAreWell() throws Exception {
    Told told = doctor();

    assertThat(told.findings(check -> !OF_TABLES.contains(check))).isEmpty();
    assertThat(told.unseen()).isEmpty();
    assertThat(told.lines())
        .extracting(line -> line.get("check").textValue())
        .contains("parties", "certificates", "discovery", "mesh");
    assertThat(told.exit()).isEqualTo(told.findings(OF_TABLES::contains).isEmpty() ? 0 : 3);
  }

  @Test
  void redisThatIsDown() throws Exception {
    Told told;
    clusters.require("stop", "redis");
    try {
      told = doctor();
    } finally {
      clusters.restore();
    }
    assertThat(told.exit()).isEqualTo(3);
    assertThat(told.texts("discovery"))
        .hasSize(3)
        .allMatch(text -> text.contains("it cannot ask Redis at 127.0.0.1:"));
    assertThat(told.texts("mesh")).isEmpty();
    assertThat(told.unseen()).hasSize(1).allMatch(line -> line.toString().contains("discovery"));
  }

  /** Cloud 1 changes to a key that ends soon, and only cloud 2 learns of its certificate. */
  @Test
  void aCertificateThatEndsSoonAndThatOneCloudDoesNotAccept() throws Exception {
    for (int party = 0; party < 3; party++) {
      Files.createSymbolicLink(link(party), tls(party));
      copy(tls(party).resolve("truststore.p12"), "truststore-" + party);
    }
    PartyStores one = new PartyStores(1, tls(1));
    copy(one.keystore(), "keystore-1");
    try {
      Path fresh = CertificateSet.in(folder).renew(1, 10, Instant.now());
      putBack("truststore-0", new PartyStores(0, tls(0)).truststore());
      Files.move(fresh, one.keystore(), StandardCopyOption.REPLACE_EXISTING);

      await("the clouds have taken up the stores")
          .atMost(DEADLINE)
          .untilAsserted(
              () -> {
                Told told = doctor();
                assertThat(told.texts("certificates"))
                    .hasSize(2)
                    .anyMatch(
                        text -> text.startsWith("cloud 1") && text.contains("whole days left: 9"))
                    .anyMatch(
                        text ->
                            text.startsWith("cloud 0")
                                && text.contains("does not accept")
                                && text.contains("that cloud 1"));
                // Cloud 0 does not believe its records either, so that it does not try.
                assertThat(told.texts("mesh"))
                    .singleElement()
                    .asString()
                    .matches("cloud 1, RegionServer \\S+ to cloud 0, RegionServer .*")
                    .contains("does not accept the certificate of the first");
                assertThat(told.texts("discovery"))
                    .singleElement()
                    .asString()
                    .startsWith("cloud 0")
                    .contains("is forged");
                assertThat(told.exit()).isEqualTo(3);
              });
    } finally {
      putBack("keystore-1", one.keystore());
      for (int party = 0; party < 3; party++) {
        Files.delete(link(party));
        putBack("truststore-" + party, new PartyStores(party, tls(party)).truststore());
      }
    }
    await("all is well again")
        .atMost(DEADLINE)
        .untilAsserted(
            () -> assertThat(doctor().findings(check -> !OF_TABLES.contains(check))).isEmpty());
  }

  /** The folder of a party in a set of certificates. */
  private Path link(int party) {
    return folder.resolve("party-" + party);
  }

  private Path tls(int party) {
    return clusters.folder("cloud-" + party).resolve("tls");
  }

  private void copy(Path file, String name) throws IOException {
    Files.copy(file, folder.resolve(name));
  }

  private void putBack(String name, Path file) throws IOException {
    Files.copy(folder.resolve(name), file, StandardCopyOption.REPLACE_EXISTING);
  }
}
