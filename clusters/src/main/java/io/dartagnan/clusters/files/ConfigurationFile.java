package io.dartagnan.clusters.files;

import io.dartagnan.provisioning.Site;
import java.nio.file.Path;
import java.util.Map;

/** Hadoop configuration file, such as hbase-site.xml. */
public final class ConfigurationFile {
  private ConfigurationFile() {}

  /** Writes the file for its owner alone: it may hold passwords. */
  public static void write(Path file, Map<String, String> settings) {
    OwnerOnly.write(file, render(settings));
  }

  public static String render(Map<String, String> settings) {
    return new Site()
        .comment("Written by clusters/local; see clusters/README.md for how to change a setting")
        .setAll(settings)
        .xml();
  }
}
