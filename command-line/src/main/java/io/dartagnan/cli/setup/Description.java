package io.dartagnan.cli.setup;

import io.dartagnan.cli.setup.ThreeClouds.ClientPlace;
import io.dartagnan.cli.setup.ThreeClouds.CloudPlace;
import io.dartagnan.cli.setup.ThreeClouds.HostPort;
import io.dartagnan.cli.setup.ThreeClouds.RedisPlace;
import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.mpc.Party;
import io.dartagnan.provisioning.Site;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Reads a description of three clouds, which is YAML. */
final class Description {
  private static final String FILES = "/etc/dartagnan";
  private static final String REDIS_FILES = "/etc/redis";
  private static final int MASTER_PORT = 16_000;
  private static final int REGION_SERVER_PORT = 16_020;
  private static final int ZOOKEEPER_PORT = 2_181;

  private Description() {}

  /**
   * Reads a file.
   *
   * @throws CommandException listing all that is wrong in it
   */
  static ThreeClouds read(Path file) {
    Object root;
    try {
      root = new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file));
    } catch (IOException e) {
      throw CommandException.usage("%s cannot be read: %s".formatted(file, e.getMessage()));
    } catch (YamlEngineException e) {
      throw CommandException.usage(
          "%s is no YAML: %s"
              .formatted(file, e.getMessage().strip().replaceAll("\\s*\\n\\s*", " ")));
    }
    List<String> wrong = new ArrayList<>();
    ThreeClouds clouds = of(root, wrong);
    if (!wrong.isEmpty()) {
      throw CommandException.usage("%s: %s".formatted(file, String.join("; ", wrong)));
    }
    return clouds;
  }

  private static ThreeClouds of(Object root, List<String> wrong) {
    Section whole = new Section("", root, wrong);
    List<CloudPlace> clouds = new ArrayList<>();
    for (Section cloud : whole.sections("clouds", Party.ALL.size(), "three clouds")) {
      clouds.add(cloud(Party.of(clouds.size()), cloud));
    }
    boolean encrypted = whole.flag("encrypted", true);
    String redisFiles = whole.folder("redis-files", REDIS_FILES);
    Optional<RedisPlace> redis =
        whole.has("redis")
            ? redis(whole.text("redis", ""), encrypted, wrong)
                .map(at -> new RedisPlace(at, redisFiles))
            : Optional.empty();
    Section applications = whole.section("client");
    ClientPlace client =
        new ClientPlace(applications.hosts("hosts"), applications.folder("files", FILES));
    applications.refuseOthers();
    whole.refuseOthers();
    requireApart(clouds, wrong);
    return new ThreeClouds(List.copyOf(clouds), redis, client, encrypted);
  }

  private static CloudPlace cloud(Party party, Section of) {
    List<String> masters = of.hosts("masters");
    List<HostPort> regionServers = of.servers("region-servers", REGION_SERVER_PORT);
    CloudPlace cloud =
        new CloudPlace(
            party,
            masters,
            of.port("master-port", MASTER_PORT),
            regionServers,
            of.hosts("zookeeper", masters),
            of.port("zookeeper-port", ZOOKEEPER_PORT),
            of.hostsOfEach("mesh-hosts", regionServers, "region-servers"),
            of.port("mesh-port", Site.MESH_PORT),
            of.folder("files", FILES));
    of.refuseOthers();
    return cloud;
  }

  private static Optional<URI> redis(String given, boolean encrypted, List<String> wrong) {
    try {
      URI redis = new URI(given);
      boolean isTls = "rediss".equals(redis.getScheme());
      if (!isTls && !"redis".equals(redis.getScheme()) || redis.getHost() == null) {
        wrong.add("redis is '%s'; rediss://host:port is needed".formatted(given));
      } else if (redis.getUserInfo() != null) {
        wrong.add("redis has a user; each cloud gets a user of its own, so leave it out");
      } else if (encrypted && !isTls) {
        wrong.add(
            "redis is '%s', which is not encrypted; make it rediss, or say encrypted: false"
                .formatted(given));
      }
      return Optional.of(redis);
    } catch (URISyntaxException e) {
      wrong.add("redis is '%s'; rediss://host:port is needed".formatted(given));
      return Optional.empty();
    }
  }

  /** Refusal of a host of two clouds: who runs both can put their shares together. */
  private static void requireApart(List<CloudPlace> clouds, List<String> wrong) {
    Map<String, Party> seen = new HashMap<>();
    for (CloudPlace cloud : clouds) {
      List<String> hosts =
          Stream.concat(cloud.servers().stream(), cloud.meshHosts().stream()).distinct().toList();
      for (String host : hosts) {
        Party other = seen.putIfAbsent(host, cloud.party());
        if (other != null) {
          wrong.add(
              "%s is a host of clouds %d and %d; no machine may have the shares of two"
                  .formatted(host, other.index(), cloud.party().index()));
        }
      }
    }
  }

  /**
   * Mapping of a description. What is wrong in it is collected, and something harmless takes its
   * place, so that whoever wrote it is told all at once.
   */
  private static final class Section {
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?");
    private static final int MOST_PORT = 65_535;

    private final String place;
    private final Map<?, ?> values;
    private final List<String> wrong;
    private final Set<String> asked = new HashSet<>();

    /**
     * A section.
     *
     * @param place its name in sentences; empty for the whole
     * @param values null where there is none
     * @param wrong takes a sentence on each thing that is wrong
     */
    Section(String place, Object values, List<String> wrong) {
      this.place = place;
      this.wrong = wrong;
      if (values instanceof Map<?, ?> map) {
        this.values = map;
      } else {
        this.values = Map.of();
        if (values != null) {
          wrong.add(
              "%s is '%s'; keys with values are needed"
                  .formatted(place.isEmpty() ? "the description" : place, values));
        }
      }
    }

    private String name(String key) {
      return place.isEmpty() ? key : place + "." + key;
    }

    private Object value(String key) {
      asked.add(key);
      return values.get(key);
    }

    boolean has(String key) {
      return value(key) != null;
    }

    Section section(String key) {
      return new Section(name(key), value(key), wrong);
    }

    /** The mappings of a list. */
    List<Section> sections(String key, int count, String what) {
      if (value(key) instanceof List<?> list && list.size() == count) {
        List<Section> sections = new ArrayList<>();
        for (int i = 0; i < count; i++) {
          sections.add(new Section("%s[%d]".formatted(name(key), i), list.get(i), wrong));
        }
        return sections;
      }
      wrong.add("%s has to be a list of %s".formatted(name(key), what));
      return List.of();
    }

    boolean flag(String key, boolean otherwise) {
      Object value = value(key);
      if (value == null || value instanceof Boolean) {
        return value == null ? otherwise : (Boolean) value;
      }
      wrong.add("%s is '%s'; true or false is needed".formatted(name(key), value));
      return otherwise;
    }

    int port(String key, int otherwise) {
      Object value = value(key);
      if (value == null) {
        return otherwise;
      }
      if (value instanceof Integer port && port > 0 && port <= MOST_PORT) {
        return port;
      }
      wrong.add("%s is '%s'; a port, 1 to 65535, is needed".formatted(name(key), value));
      return otherwise;
    }

    String text(String key, String otherwise) {
      Object value = value(key);
      return value == null ? otherwise : value.toString();
    }

    /**
     * An absolute path without characters that a shell or a file of settings would take for more.
     */
    String folder(String key, String otherwise) {
      String folder = text(key, otherwise);
      if (!folder.matches("(/[A-Za-z0-9._-]+)+")) {
        wrong.add(
            "%s is '%s'; an absolute folder of letters, digits, '.', '_' and '-' is needed"
                .formatted(name(key), folder));
        return otherwise;
      }
      return folder;
    }

    /** Names or addresses of hosts, one at least. */
    List<String> hosts(String key) {
      return servers(key, 1).stream().map(HostPort::host).toList();
    }

    List<String> hosts(String key, List<String> otherwise) {
      return has(key) ? hosts(key) : otherwise;
    }

    /** A host for each of other servers, in their order: their own where none is given. */
    List<String> hostsOfEach(String key, List<HostPort> servers, String ofKey) {
      List<String> own = servers.stream().map(HostPort::host).toList();
      List<String> hosts = hosts(key, own);
      if (hosts.size() != own.size()) {
        wrong.add(
            "%s names %d hosts, and %s %d; one for each is needed, in their order"
                .formatted(name(key), hosts.size(), name(ofKey), own.size()));
        return own;
      }
      return hosts;
    }

    /**
     * Hosts with ports, one at least.
     *
     * @param otherwise port of those that have none; 1 where none may have one
     */
    List<HostPort> servers(String key, int otherwise) {
      List<HostPort> servers = new ArrayList<>();
      if (value(key) instanceof List<?> list && !list.isEmpty()) {
        for (Object each : list) {
          server(key, String.valueOf(each), otherwise, servers);
        }
      } else {
        wrong.add("%s has to be a list of hosts, one at least".formatted(name(key)));
      }
      if (servers.stream().distinct().count() < servers.size()) {
        wrong.add("%s names a host twice".formatted(name(key)));
      }
      return servers;
    }

    private void server(String key, String text, int otherwise, List<HostPort> servers) {
      int colon = text.indexOf(':');
      String host = colon < 0 ? text : text.substring(0, colon);
      int port = colon < 0 ? otherwise : portOf(text.substring(colon + 1));
      boolean mayHavePort = otherwise > 1;
      if (HOST.matcher(host).matches() && port > 0 && (colon < 0 || mayHavePort)) {
        servers.add(new HostPort(host, port));
      } else {
        wrong.add(
            "%s has '%s'; the name of a host%s is needed"
                .formatted(name(key), text, mayHavePort ? ", with or without :port," : ""));
      }
    }

    private static int portOf(String text) {
      try {
        int port = Integer.parseInt(text);
        return port <= MOST_PORT ? port : 0;
      } catch (NumberFormatException e) {
        return 0;
      }
    }

    /** Collects the keys that nobody has asked for. */
    void refuseOthers() {
      for (Object key : values.keySet()) {
        if (!asked.contains(String.valueOf(key))) {
          wrong.add(
              "%s is no key of a description; %s are"
                  .formatted(name(String.valueOf(key)), String.join(", ", new TreeSet<>(asked))));
        }
      }
    }
  }
}
