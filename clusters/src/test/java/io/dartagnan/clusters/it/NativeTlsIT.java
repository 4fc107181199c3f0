package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The cloud jar, relocated as it is, brings its own OpenSSL into the RegionServers. */
@EndToEnd
class NativeTlsIT {
  private final LocalClusters clusters;

  NativeTlsIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aCloudsMeshUsesNativeOpenSsl(int party) throws IOException {
    assumeThat(System.getProperty("os.name"))
        .as("the jar has libraries for Linux")
        .contains("Linux");
    assertThat(linesOf(party))
        .filteredOn(line -> line.contains("the mesh of party " + party + " uses"))
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line).contains("native OpenSSL (BoringSSL"));
  }

  private List<String> linesOf(int party) throws IOException {
    Path logs = clusters.folder("cloud-" + party).resolve("logs");
    try (Stream<Path> files = Files.list(logs)) {
      return files
          .filter(Files::isRegularFile)
          .flatMap(
              file -> {
                try {
                  return Files.readAllLines(file, StandardCharsets.ISO_8859_1).stream();
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              })
          .toList();
    }
  }
}
