package io.dartagnan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CloudsInitTest {
  private static final String DESCRIPTION =
      """
      clouds:
        - masters: [m0.north.example]
          region-servers: [rs0.north.example, rs1.north.example:16021]
        - masters: [m0.south.example]
          region-servers: [rs0.south.example]
          zookeeper: [zk0.south.example, zk1.south.example]
          zookeeper-port: 2182
          mesh-port: 18601
        - masters: [10.2.0.1]
          region-servers: [10.2.0.1]
          files: /opt/keys
      redis: rediss://redis.example:6380
      client:
        hosts: [app0.example]
      """;

  @TempDir private Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void eachReaderGetsAFolderThatNobodyElseCanRead() throws IOException {
    assertThat(init(DESCRIPTION)).as(err()).isZero();

    try (Stream<Path> all = Files.walk(made())) {
      List<Path> files = all.filter(each -> !each.equals(made())).toList();
      assertThat(files).allSatisfy(CloudsInitTest::requireOwnerOnly);
      assertThat(
              files.stream()
                  .filter(Files::isRegularFile)
                  .map(file -> made().relativize(file).toString()))
          .containsExactlyInAnyOrder(
              "cloud-0/CHECKLIST.md",
              "cloud-0/firewall.nft",
              "cloud-0/hbase-site.xml",
              "cloud-0/mesh/password",
              "cloud-0/redis/password",
              "cloud-0/rpc/password",
              "cloud-1/CHECKLIST.md",
              "cloud-1/firewall.nft",
              "cloud-1/hbase-site.xml",
              "cloud-1/mesh/password",
              "cloud-1/redis/password",
              "cloud-1/rpc/password",
              "cloud-2/CHECKLIST.md",
              "cloud-2/firewall.nft",
              "cloud-2/hbase-site.xml",
              "cloud-2/mesh/password",
              "cloud-2/redis/password",
              "cloud-2/rpc/password",
              "client/CHECKLIST.md",
              "client/hbase-site.xml",
              "client/rpc/password",
              "redis/CHECKLIST.md",
              "redis/administrator-password",
              "redis/dartagnan.conf",
              "redis/firewall.nft",
              "redis/users.acl");
    }
  }

  private static void requireOwnerOnly(Path file) throws IOException {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .as("permissions of %s", file)
        .endsWith("------");
  }

  @Test
  void aPasswordIsInOneFolderAloneAndNotInWhatIsPrinted() throws IOException {
    assertThat(init(DESCRIPTION)).as(err()).isZero();

    Map<String, String> folderOf = new TreeMap<>();
    for (String of : List.of("cloud-0", "cloud-1", "cloud-2", "client", "redis")) {
      Configuration site = new Configuration(false);
      if (!of.equals("redis")) {
        site.addResource(
            new org.apache.hadoop.fs.Path(made().resolve(of + "/hbase-site.xml").toUri()));
      }
      site.forEach(
          entry -> {
            if (entry.getKey().endsWith("password")) {
              assertThat(folderOf.merge(entry.getValue(), of, (one, two) -> one)).isEqualTo(of);
            }
          });
    }
    // For the mesh, HBase's TLS, Redis and the truststore for that at each cloud, one at the
    // client.
    assertThat(folderOf).hasSize(13);
    for (Map.Entry<String, String> password : folderOf.entrySet()) {
      assertThat(password.getKey()).hasSize(32);
      assertThat(out() + err()).doesNotContain(password.getKey());
      try (Stream<Path> all = Files.walk(made())) {
        assertThat(
                all.filter(Files::isRegularFile)
                    .filter(file -> read(file).contains(password.getKey())))
            .allMatch(file -> file.startsWith(made().resolve(password.getValue())));
      }
    }
  }

  @Test
  void redisKnowsEachCloudByTheHashOfItsPassword() throws Exception {
    assertThat(init(DESCRIPTION)).as(err()).isZero();

    String users = read(made().resolve("redis/users.acl"));
    for (int party = 0; party < 3; party++) {
      Configuration site = site("cloud-" + party);
      assertThat(site.get("dartagnan.discovery.redis.username")).isEqualTo("dartagnan-" + party);
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(
                  site.get("dartagnan.discovery.redis.password").getBytes(StandardCharsets.UTF_8));
      assertThat(users)
          .contains("user dartagnan-%d on #%s ".formatted(party, HexFormat.of().formatHex(digest)));
    }
    assertThat(users).contains("user default off\n");
  }

  @Test
  void redisSpeaksTlsAloneAndEachCloudKnowsItsCertificate() throws IOException {
    assertThat(init(DESCRIPTION + "redis-files: /opt/redis\n")).as(err()).isZero();

    assertThat(read(made().resolve("redis/dartagnan.conf")).lines())
        .contains(
            "port 0",
            "tls-port 6380",
            "tls-cert-file /opt/redis/tls/redis.pem",
            "tls-key-file /opt/redis/tls/redis.key",
            "tls-auth-clients no",
            "aclfile /opt/redis/users.acl");
    assertThat(read(made().resolve("redis/CHECKLIST.md")))
        .contains("bin/dartagnan-keys redis /opt/redis/tls redis.example\n");
    assertThat(read(made().resolve("redis/firewall.nft")))
        .contains(
            "table inet dartagnan_redis {",
            "ip saddr rs1.north.example tcp dport { 6380 } accept",
            "tcp dport { 6380 } drop")
        .doesNotContain("app0.example");
    assertThat(read(made().resolve("cloud-2/CHECKLIST.md")))
        .contains("bin/dartagnan-keys trust-redis /opt/keys/redis redis.pem");
    Configuration site = site("cloud-2");
    assertThat(site.get("dartagnan.discovery.redis.tls.truststore.location"))
        .isEqualTo("/opt/keys/redis/truststore.p12");
    assertThat(site.get("dartagnan.discovery.redis.tls.truststore.password"))
        .isEqualTo(read(made().resolve("cloud-2/redis/password")).strip());
  }

  @Test
  void aRedisWithoutTlsHasNoCertificate() throws IOException {
    assertThat(init(DESCRIPTION.replace("rediss:", "redis:") + "encrypted: false\n"))
        .as(err())
        .isZero();

    assertThat(read(made().resolve("redis/dartagnan.conf")).lines())
        .contains("port 6380")
        .noneMatch(line -> line.startsWith("tls"));
    assertThat(read(made().resolve("redis/CHECKLIST.md"))).doesNotContain("dartagnan-keys");
    assertThat(made().resolve("cloud-0/redis")).doesNotExist();
    assertThat(site("cloud-0").get("dartagnan.discovery.redis.tls.truststore.location")).isNull();
  }

  @Test
  void settingsAreThoseOfTheDescription() throws IOException {
    assertThat(init(DESCRIPTION)).as(err()).isZero();

    Configuration cloud = site("cloud-1");
    assertThat(cloud.get("dartagnan.party")).isEqualTo("1");
    assertThat(cloud.get("dartagnan.mesh.port")).isEqualTo("18601");
    assertThat(cloud.get("hbase.zookeeper.quorum"))
        .isEqualTo("zk0.south.example,zk1.south.example");
    assertThat(cloud.get("dartagnan.discovery.redis.uri")).isEqualTo("rediss://redis.example:6380");
    assertThat(cloud.get("hbase.server.netty.tls.supportplaintext")).isEqualTo("false");
    Configuration client = site("client");
    assertThat(client.get("dartagnan.party.0.hbase.zookeeper.quorum"))
        .isEqualTo("m0.north.example");
    assertThat(client.get("dartagnan.party.1.hbase.zookeeper.property.clientPort"))
        .isEqualTo("2182");
    assertThat(client.get("dartagnan.party.2.hbase.rpc.tls.truststore.location"))
        .isEqualTo("/etc/dartagnan/rpc/cloud-2.p12");
    assertThat(site("cloud-2").get("dartagnan.mesh.tls.keystore.location"))
        .isEqualTo("/opt/keys/mesh/keystore.p12");
    assertThat(read(made().resolve("cloud-1/firewall.nft")))
        .contains(
            "ip saddr rs1.north.example tcp dport { 18601 } accept",
            "ip saddr 10.2.0.1 tcp dport { 18601 } accept",
            "ip saddr app0.example tcp dport { 16000, 2182, 16020 } accept")
        .doesNotContain("ip saddr app0.example tcp dport { 18601 }");
    assertThat(read(made().resolve("cloud-0/CHECKLIST.md")))
        .contains(
            "bin/dartagnan-keys rpc cloud-0 /etc/dartagnan/rpc m0.north.example rs0.north.example rs1.north.example");
  }

  @Test
  void withoutRedisServersAreInAListAndWithoutEncryptionThereIsNoTls() throws IOException {
    assertThat(init(DESCRIPTION.replace("redis: rediss://redis.example:6380", "encrypted: false")))
        .as(err())
        .isZero();

    assertThat(made().resolve("redis")).doesNotExist();
    Configuration cloud = site("cloud-2");
    assertThat(cloud.get("dartagnan.discovery.servers"))
        .isEqualTo(
            "0/rs0.north.example,16020=rs0.north.example:18600, 0/rs1.north.example,16021=rs1.north.example:18600, 1/rs0.south.example,16020=rs0.south.example:18601, 2/10.2.0.1,16020=10.2.0.1:18600");
    assertThat(cloud.get("dartagnan.discovery.redis.uri")).isNull();
    assertThat(cloud.get("hbase.server.netty.tls.enabled")).isNull();
    assertThat(read(made().resolve("client/CHECKLIST.md"))).contains("encrypted: whoever reads");
  }

  @Test
  void aMeshOnANetworkOfItsOwnIsListedAndLetIn() throws IOException {
    String mesh =
        DESCRIPTION
            .replace("redis: rediss://redis.example:6380\n", "")
            .replace(
                "rs1.north.example:16021]",
                "rs1.north.example:16021]\n    mesh-hosts: [10.9.0.1, 10.9.0.2]");
    assertThat(init(mesh)).as(err()).isZero();

    assertThat(site("cloud-1").get("dartagnan.discovery.servers"))
        .startsWith(
            "0/rs0.north.example,16020=10.9.0.1:18600, 0/rs1.north.example,16021=10.9.0.2:18600, 1/rs0.south.example,");
    assertThat(read(made().resolve("cloud-1/firewall.nft")))
        .contains("ip saddr 10.9.0.2 tcp dport { 18601 } accept")
        .doesNotContain("rs1.north.example");
    assertThat(read(made().resolve("cloud-0/CHECKLIST.md")))
        .contains("On rs1.north.example set dartagnan.mesh.advertised.host");

    assertThat(init(mesh.replace("10.9.0.1, ", ""))).isEqualTo(2);
    assertThat(err())
        .contains(
            "clouds[0].mesh-hosts names 1 hosts, and clouds[0].region-servers 2; one for each is needed, in their order");
  }

  @Test
  void allThatIsWrongIsSaidAtOnceAndNothingIsMade() throws IOException {
    String wrong =
        """
        clouds:
          - masters: [m0.north.example]
            region-servers: ["rs0 north"]
            mesh-port: 70000
          - masters: [m0.north.example]
            region-servers: []
            colour: red
          - masters: m2
            region-servers: [rs2:0]
            files: /etc/it's
        redis: redis://redis.example
        client: none
        """;
    assertThat(init(wrong)).isEqualTo(2);

    assertThat(err())
        .contains(
            "clouds[0].region-servers has 'rs0 north'; the name of a host, with or without :port, is needed",
            "clouds[0].mesh-port is '70000'; a port, 1 to 65535, is needed",
            "clouds[1].region-servers has to be a list of hosts, one at least",
            "clouds[1].colour is no key of a description; files, master-port, masters, mesh-hosts, mesh-port, region-servers, zookeeper, zookeeper-port are",
            "clouds[2].masters has to be a list of hosts, one at least",
            "clouds[2].region-servers has 'rs2:0'",
            "clouds[2].files is '/etc/it's'; an absolute folder",
            "redis is 'redis://redis.example', which is not encrypted; make it rediss, or say encrypted: false",
            "client is 'none'; keys with values are needed",
            "m0.north.example is a host of clouds 0 and 1; no machine may have the shares of two");
    assertThat(made()).doesNotExist();
  }

  @Test
  void whatIsNoDescriptionIsOneSentence() throws IOException {
    assertThat(init("clouds: [")).isEqualTo(2);
    assertThat(err()).contains("clouds.yaml is no YAML: ").hasLineCount(1);

    assertThat(init("")).isEqualTo(2);
    assertThat(err()).contains("clouds has to be a list of three clouds");
  }

  @Test
  void aFolderThatIsThereIsLeftAsItIs() throws IOException {
    assertThat(init(DESCRIPTION)).as(err()).isZero();
    String before = read(made().resolve("cloud-0/hbase-site.xml"));

    assertThat(init(DESCRIPTION)).isEqualTo(2);
    assertThat(err()).contains("is there already; name a folder that is not");
    assertThat(read(made().resolve("cloud-0/hbase-site.xml"))).isEqualTo(before);
  }

  private int init(String description) throws IOException {
    Path file = Files.writeString(folder.resolve("clouds.yaml"), description);
    return Dartagnan.run(
        new String[] {"clouds", "init", file.toString(), "--to", made().toString()}, out, err);
  }

  private Path made() {
    return folder.resolve("made");
  }

  private Configuration site(String of) {
    Configuration site = new Configuration(false);
    site.addResource(new org.apache.hadoop.fs.Path(made().resolve(of + "/hbase-site.xml").toUri()));
    return site;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
