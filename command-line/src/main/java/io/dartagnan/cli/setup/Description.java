package io.dartagnan.cli.setup;

import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  private static final int MESH_PORT = 18_600;

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
            of.port("mesh-port", MESH_PORT),
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
}
