package io.dartagnan.clusters.deployment;

import io.dartagnan.clusters.files.OwnerOnly;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.process.StateFolder;
import io.dartagnan.clusters.terminal.CommandException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Deployment that {@code up} was asked for, and the ports chosen then.
 *
 * @param clouds 3 that compute together, or 1, which is a plain HBase
 * @param regionServers region servers per cluster, 1 to 16
 * @param baseline whether a plain fourth HBase runs too
 * @param encrypted whether HBase's own TLS is on between clusters and clients
 * @param settings the user's own settings
 * @param ports the port chosen for {@code <role id>/<key>}
 */
public record Deployment(
    int clouds,
    int regionServers,
    boolean baseline,
    boolean encrypted,
    Settings settings,
    Map<String, Integer> ports) {
  private static final String CLOUDS = "clouds";
  private static final String SETTING = "set.";
  private static final String PORT = "port.";
  private static final String ENCRYPTED = "encrypted";

  public Deployment {
    if (clouds != 1 && clouds != Role.CLOUDS.size()) {
      throw CommandException.usage("--clouds takes 1 or 3, not " + clouds);
    }
    if (regionServers < 1 || regionServers > 16) {
      throw CommandException.usage(
          "--region-servers takes 1 to 16 per cluster, not " + regionServers);
    }
    ports = Map.copyOf(ports);
  }

  /** Reads back what {@link #save} wrote; empty when nothing was ever brought up there. */
  public static Optional<Deployment> load(StateFolder state) {
    Path file = state.deployment();
    Optional<Properties> written = OwnerOnly.properties(file);
    if (written.isEmpty()) {
      return Optional.empty();
    }
    Properties saved = written.get();
    Map<String, String> settings = new TreeMap<>();
    Map<String, Integer> ports = new TreeMap<>();
    try {
      for (String key : saved.stringPropertyNames()) {
        if (key.startsWith(SETTING)) {
          settings.put(key.substring(SETTING.length()), saved.getProperty(key));
        } else if (key.startsWith(PORT)) {
          ports.put(key.substring(PORT.length()), Integer.valueOf(saved.getProperty(key)));
        }
      }
      return Optional.of(
          new Deployment(
              // Releases that had no such choice brought three up.
              Integer.parseInt(saved.getProperty(CLOUDS, "3")),
              Integer.parseInt(saved.getProperty("region.servers")),
              Boolean.parseBoolean(saved.getProperty("baseline")),
              // Releases that had no such choice encrypted nothing.
              Boolean.parseBoolean(saved.getProperty(ENCRYPTED)),
              Settings.of(settings),
              ports));
    } catch (NumberFormatException e) {
      throw CommandException.failure(
          file + " is damaged; clusters/local down --wipe starts afresh, without the data", e);
    }
  }

  public void save(StateFolder state) {
    Properties saved = new Properties();
    saved.setProperty(CLOUDS, Integer.toString(clouds));
    saved.setProperty("region.servers", Integer.toString(regionServers));
    saved.setProperty("baseline", Boolean.toString(baseline));
    saved.setProperty(ENCRYPTED, Boolean.toString(encrypted));
    settings.asMap().forEach((key, value) -> saved.setProperty(SETTING + key, value));
    ports.forEach((name, port) -> saved.setProperty(PORT + name, port.toString()));
    OwnerOnly.write(state.deployment(), saved);
  }

  /** The same with other settings. */
  public Deployment with(Settings others) {
    return new Deployment(clouds, regionServers, baseline, encrypted, others, ports);
  }

  /**
   * Whether the clouds compute together: with coprocessors, a mesh between them, and Redis. One
   * alone does without.
   */
  public boolean meshed() {
    return clouds > 1;
  }

  /** The clouds, in the order of the parties. */
  public List<Role> parties() {
    return Role.CLOUDS.subList(0, clouds);
  }

  /** The processes, in the order in which they are listed. */
  public List<Role> roles() {
    List<Role> roles = new ArrayList<>();
    if (meshed()) {
      roles.add(Role.REDIS);
    }
    roles.addAll(parties());
    if (baseline) {
      roles.add(Role.BASELINE);
    }
    return roles;
  }

  /** The port chosen for one key of one process. */
  public int port(Role role, String key) {
    Integer port = ports.get(portName(role, key));
    if (port == null) {
      throw new IllegalStateException("no port was chosen for " + portName(role, key));
    }
    return port;
  }

  public static String portName(Role role, String key) {
    return role.id() + "/" + key;
  }

  /** Whether the other was asked for with the same options. */
  public boolean sameOptions(Deployment other) {
    return clouds == other.clouds
        && regionServers == other.regionServers
        && baseline == other.baseline
        && encrypted == other.encrypted
        && settings.equals(other.settings);
  }

  /** The options as the user would type them. */
  public String options() {
    return ("--clouds "
            + clouds
            + " --region-servers "
            + regionServers
            + (baseline ? " --baseline" : "")
            + (encrypted ? "" : " --unencrypted")
            + " "
            + settings)
        .strip();
  }
}
