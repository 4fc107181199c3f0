package io.dartagnan.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dartagnan.distribution.Bundles.Ended;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Three HBases as their tarball lays them out, with the operators' bundle and the files of {@code
 * dartagnan clouds init} alone, each on an address of its own. Every command of every checklist is
 * run as it stands there, but those for the firewall, for owners of files, and by which one looks
 * whether Redis answers.
 */
final class StockClouds {
  static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final List<String> HOSTS = List.of("127.0.1.1", "127.0.1.2", "127.0.1.3");
  private static final String LOCAL = "127.0.0.1";
  private static final String CERTIFICATES_OF_OTHERS = "bin/dartagnan-keys trust-";

  private final Path folder;
  private final Bundles bundles;
  private final StockRedis redis;
  private final List<StockHBase> hbases = new ArrayList<>();
  private final List<int[]> ports = new ArrayList<>();

  private StockClouds(Path folder, StockRedis redis) throws Exception {
    this.folder = folder;
    this.redis = redis;
    this.bundles = Bundles.unpack(Files.createDirectories(folder.resolve("bundles")));
  }

  /** Clouds whose RegionServers have a list of all, up. */
  static StockClouds withAList(Path folder) throws Exception {
    return new StockClouds(folder, null).up();
  }

  /** Clouds whose RegionServers find each other through a Redis that speaks TLS, up. */
  static StockClouds withRedis(Path folder) throws Exception {
    StockRedis redis = new StockRedis(folder.resolve("etc-redis"), freePorts(LOCAL, 1)[0]);
    return new StockClouds(folder, redis).up();
  }

  private StockClouds up() throws Exception {
    try {
      walkThroughTheChecklists(describe());
      if (redis != null) {
        redis.start();
      }
      for (StockHBase hbase : hbases) {
        hbase.start();
      }
      for (int party = 0; party < hbases.size(); party++) {
        hbase(party).awaitLog("the mesh of party " + party + " listens on");
      }
      await().atMost(PATIENCE).until(() -> client("tables").status() == 0);
      return this;
    } catch (Exception | AssertionError e) {
      down();
      throw e;
    }
  }

  Bundles bundles() {
    return bundles;
  }

  StockHBase hbase(int party) {
    return hbases.get(party);
  }

  StockRedis redis() {
    return redis;
  }

  /** Folder in which the machines of a cloud keep keys. */
  Path files(int party) {
    return folder.resolve("etc-cloud-" + party);
  }

  /** Folder in which the applications' machines keep theirs. */
  Path clientFiles() {
    return folder.resolve("etc-client");
  }

  /** The folder with the client's configuration. */
  Path clientConf() {
    return made("client");
  }

  /** The folder that {@code clouds init} made for somebody. */
  Path made(String whom) {
    return folder.resolve("made").resolve(whom);
  }

  Ended client(String... arguments) throws Exception {
    return client(clientConf(), arguments);
  }

  /** The same with another configuration. */
  Ended client(Path conf, String... arguments) throws Exception {
    return bundles.client(Map.of("DARTAGNAN_CONF", conf.toString()), arguments);
  }

  /** Writes the settings of a cloud's HBase, those of {@code clouds init} among them. */
  void configure(int party) throws IOException {
    configure(party, key -> true);
  }

  /** The same with some of those of {@code clouds init} alone. */
  void configure(int party, Predicate<String> keys) throws IOException {
    hbase(party)
        .configure(
            ports.get(party)[1],
            ports.get(party)[0],
            ports.get(party)[2],
            made("cloud-" + party).resolve("hbase-site.xml"),
            keys);
  }

  private Path describe() throws IOException {
    StringBuilder description = new StringBuilder("clouds:\n");
    for (int party = 0; party < HOSTS.size(); party++) {
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
    if (redis != null) {
      description.append(
          "redis: rediss://%s:%d\nredis-files: %s\n"
              .formatted(LOCAL, redis.port(), redis.folder()));
    }
    description.append("client:\n  hosts: [127.0.0.1]\n  files: %s\n".formatted(clientFiles()));
    return Files.writeString(folder.resolve("clouds.yaml"), description);
  }

  private void walkThroughTheChecklists(Path description) throws Exception {
    Ended init =
        bundles.client(
            Map.of(), "clouds", "init", description.toString(), "--to", made("").toString());
    assertThat(init.status()).as(init.out()).isZero();

    List<Checklist> operators = new ArrayList<>();
    for (int party = 0; party < HOSTS.size(); party++) {
      hbases.add(new StockHBase(folder.resolve("hbase-" + party), HOSTS.get(party)));
      configure(party);
      operators.add(
          new Checklist(bundles, made("cloud-" + party))
              .given(Bundles.tar("server"))
              .with("HBASE_HOME", hbase(party).home().toString())
              .without("# hbase-site.xml", "nft ", "chown ", "registered party", "the mesh of"));
    }
    Checklist applications =
        new Checklist(bundles, made("client"))
            .given(Bundles.tar("client"))
            .without("bin/dartagnan doctor");
    for (Checklist operator : operators) {
      operator.runUntil(CERTIFICATES_OF_OTHERS);
    }
    applications.runUntil(CERTIFICATES_OF_OTHERS);
    if (redis != null) {
      new Checklist(bundles, made("redis"))
          .with("-o redis ", "")
          .with("bin/dartagnan-keys", bundles.server().resolve("bin/dartagnan-keys").toString())
          .without("nft ", "chown ", "REDISCLI_AUTH=")
          .runTheRest();
    }
    exchangeCertificates(operators, applications);
    for (Checklist operator : operators) {
      operator.runTheRest();
    }
    applications.runTheRest();
  }

  private void exchangeCertificates(List<Checklist> operators, Checklist applications)
      throws IOException {
    for (Checklist operator : operators) {
      for (int party = 0; party < HOSTS.size(); party++) {
        operator.given(files(party).resolve("mesh/party-" + party + ".pem"));
      }
      operator.given(clientFiles().resolve("rpc/client.pem"));
      if (redis != null) {
        operator.given(redis.folder().resolve("tls/redis.pem"));
      }
    }
    for (int party = 0; party < HOSTS.size(); party++) {
      applications.given(files(party).resolve("rpc/cloud-" + party + ".pem"));
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

  void down() throws Exception {
    for (StockHBase hbase : hbases) {
      hbase.kill();
    }
    if (redis != null) {
      redis.stop();
    }
  }
}
