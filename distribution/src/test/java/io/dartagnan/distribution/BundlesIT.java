package io.dartagnan.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dartagnan.distribution.Bundles.Ended;
import io.dartagnan.mesh.tls.PartyCertificates;
import io.dartagnan.mesh.tls.TlsIdentity;
import io.dartagnan.mpc.Party;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The two bundles, unpacked and used as their readers would. */
class BundlesIT {
  @TempDir static Path unpacked;
  private static Bundles bundles;
  @TempDir Path folder;

  @BeforeAll
  static void unpack() throws Exception {
    bundles = Bundles.unpack(unpacked);
  }

  @Test
  void theCommandLineRunsFromItsBundleAlone() throws Exception {
    Ended help = bundles.client(Map.of(), "--help");
    assertThat(help.status()).as(help.out()).isZero();
    assertThat(help.out()).startsWith("Usage: dartagnan");

    Path link =
        Files.createSymbolicLink(folder.resolve("d"), bundles.client().resolve("bin/dartagnan"));
    assertThat(bundles.run(folder, Map.of(), link.toString(), "--help")).isEqualTo(help);
  }

  @Test
  void theCommandLineSaysThatItsConfigurationIsMissing() throws Exception {
    Ended tables = bundles.client(Map.of(), "tables");
    assertThat(tables.status()).isEqualTo(1);
    assertThat(tables.out())
        .isEqualTo(
            "dartagnan: the configuration does not say where cloud 0 is; set dartagnan.party.0.hbase.zookeeper.quorum, or name the folder of a client's configuration with --conf\n");
  }

  @Test
  void eachOperatorMakesAKeyThatTheMeshTakes() throws Exception {
    for (int party = 0; party < 3; party++) {
      Ended made = keys("mesh", Integer.toString(party), at(party).toString());
      assertThat(made.status()).as(made.out()).isZero();
      assertThat(made.out()).contains("party-" + party + ".pem", "SHA-256 ");
      for (Path file : List.of(at(party), at(party).resolve("keystore.p12"))) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
            .as("permissions of %s", file)
            .endsWith("------");
      }
    }
    for (int party = 0; party < 3; party++) {
      Ended trusted = keys("trust-mesh", at(party).toString(), pem(0), pem(1), pem(2));
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
    keys("mesh", "1", at(1).toString());
    byte[] key = Files.readAllBytes(at(1).resolve("keystore.p12"));

    Ended again = keys("mesh", "1", at(1).toString());
    assertThat(again.status()).isEqualTo(1);
    assertThat(again.out()).contains("is there already; a key is not replaced");
    assertThat(Files.readAllBytes(at(1).resolve("keystore.p12"))).isEqualTo(key);

    Ended half = keys("trust-mesh", at(1).toString(), pem(1));
    assertThat(half.status()).isEqualTo(2);
    assertThat(half.out()).contains("the certificate of party-0 is missing");
    Files.writeString(Path.of(pem(0)), "no certificate");
    Files.writeString(Path.of(pem(2)), "no certificate");
    Ended broken = keys("trust-mesh", at(1).toString(), pem(0), pem(1), pem(2));
    assertThat(broken.status()).isEqualTo(1);
    assertThat(broken.out()).contains("keytool failed");
    assertThat(at(1).resolve("truststore.p12")).doesNotExist();
  }

  @Test
  void aLaterKeyIsTrustedBesideTheFormerAndThenInItsPlace() throws Exception {
    for (int party = 0; party < 3; party++) {
      keys("mesh", Integer.toString(party), at(party).toString());
    }
    keys("trust-mesh", at(0).toString(), pem(0), pem(1), pem(2));
    String store = at(0).resolve("truststore.p12").toString();
    Path next = at(1).resolve("next");
    keys("mesh", "1", next.toString());
    Path later = Files.move(next.resolve("party-1.pem"), next.resolve("party-1-2027.pem"));

    assertThat(keys("trust-also", store, later.toString()).status()).isZero();
    assertThat(names(store)).containsExactly("party-0", "party-1", "party-1-2027", "party-2");
    Ended twice = keys("trust-also", store, later.toString());
    assertThat(twice.status()).isEqualTo(1);
    assertThat(twice.out()).contains("has a certificate party-1-2027 already");

    assertThat(keys("distrust", store, "party-1").status()).isZero();
    assertThat(names(store)).containsExactly("party-0", "party-1-2027", "party-2");
    Ended unknown = keys("distrust", store, "party-1");
    assertThat(unknown.status()).isEqualTo(1);
    assertThat(unknown.out()).contains("has no certificate party-1; it has party-0 party-1-2027");
    Ended all = keys("distrust", store, "party-0", "party-1-2027", "party-2");
    assertThat(all.status()).isEqualTo(1);
    assertThat(all.out()).contains("would be empty");
    assertThat(names(store)).hasSize(3);
  }

  private List<String> names(String store) throws Exception {
    char[] password = Files.readString(at(0).resolve("password")).trim().toCharArray();
    return Collections.list(KeyStore.getInstance(new File(store), password).aliases()).stream()
        .sorted()
        .toList();
  }

  @Test
  void aKeyForHBasesTlsNamesTheHostsOfItsCloud() throws Exception {
    Ended made = keys("rpc", "cloud-0", at(0).toString(), "rs0.north.example", "10.0.0.1");
    assertThat(made.status()).as(made.out()).isZero();

    X509Certificate certificate;
    try (InputStream pem = Files.newInputStream(at(0).resolve("cloud-0.pem"))) {
      certificate =
          (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(pem);
    }
    assertThat(certificate.getSubjectAlternativeNames().stream().<Object>map(name -> name.get(1)))
        .containsExactly("rs0.north.example", "10.0.0.1");

    Path store = at(0).resolve("truststore.p12");
    Ended trusted = keys("trust-rpc", store.toString(), at(0).resolve("cloud-0.pem").toString());
    assertThat(trusted.status()).as(trusted.out()).isZero();
    KeyStore trusts =
        KeyStore.getInstance(
            store.toFile(), Files.readString(at(0).resolve("password")).trim().toCharArray());
    assertThat(trusts.getCertificate("cloud-0")).isEqualTo(certificate);
  }

  @Test
  void theJarGoesIntoAnHBaseAndTakesThePlaceOfAnEarlierOne() throws Exception {
    Path lib = Files.createDirectories(folder.resolve("hbase/lib"));
    Ended strange =
        bundles.server("dartagnan-server", "install", folder.resolve("hbase").toString());
    assertThat(strange.status()).isEqualTo(1);
    assertThat(strange.out()).contains("has no hbase-server-2.6.*.jar");

    Files.createFile(lib.resolve("hbase-server-2.6.4-hadoop3.jar"));
    Files.createFile(lib.resolve("safe-server-coprocessor-0.0.9-cloud.jar"));
    Ended installed =
        bundles.server("dartagnan-server", "install", folder.resolve("hbase").toString());

    assertThat(installed.status()).as(installed.out()).isZero();
    try (Stream<Path> jars = Files.list(lib)) {
      assertThat(jars.filter(jar -> jar.toString().contains("cloud")))
          .singleElement()
          .satisfies(jar -> assertThat(jar).hasSameBinaryContentAs(serverJar()));
    }
  }

  @Test
  void theServersBundleHoldsNothingElse() throws IOException {
    Path home = bundles.server();
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
              "bin/dartagnan-keys",
              "bin/dartagnan-server",
              "conf/hbase-site.xml.template",
              "docs/errors.md",
              "docs/operating.md",
              "docs/settings.md",
              "lib/safe-server-coprocessor-cloud.jar",
              "sbom.cdx.json");
    }
  }

  /** Each library that is inside asks for its licence, or its notices, to go with it. */
  @Test
  void theLicencesOfWhatIsInsideTheServersJarAreInIt() throws IOException {
    try (JarFile jar = new JarFile(serverJar().toFile())) {
      assertThat(text(jar, "META-INF/LICENSE"))
          .isEqualTo(Files.readString(bundles.server().resolve("LICENSE")));
      assertThat(text(jar, "META-INF/NOTICE"))
          .isEqualTo(Files.readString(bundles.server().resolve("NOTICE")));
      assertThat(text(jar, "META-INF/NOTICE.txt")).contains("Netty", "Commons Pool");
      assertThat(text(jar, "META-INF/license/LICENSE.boringssl.txt")).contains("BoringSSL");
      assertThat(text(jar, "META-INF/license/LICENSE.jedis.txt")).contains("Redis");
    }
  }

  private static String text(JarFile jar, String name) throws IOException {
    JarEntry entry = jar.getJarEntry(name);
    assertThat(entry).as(name).isNotNull();
    try (InputStream in = jar.getInputStream(entry)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void everyJarOfTheClientIsInItsListOfMaterials() throws IOException {
    Set<String> listed = new TreeSet<>();
    JsonNode sbom = new ObjectMapper().readTree(bundles.client().resolve("sbom.cdx.json").toFile());
    List<JsonNode> components = new ArrayList<>();
    sbom.get("components").forEach(components::add);
    components.add(sbom.get("metadata").get("component"));
    for (JsonNode component : components) {
      listed.add(component.get("name").asText() + "-" + component.get("version").asText());
    }
    Set<String> missing = new TreeSet<>();
    try (Stream<Path> found = Files.list(bundles.client().resolve("lib"))) {
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

  private static Ended keys(String... arguments) throws Exception {
    return bundles.server("dartagnan-keys", arguments);
  }

  private static Path serverJar() throws IOException {
    return Bundles.only(bundles.server().resolve("lib"), "*.jar");
  }
}
