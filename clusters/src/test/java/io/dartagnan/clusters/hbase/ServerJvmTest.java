package io.dartagnan.clusters.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerJvmTest {
  private static final Path FOLDER = Path.of("cloud");

  @Test
  void optionsOfTheEnvironmentCountAboveTheOthers() {
    List<String> options = ServerJvm.options(FOLDER, FOLDER.resolve("log"), " -Xmx3g  -verbose:gc");
    assertThat(options).endsWith("-Xmx3g", "-verbose:gc");
    assertThat(options.indexOf("-Xmx1g")).isBetween(0, options.indexOf("-Xmx3g") - 1);
    assertThat(ServerJvm.options(FOLDER, FOLDER.resolve("log"), "")).doesNotContain("");
  }
}
