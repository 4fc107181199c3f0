package io.dartagnan.ycsb.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The calls of {@code clusters/local}, which is a script here that writes down its calls. */
class LocalCloudsTest {
  @TempDir private Path checkout;
  private Path state;
  private Path calls;

  @BeforeEach
  void writeScript() throws IOException {
    state = checkout.resolve("state");
    calls = checkout.resolve("calls");
    script("exit 0");
  }

  private void script(String atUp) throws IOException {
    Path script = checkout.resolve("clusters").resolve("local");
    Files.createDirectories(script.getParent());
    Files.writeString(
        script,
        """
        #!/bin/sh
        echo "$DARTAGNAN_BUILD $@" >>"%s"
        case "$1" in
          up) %s ;;
          env) echo "export DARTAGNAN_STATE='$DARTAGNAN_STATE'"; echo "export OTHER='it'\\''s'" ;;
        esac
        """
            .formatted(calls, atUp));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void cloudsAreBroughtUpWithTheirDelayAndTakenDown() throws Exception {
    try (LocalClouds clouds = new LocalClouds(checkout, state, true)) {
      clouds.up(12);
      assertThat(clouds.environment())
          .containsEntry("DARTAGNAN_STATE", state.toString())
          .containsEntry("OTHER", "it's");
    }

    assertThat(calls)
        .hasContent(
            """
            never up --baseline --set dartagnan.mesh.delay.ms=12
            never env
            never down --wipe
            """);
    assertThat(state).doesNotExist();
  }

  @Test
  void cloudsAreBroughtUpWithoutTlsWhereThatIsAskedFor() throws Exception {
    try (LocalClouds clouds = new LocalClouds(checkout, state, false)) {
      clouds.up(0);
    }

    assertThat(calls).hasContent("never up --baseline --unencrypted\nnever down --wipe");
  }

  @Test
  void whatAKilledSittingLeftIsTakenDownFirst() throws Exception {
    Files.createDirectories(state);
    try (LocalClouds clouds = new LocalClouds(checkout, state, true)) {
      clouds.up(0);
    }

    assertThat(calls).hasContent("never down --wipe\nnever up --baseline\nnever down --wipe");
  }

  @Test
  void cloudsThatDoNotComeUpAreTakenDown() throws Exception {
    script("exit 1");
    try (LocalClouds clouds = new LocalClouds(checkout, state, true)) {
      assertThatThrownBy(() -> clouds.up(0))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("did not come up");
    }

    assertThat(state).doesNotExist();
    assertThat(calls).content().endsWith("never down --wipe\n");
  }

  @Test
  void closingIsForGood() throws Exception {
    LocalClouds clouds = new LocalClouds(checkout, state, true);
    clouds.up(0);
    clouds.close();
    clouds.close();

    assertThat(calls).hasContent("never up --baseline\nnever down --wipe");
    assertThatThrownBy(() -> clouds.up(0)).hasMessageContaining("being taken down");
    assertThat(state).doesNotExist();
  }

  @Test
  void portsAreThoseOfMastersAndRegionServers() throws IOException {
    int port = 20_000;
    for (String cluster : java.util.List.of("cloud-0", "cloud-1", "cloud-2", "baseline")) {
      Path conf = Files.createDirectories(state.resolve(cluster).resolve("conf"));
      Files.writeString(
          conf.resolve("hbase-site.xml"),
          """
          <configuration>
            <property><name>hbase.master.port</name><value>%d</value></property>
            <property><name>hbase.regionserver.port</name><value>%d</value></property>
          </configuration>
          """
              .formatted(port++, port++));
    }

    assertThat(new LocalClouds(checkout, state, true).ports())
        .containsExactly(20_000, 20_001, 20_002, 20_003, 20_004, 20_005, 20_006, 20_007);
  }
}
