package io.dartagnan.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.cli.doctor.Check.Finding;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores of the client's own TLS, made with the JDK's keytool. */
class ClientTlsCheckTest {
  private static final String PASSWORD = "only-for-tests";

  @TempDir private Path folder;
  private final Configuration configuration = SampleFacts.configuration();
  private Path store;

  @BeforeEach
  void configure() throws Exception {
    store = folder.resolve("trust.p12");
    keytool(
        "-genkeypair", "-alias", "cloud-1", "-keyalg", "EC", "-dname", "CN=x", "-validity", "90");
    configuration.set("dartagnan.party.1.hbase.client.netty.tls.enabled", "true");
    configuration.set("dartagnan.party.1.hbase.rpc.tls.truststore.location", store.toString());
    configuration.set("dartagnan.party.1.hbase.rpc.tls.truststore.password", PASSWORD);
  }

  private void keytool(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    command.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD));
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }

  private List<String> found(Instant at) {
    Facts facts = new Facts(configuration, "2.6.4", at, Map.of(), List.of(), List.of(), List.of());
    return SampleFacts.check("client-tls").findings(facts).stream().map(Finding::text).toList();
  }

  @Test
  void aStoreThatIsReadableAndValid() {
    assertThat(found(Instant.now())).isEmpty();
  }

  @Test
  void aCertificateInItThatEndsSoon() {
    assertThat(found(Instant.now().plusSeconds(61L * 24 * 3600)))
        .singleElement()
        .asString()
        .startsWith("cloud 1, the way to it: the certificate cloud-1 in " + store + " ends on ");
  }

  @Test
  void aWrongPasswordAndAMissingFile() {
    configuration.set("dartagnan.party.1.hbase.rpc.tls.truststore.password", "wrong-password");
    assertThat(found(Instant.now()))
        .singleElement()
        .asString()
        .contains("cannot be used", "password");

    configuration.set(
        "dartagnan.party.1.hbase.rpc.tls.truststore.location", folder.resolve("no").toString());
    assertThat(found(Instant.now())).singleElement().asString().contains("NoSuchFileException");
  }

  @Test
  void storesOfACloudWithoutTlsAreNotLookedAt() {
    configuration.set("dartagnan.party.1.hbase.client.netty.tls.enabled", "false");
    configuration.set("dartagnan.party.1.hbase.rpc.tls.truststore.password", "wrong-password");
    assertThat(found(Instant.now())).isEmpty();
  }
}
