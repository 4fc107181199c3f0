package io.dartagnan.ycsb.hbase;

import io.dartagnan.client.SafeAsyncConnection;
import io.dartagnan.client.SafeConnection;
import io.dartagnan.client.SafeRegistry;
import io.dartagnan.client.configuration.ClientKeys;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;

/**
 * Settings of the clusters of a run, from YCSB's properties: where they are.
 *
 * @param target what is run on
 * @param folders of the HBase configurations, one per connection; none to take {@code
 *     hbase-site.xml} from the class path, as HBase programs do
 * @param overrides settings for every connection, by their names in HBase's configuration
 * @param readsAll whether a read of {@link Target#PLAIN3} asks all three clusters
 */
public record ClusterSettings(
    Target target, List<Path> folders, Map<String, String> overrides, boolean readsAll) {

  /** Name of the system: {@code plain}, {@code plain3}, {@code safe} or {@code safe1}. */
  public static final String SYSTEM = "system";

  /** Folders with an {@code hbase-site.xml}, with commas between them: three for {@code plain3}. */
  public static final String CONF = "hbase.conf";

  /** Whether reads of {@code plain3} ask {@code all} clusters, the default, or {@code one}. */
  public static final String READS = "plain3.reads";

  /** The Safe Client's setting of the file with the key of tables that are sealed. */
  public static final String KEY_FILE = ClientKeys.KEY_FILE;

  private static final String SITE = "hbase-site.xml";
  private static final String ONLY_CLOUD = "dartagnan.party.0.";
  private static final List<String> PASSED_ON = List.of("hbase.", "dartagnan.", "zookeeper.");

  public ClusterSettings {
    folders = List.copyOf(folders);
    overrides = Map.copyOf(overrides);
  }

  /** Whether a property is a setting of HBase or of the Safe Client, which is passed on to it. */
  public static boolean isPassedOn(String property) {
    return !property.equals(CONF) && PASSED_ON.stream().anyMatch(property::startsWith);
  }

  /**
   * The settings that properties name.
   *
   * @throws IllegalArgumentException naming everything that is wrong
   */
  public static ClusterSettings of(Properties properties) {
    List<String> reasons = new ArrayList<>();
    Target target = target(properties, reasons);
    String reads = properties.getProperty(READS, "all").strip();
    if (!List.of("all", "one").contains(reads)) {
      reasons.add("%s is '%s'; it is all or one".formatted(READS, reads));
    }
    List<Path> folders =
        Arrays.stream(properties.getProperty(CONF, "").split(","))
            .map(String::strip)
            .filter(folder -> !folder.isEmpty())
            .map(Path::of)
            .toList();
    for (Path folder : folders) {
      if (!folder.resolve(SITE).toFile().canRead()) {
        reasons.add(
            "%s names %s, and there is no %s that can be read".formatted(CONF, folder, SITE));
      }
    }
    int wanted = target.connections();
    boolean mayBeUnnamed = wanted == 1 && target != Target.SAFE1;
    if (folders.size() != wanted && !(folders.isEmpty() && mayBeUnnamed)) {
      reasons.add(
          "%s=%s needs %d folder%s in %s, and %d %s given"
              .formatted(
                  SYSTEM,
                  target.id(),
                  wanted,
                  wanted == 1 ? "" : "s, with commas between them,",
                  CONF,
                  folders.size(),
                  folders.size() == 1 ? "is" : "are"));
    }
    if (!reasons.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", reasons));
    }
    return new ClusterSettings(target, folders, passedOn(properties), reads.equals("all"));
  }

  private static Target target(Properties properties, List<String> reasons) {
    try {
      return Target.of(properties.getProperty(SYSTEM, Target.SAFE.id()).strip());
    } catch (IllegalArgumentException e) {
      reasons.add(e.getMessage());
      return Target.SAFE;
    }
  }

  private static Map<String, String> passedOn(Properties properties) {
    Map<String, String> settings = new TreeMap<>();
    for (String name : properties.stringPropertyNames()) {
      if (isPassedOn(name)) {
        settings.put(name, properties.getProperty(name));
      }
    }
    return settings;
  }

  /** The configuration of each connection. */
  public List<Configuration> configurations() {
    List<Configuration> configurations = new ArrayList<>();
    if (folders.isEmpty()) {
      configurations.add(HBaseConfiguration.create());
    }
    for (Path folder : folders) {
      // Not HBaseConfiguration.create(): it would mix in a site that is on the class path.
      Configuration configuration = new Configuration();
      configuration.addResource("hbase-default.xml");
      configuration.addResource(
          new org.apache.hadoop.fs.Path(folder.toAbsolutePath().resolve(SITE).toUri()));
      configurations.add(
          target == Target.SAFE1 ? ofSafeClient(folder, configuration) : configuration);
    }
    configurations.forEach(configuration -> overrides.forEach(configuration::set));
    return configurations;
  }

  /** The Safe Client's configuration, with a plain HBase of this folder as the only cloud. */
  private static Configuration ofSafeClient(Path folder, Configuration plain) {
    Configuration safe = new Configuration(plain);
    Configuration site = new Configuration(false);
    site.addResource(new org.apache.hadoop.fs.Path(folder.toAbsolutePath().resolve(SITE).toUri()));
    site.forEach(each -> safe.set(ONLY_CLOUD + each.getKey(), each.getValue()));
    safe.set(ClientKeys.CLOUDS, "1");
    safe.set(ClientKeys.CONNECTION_IMPL, SafeConnection.class.getName());
    safe.set(ClientKeys.REGISTRY_IMPL, SafeRegistry.class.getName());
    safe.set(ClientKeys.ASYNC_CONNECTION_IMPL, SafeAsyncConnection.class.getName());
    // As the plain HBase is asked: both are measured in one way.
    safe.set(ClientKeys.UNENCRYPTED, "allow");
    return safe;
  }

  /** The folder of the only configuration, if it was named. */
  public Optional<Path> folder() {
    return folders.stream().findFirst();
  }
}
