package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.keys.KeyFile;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clouds of their own with {@code --unencrypted}: what whoever taps the lines then has, without
 * which {@link RpcTlsIT} could see nothing because nobody looks.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("thorough")
class UnencryptedIT {
  private static LocalClusters clusters;

  @TempDir private Path folder;

  @BeforeAll
  static void up() throws Exception {
    clusters =
        LocalClusters.up(
            System.getProperty("clusters.state", "it-state") + "-unencrypted", "--unencrypted");
  }

  @AfterAll
  static void down() {
    if (clusters != null) {
      clusters.close();
    }
  }

  @Test
  void whoeverTapsTheLinesHasAllThreeShares() throws Exception {
    SecretRow row = new SecretRow("tapped");
    try (TappedLines lines = TappedLines.of(clusters, folder)) {
      row.write(clusters, lines);

      for (int party = 0; party < 3; party++) {
        assertThat(lines.saw(party, row.share(clusters, party))).isTrue();
        assertThat(lines.saw(party, row.shared())).isFalse();
        assertThat(lines.saw(party, row.plain())).isTrue();
      }
    }
  }

  @Test
  void whoeverTapsTheLinesSeesNothingThatClientsEncrypt() throws Exception {
    Path keyFile = folder.resolve("key");
    KeyFile.create(keyFile);
    SecretRow row = new SecretRow("tapped-sealed", keyFile);
    try (TappedLines lines = TappedLines.of(clusters, folder)) {
      row.write(clusters, lines);

      for (int party = 0; party < 3; party++) {
        assertThat(lines.saw(party, row.shared())).isFalse();
        assertThat(lines.saw(party, row.key())).isFalse();
        assertThat(lines.saw(party, row.plain())).isTrue();
      }
    }
  }

  @Test
  void theChoiceIsSaidAndKept() throws Exception {
    assertThat(clusters.client().get(ClientKeys.UNENCRYPTED)).isEqualTo("allow");
    assertThat(clusters.require("status").output())
        .containsPattern("(?m)^cloud 1 .* up .* off +zookeeper")
        .doesNotContainPattern("(?m)^cloud .* on +zookeeper");

    Commands.Ended again = clusters.upAgain();
    assertThat(again.exit()).isZero();
    assertThat(again.errors()).containsOnlyOnce("HBase's own TLS is off");

    Commands.Ended encrypted = clusters.run("up");
    assertThat(encrypted.exit()).isEqualTo(1);
    assertThat(encrypted.errors()).contains("already up with other options", "--unencrypted");
  }
}
