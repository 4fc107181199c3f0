package io.dartagnan.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dartagnan.mesh.tls.PartyCertificates;
import io.dartagnan.mesh.tls.TlsIdentity;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The two bundles, unpacked and used as their readers would. */
class BundlesIT {
  private static final Path TARGET = Path.of("target").toAbsolutePath();
  private static final long PATIENCE_S = 120;

  @TempDir static Path unpacked;
  @TempDir Path folder;

  private record Ended(int status, String out) {}

  @BeforeAll
  static void unpack() throws Exception {
    for (String bundle : List.of("server", "client")) {
      Path tar = only(TARGET, "dartagnan-*-" + bundle + ".tar.gz");
      assertThat(run(unpacked, "tar", "xzf", tar.toString())).isEqualTo(new Ended(0, ""));
    }
  }

  @Test
  void theCommandLineRunsFromItsBundleAlone() throws Exception {
    Ended help = run(folder, client("bin/dartagnan"), "--help");
    assertThat(help.status()).as(help.out()).isZero();
    assertThat(help.out()).startsWith("Usage: dartagnan");

    Path link = Files.createSymbolicLink(folder.resolve("d"), Path.of(client("bin/dartagnan")));
    assertThat(run(folder, link.toString(), "--help")).isEqualTo(help);
  }

  @Test
  void theCommandLineSaysThatItsConfigurationIsMissing() throws Exception {
    Ended tables = run(folder, client("bin/dartagnan"), "tables");
    assertThat(tables.status()).isEqualTo(1);
    assertThat(tables.out())
        .isEqualTo(
            "dartagnan: the configuration does not say where cloud 0 is; set dartagnan.party.0.hbase.zookeeper.quorum, or name the folder of a client's configuration with --conf\n");
  }

  @Test
  void eachOperatorMakesAKeyThatTheMeshTakes() throws Exception {
    for (int party = 0; party < 3; party++) {
      Ended made = server("make-key", Integer.toString(party), at(party).toString());
      assertThat(made.status()).as(made.out()).isZero();
      assertThat(made.out()).contains("party-" + party + ".pem", "SHA-256 ");
      for (Path file : List.of(at(party), at(party).resolve("keystore.p12"))) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
            .as("permissions of %s", file)
            .endsWith("------");
      }
    }
    for (int party = 0; party < 3; party++) {
      Ended trusted = server("trust", at(party).toString(), pem(0), pem(1), pem(2));
      assertThat(trusted.status()).as(trusted.out()).isZero();
      char[] password = Files.readString(at(party).resolve("password")).trim().toCharArray();
      TlsIdentity identity =
          new TlsIdentity(
              at(party).resolve("keystore.p12"),
              password,
              at(party).resolve("truststore.p12"),
              password);
      PartyCertificates.load(Party.of(party), identity).close();
    }
  }

  @Test
  void aKeyIsNeverReplacedAndATruststoreNeverHalf() throws Exception {
    server("make-key", "1", at(1).toString());
    byte[] key = Files.readAllBytes(at(1).resolve("keystore.p12"));

    Ended again = server("make-key", "1", at(1).toString());
    assertThat(again.status()).isEqualTo(1);
    assertThat(again.out()).contains("is there already; a key is not replaced");
    assertThat(Files.readAllBytes(at(1).resolve("keystore.p12"))).isEqualTo(key);

    Ended half = server("trust", at(1).toString(), pem(1));
    assertThat(half.status()).isEqualTo(2);
    assertThat(half.out()).contains("the certificate of party-0 is missing");
    Files.writeString(Path.of(pem(0)), "no certificate");
    Files.writeString(Path.of(pem(2)), "no certificate");
    Ended broken = server("trust", at(1).toString(), pem(0), pem(1), pem(2));
    assertThat(broken.status()).isEqualTo(1);
    assertThat(broken.out()).contains("keytool failed");
    assertThat(at(1).resolve("truststore.p12")).doesNotExist();
  }

  @Test
  void theJarGoesIntoAnHBaseAndTakesThePlaceOfAnEarlierOne() throws Exception {
    Path lib = Files.createDirectories(folder.resolve("hbase/lib"));
    Ended strange = server("install", folder.resolve("hbase").toString());
    assertThat(strange.status()).isEqualTo(1);
    assertThat(strange.out()).contains("has no hbase-server-2.6.*.jar");

    Files.createFile(lib.resolve("hbase-server-2.6.4-hadoop3.jar"));
    Files.createFile(lib.resolve("safe-server-coprocessor-0.0.9-cloud.jar"));
    Ended installed = server("install", folder.resolve("hbase").toString());

    assertThat(installed.status()).as(installed.out()).isZero();
    try (Stream<Path> jars = Files.list(lib)) {
      assertThat(jars.filter(jar -> jar.toString().contains("cloud")))
          .singleElement()
          .satisfies(jar -> assertThat(jar).hasSameBinaryContentAs(serverJar()));
    }
  }

  @Test
  void theServersBundleHoldsNothingElse() throws IOException {
    Path home = only(unpacked, "dartagnan-server-*");
    try (Stream<Path> files = Files.walk(home)) {
      assertThat(
              files
                  .filter(Files::isRegularFile)
                  .map(file -> home.relativize(file).toString())
                  .map(name -> name.replaceFirst("coprocessor-.*-cloud", "coprocessor-cloud")))
          .containsExactlyInAnyOrder(
              "CHANGELOG.md",
              "LICENSE",
              "NOTICE",
              "SECURITY.md",
              "bin/dartagnan-server",
              "conf/hbase-site.xml.template",
              "docs/errors.md",
              "docs/operations.md",
              "lib/safe-server-coprocessor-cloud.jar",
              "sbom.cdx.json");
    }
  }

  @Test
  void everyJarOfTheClientIsInItsListOfMaterials() throws IOException {
    Set<String> listed = new TreeSet<>();
    JsonNode sbom = new ObjectMapper().readTree(Path.of(client("sbom.cdx.json")).toFile());
    List<JsonNode> components = new ArrayList<>();
    sbom.get("components").forEach(components::add);
    components.add(sbom.get("metadata").get("component"));
    for (JsonNode component : components) {
      listed.add(component.get("name").asText() + "-" + component.get("version").asText());
    }
    Set<String> missing = new TreeSet<>();
    try (Stream<Path> found = Files.list(Path.of(client("lib")))) {
      List<Path> jars = found.toList();
      assertThat(jars).anyMatch(jar -> jar.toString().contains("hbase-client-"));
      jars.stream()
          .map(jar -> jar.getFileName().toString().replaceFirst("\\.jar$", ""))
          .filter(jar -> listed.stream().noneMatch(jar::startsWith))
          .forEach(missing::add);
    }
    assertThat(missing).isEmpty();
  }

  private Path at(int party) {
    return folder.resolve("party-" + party);
  }

  private String pem(int party) throws IOException {
    return Files.createDirectories(at(party)).resolve("party-" + party + ".pem").toString();
  }

  private static String client(String file) throws IOException {
    return only(unpacked, "dartagnan-client-*").resolve(file).toString();
  }

  private static Path serverJar() throws IOException {
    return only(only(unpacked, "dartagnan-server-*").resolve("lib"), "*.jar");
  }

  private Ended server(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(only(unpacked, "dartagnan-server-*").resolve("bin/dartagnan-server").toString());
    command.addAll(List.of(arguments));
    return run(folder, command.toArray(String[]::new));
  }

  private static Path only(Path in, String glob) throws IOException {
    try (var found = Files.newDirectoryStream(in, glob)) {
      List<Path> all = new ArrayList<>();
      found.forEach(all::add);
      assertThat(all).as("%s in %s", glob, in).hasSize(1);
      return all.get(0);
    }
  }

  private static Ended run(Path in, String... command) throws Exception {
    Path said = Files.createTempFile(unpacked, "said", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(in.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("DARTAGNAN_"));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.start();
    process.getOutputStream().close();
    try {
      boolean ended = process.waitFor(PATIENCE_S, TimeUnit.SECONDS);
      assertThat(ended).as("it ended: %s", Files.readString(said)).isTrue();
      return new Ended(process.exitValue(), Files.readString(said));
    } finally {
      process.destroyForcibly();
    }
  }
}
