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

/**
 * The cloud jar, relocated as it is, brings its own OpenSSL into the RegionServers, and HBase's own
 * TLS has another.
 */
@EndToEnd
class NativeTlsIT {
  /** As HBase names its library, which it uses where it has it unless told not to. */
  private static final String OF_HBASE = "org_apache_hbase_thirdparty_netty_tcnative";

  private final LocalClusters clusters;

  NativeTlsIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aCloudsMeshAndItsHBaseUseNativeOpenSsl(int party) throws IOException {
    assumeThat(System.getProperty("os.name"))
        .as("the jar has libraries for Linux")
        .contains("Linux");
    assertThat(linesOf(party))
        .filteredOn(line -> line.contains("the mesh of party " + party + " uses"))
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line).contains("native OpenSSL (BoringSSL"));
    assertThat(librariesOf("cloud-" + party)).contains(OF_HBASE);
  }

  /** Everything that is in the memory of a cluster's process. */
  private String librariesOf(String role) throws IOException {
    String pid = Files.readString(clusters.folder("run").resolve(role + ".pid")).strip();
    return Files.readString(Path.of("/proc", pid, "maps"));
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
