package io.dartagnan.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dartagnan.distribution.Bundles.Ended;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three HBases as their tarball lays them out, with the operators' bundle and the files of {@code
 * dartagnan clouds init} alone, each on an address of its own, every checklist walked through.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class StockCloudsIT {
  private static final List<String> HOSTS = List.of("127.0.1.1", "127.0.1.2", "127.0.1.3");
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @TempDir static Path folder;
  private static Bundles bundles;
  private static final List<StockHBase> HBASES = new ArrayList<>();

  private static Path made() {
    return folder.resolve("made");
  }

  /** Where the machines of a cloud keep keys. */
  private static Path files(int party) {
    return folder.resolve("etc-cloud-" + party);
  }

  private static Path clientFiles() {
    return folder.resolve("etc-client");
  }

  private static Path clientConf() {
    return made().resolve("client");
  }

  @BeforeAll
  static void walkThroughTheChecklists() throws Exception {
    bundles = Bundles.unpack(Files.createDirectories(folder.resolve("bundles")));
    List<int[]> ports = new ArrayList<>();
    StringBuilder description = new StringBuilder("clouds:\n");
    for (int party = 0; party < 3; party++) {
      int[] free = freePorts(HOSTS.get(party), 4);
      ports.add(free);
      description.append(
          """
            - masters: [%1$s]
              region-servers: ["%1$s:%2$d"]
              master-port: %3$d
              zookeeper: [127.0.0.1]
              zookeeper-port: %4$d
              mesh-port: %5$d
              files: %6$s
          """
              .formatted(HOSTS.get(party), free[0], free[1], free[2], free[3], files(party)));
    }
    description.append("client:\n  hosts: [127.0.0.1]\n  files: %s\n".formatted(clientFiles()));
    Path file = Files.writeString(folder.resolve("clouds.yaml"), description);
    done(bundles.client(Map.of(), "clouds", "init", file.toString(), "--to", made().toString()));

    for (int party = 0; party < 3; party++) {
      Path cloud = made().resolve("cloud-" + party);
      StockHBase hbase = new StockHBase(folder.resolve("hbase-" + party), HOSTS.get(party));
      HBASES.add(hbase);
      hbase.configure(ports.get(party)[1], ports.get(party)[0], cloud.resolve("hbase-site.xml"));
      done(bundles.server("dartagnan-server", "install", hbase.home().toString()));
      copy(cloud.resolve("mesh"), files(party).resolve("mesh"));
      copy(cloud.resolve("rpc"), files(party).resolve("rpc"));
      done(keys("mesh", Integer.toString(party), files(party) + "/mesh"));
      done(keys("rpc", "cloud-" + party, files(party) + "/rpc", HOSTS.get(party)));
    }
    copy(clientConf().resolve("rpc"), clientFiles().resolve("rpc"));
    done(keys("rpc", "client", clientFiles() + "/rpc"));
    for (int party = 0; party < 3; party++) {
      done(keys("trust-mesh", files(party) + "/mesh", pem(0), pem(1), pem(2)));
      done(
          keys(
              "trust-rpc",
              files(party) + "/rpc/truststore.p12",
              files(party) + "/rpc/cloud-" + party + ".pem",
              clientFiles() + "/rpc/client.pem"));
      done(
          keys(
              "trust-rpc",
              clientFiles() + "/rpc/cloud-" + party + ".p12",
              files(party) + "/rpc/cloud-" + party + ".pem"));
    }
    for (StockHBase hbase : HBASES) {
      hbase.start();
    }
    for (int party = 0; party < 3; party++) {
      HBASES.get(party).awaitLog("the mesh of party " + party + " listens on");
    }
  }

  @AfterAll
  static void stop() throws Exception {
    for (StockHBase hbase : HBASES) {
      hbase.kill();
    }
  }

  @Test
  @Order(1)
  void tablesAreLoadedAndFilteredAndTheDoctorFindsNothing() throws Exception {
    await().atMost(PATIENCE).until(() -> client(clientConf(), "tables").status() == 0);
    Path csv = folder.resolve("people.csv");
    Files.writeString(csv, "Id,Name,Fee\na,Aramis,12.50\nb,Athos,7.25\nc,Porthos,12.50\n");
    done(client(clientConf(), "import", csv.toString(), "--table", "people", "--key", "Id"));

    Ended found = client(clientConf(), "scan", "people", "--where", "Fee = 12.50", "--json");
    assertThat(found.status()).as(found.out()).isZero();
    assertThat(found.out()).contains("Aramis", "Porthos").doesNotContain("Athos");

    Ended doctor = client(clientConf(), "doctor");
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
          Files.readString(clientConf().resolve("hbase-site.xml"))
              .replaceAll(
                  "(?s)  <property>\\s*<name>[^<]*" + without + "</name>.*?</property>", ""));

      Ended refused = client(conf, "get", "people", "a");

      assertThat(refused.status()).as(refused.out()).isEqualTo(1);
      assertThat(refused.out()).contains("cloud").doesNotContain("Aramis");
    }
  }

  @Test
  @Order(3)
  void aFileThatIsLeftOutIsNamedWhenTheServerStarts() throws Exception {
    HBASES.get(2).stop();
    Path truststore = files(2).resolve("mesh/truststore.p12");
    Files.move(truststore, folder.resolve("truststore.p12"));

    HBASES.get(2).start();

    HBASES.get(2).awaitLog(truststore + " does not exist");
  }

  private static Ended client(Path conf, String... arguments) throws Exception {
    return bundles.client(Map.of("DARTAGNAN_CONF", conf.toString()), arguments);
  }

  private static Ended keys(String... arguments) throws Exception {
    return bundles.server("dartagnan-keys", arguments);
  }

  private static String pem(int party) {
    return files(party) + "/mesh/party-" + party + ".pem";
  }

  private static void done(Ended ended) {
    assertThat(ended.status()).as(ended.out()).isZero();
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : all.toList()) {
        Path target = to.resolve(from.relativize(each));
        Files.createDirectories(target.getParent());
        Files.copy(each, target, StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  private static int[] freePorts(String host, int count) throws IOException {
    List<ServerSocket> open = new ArrayList<>();
    int[] ports = new int[count];
    for (int i = 0; i < count; i++) {
      ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(host));
      open.add(socket);
      ports[i] = socket.getLocalPort();
    }
    for (ServerSocket socket : open) {
      socket.close();
    }
    return ports;
  }
}
