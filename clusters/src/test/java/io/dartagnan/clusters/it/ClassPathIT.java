package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * A program that uses the drop-in has hbase-client and this project's own jars on its class path.
 */
@EndToEnd
class ClassPathIT {
  private static final List<String> OWN = List.of("mpc-library", "safe-client", "table-model");
  private static final Pattern VERSION = Pattern.compile("(.+?)-[0-9][0-9A-Za-z.-]*\\.jar");

  private final LocalClusters clusters;

  ClassPathIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @Test
  void nothingButHBasesClientAndThisProjectReachesAnApplication() throws IOException {
    List<String> artifacts =
        Arrays.stream(clusters.variable("DARTAGNAN_CLASSPATH").split(":"))
            .map(ClassPathIT::artifact)
            .distinct()
            .sorted()
            .toList();

    assertThat(artifacts).containsAll(OWN).contains("hbase-client");
    assertThat(artifacts)
        .filteredOn(artifact -> !OWN.contains(artifact))
        .isSubsetOf(ofHBaseClient());
  }

  private static String artifact(String path) {
    String file = path.substring(path.lastIndexOf('/') + 1);
    Matcher named = VERSION.matcher(file);
    return named.matches() ? named.group(1) : file;
  }

  private static List<String> ofHBaseClient() throws IOException {
    try (InputStream list = ClassPathIT.class.getResourceAsStream("/hbase-client.artifacts")) {
      return new String(list.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .toList();
    }
  }
}
