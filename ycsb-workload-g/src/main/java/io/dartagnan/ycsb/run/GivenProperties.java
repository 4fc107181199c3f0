package io.dartagnan.ycsb.run;

import io.dartagnan.ycsb.hbase.ClusterSettings;
import io.dartagnan.ycsb.hbase.Target;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * Properties of a call of {@code ycsb}: of its files, one after another, then of its options, then,
 * for what neither says, of the environment.
 */
public final class GivenProperties {
  private static final String SAFE = "DARTAGNAN_CONF";
  private static final String BASELINE = "DARTAGNAN_BASELINE_CONF";
  private static final List<String> CLOUDS =
      List.of("DARTAGNAN_CLOUD_0_CONF", "DARTAGNAN_CLOUD_1_CONF", "DARTAGNAN_CLOUD_2_CONF");

  private final Path home;
  private final Map<String, String> environment;

  /**
   * @param home the module's folder, below which a properties file is looked for as well
   * @param environment what {@code clusters/local env} prints, among others
   */
  public GivenProperties(Path home, Map<String, String> environment) {
    this.home = home;
    this.environment = environment;
  }

  /**
   * The properties together.
   *
   * @param options that override the files'
   * @throws IllegalArgumentException if a file cannot be read, or the clusters are not known
   */
  public Properties of(List<String> files, Map<String, String> options) {
    Properties properties = new Properties();
    for (String file : files) {
      try (Reader reader = Files.newBufferedReader(found(file), StandardCharsets.UTF_8)) {
        properties.load(reader);
      } catch (IOException e) {
        throw new IllegalArgumentException(
            "the properties file %s cannot be read: %s".formatted(file, e), e);
      }
    }
    properties.putAll(options);
    String target = properties.getProperty(ClusterSettings.SYSTEM, Target.SAFE.id()).strip();
    if (!properties.containsKey(ClusterSettings.CONF)) {
      String folders = folders(Target.of(target));
      if (folders != null) {
        properties.setProperty(ClusterSettings.CONF, folders);
      }
    }
    return properties;
  }

  private Path found(String file) {
    Path given = Path.of(file);
    for (Path each : List.of(given, home.resolve(given))) {
      if (Files.isReadable(each) && !Files.isDirectory(each)) {
        return each;
      }
    }
    throw new IllegalArgumentException(
        "there is no properties file %s that can be read, also not in %s".formatted(file, home));
  }

  private String folders(Target target) {
    List<String> wanted =
        switch (target) {
          case SAFE -> List.of(SAFE);
          case PLAIN, SAFE1 -> List.of(BASELINE);
          case PLAIN3 -> CLOUDS;
        };
    List<String> folders = new ArrayList<>();
    for (String variable : wanted) {
      String folder = environment.get(variable);
      if (folder == null || folder.isEmpty()) {
        throw new IllegalArgumentException(
            "nothing says where the clusters are: bring them up with clusters/local up%s, or set hbase.conf or %s"
                .formatted(variable.equals(BASELINE) ? " --baseline" : "", variable));
      }
      folders.add(folder);
    }
    return String.join(",", folders);
  }
}
