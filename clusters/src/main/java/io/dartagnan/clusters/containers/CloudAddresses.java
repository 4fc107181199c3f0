package io.dartagnan.clusters.containers;

import io.dartagnan.clusters.containers.CloudAddresses.PlacedService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Addresses of three clouds of containers, for whoever describes or uses them. */
final class CloudAddresses {
  static final int CLOUDS = 3;
  static final int MASTER_PORT = 16_000;
  static final int REGION_SERVER_PORT = 16_020;

  private final List<PlacedService> services;

  CloudAddresses(List<PlacedService> services) {
    this.services = services;
  }

  private List<String> of(int party, String role, String network) {
    return services.stream()
        .filter(each -> each.isOf(party, role))
        .map(each -> each.address(network))
        .toList();
  }

  private List<String> masters(int party) {
    return of(party, "master", "front-" + party);
  }

  private List<String> regionServers(int party) {
    return of(party, "regionserver", "front-" + party);
  }

  /** The address of a cloud's namenode. */
  String nameNode(int party) {
    return of(party, "namenode", "inside-" + party).get(0);
  }

  /** Hosts that HBase's servers of a cloud call themselves. */
  List<String> servers(int party) {
    return Stream.concat(masters(party).stream(), regionServers(party).stream()).toList();
  }

  /** Servers that a client asks for the others, with their ports. */
  String bootstrapServers(int party) {
    return Stream.concat(
            masters(party).stream().map(host -> host + ":" + MASTER_PORT),
            regionServers(party).stream().map(host -> host + ":" + REGION_SERVER_PORT))
        .collect(Collectors.joining(","));
  }

  /**
   * A description for {@code dartagnan clouds init}.
   *
   * @param clientFiles folder of the keys of programs on this machine
   */
  String description(String clientFiles) {
    StringBuilder yaml = new StringBuilder("clouds:\n");
    for (int party = 0; party < CLOUDS; party++) {
      yaml.append("  - masters: ").append(masters(party)).append('\n');
      yaml.append("    region-servers: ").append(regionServers(party)).append('\n');
      yaml.append("    mesh-hosts: ").append(of(party, "regionserver", "mesh")).append('\n');
      yaml.append("    zookeeper: ").append(of(party, "zookeeper", "inside-" + party)).append('\n');
    }
    yaml.append("client:\n  hosts: ").append(clients()).append('\n');
    return yaml.append("  files: ").append(clientFiles).append('\n').toString();
  }

  private List<String> clients() {
    return services.stream()
        .filter(each -> each.cloud().isEmpty())
        .flatMap(
            each ->
                each.addresses().entrySet().stream()
                    .filter(network -> network.getKey().startsWith("front-"))
                    .map(network -> network.getValue()))
        .toList();
  }

  /**
   * Service of the file of compose, where it puts it.
   *
   * @param name compose's
   * @param cloud number of its cloud; empty for a client
   * @param role what it runs
   * @param addresses by network
   */
  record PlacedService(String name, OptionalInt cloud, String role, Map<String, String> addresses) {

    boolean isOf(int party, String ofRole) {
      return cloud.isPresent() && cloud.getAsInt() == party && role.equals(ofRole);
    }

    /** Its address on a network. */
    String address(String network) {
      String address = addresses.get(network);
      if (address == null) {
        throw new IllegalStateException(
            "%s has no address on the network %s".formatted(name, network));
      }
      return address;
    }
  }

  /**
   * The file of compose, as far as it says what is where; so that nothing else says it once more.
   */
  static final class ComposeFile {
    private static final String SUBNET = "\\$\\{DARTAGNAN_SUBNET:-[0-9.]+}";

    private ComposeFile() {}

    /**
     * Reads the services that are started.
     *
     * @param subnet in the place of the file's own
     * @param profiles those that are chosen
     */
    static List<PlacedService> read(Path file, String subnet, List<String> profiles) {
      Object root;
      try {
        root =
            new Load(LoadSettings.builder().build())
                .loadFromString(Files.readString(file).replaceAll(SUBNET, subnet));
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read " + file, e);
      }
      List<PlacedService> services = new ArrayList<>();
      mapping(mapping(root).get("services"))
          .forEach(
              (name, service) -> {
                Map<?, ?> values = mapping(service);
                boolean chosen =
                    !(values.get("profiles") instanceof List<?> of)
                        || of.stream().anyMatch(each -> profiles.contains(each.toString()));
                if (chosen) {
                  services.add(service(name.toString(), values));
                }
              });
      return services;
    }

    private static PlacedService service(String name, Map<?, ?> values) {
      Map<?, ?> labels = mapping(values.get("labels"));
      Object cloud = labels.get("io.dartagnan.cloud");
      Map<String, String> addresses = new TreeMap<>();
      mapping(values.get("networks"))
          .forEach(
              (network, place) ->
                  addresses.put(network.toString(), mapping(place).get("ipv4_address").toString()));
      return new PlacedService(
          name,
          cloud == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(cloud.toString())),
          labels.get("io.dartagnan.role").toString(),
          addresses);
    }

    private static Map<?, ?> mapping(Object value) {
      if (value instanceof Map<?, ?> map) {
        return map;
      }
      throw new IllegalArgumentException(
          "the file of compose has '%s' where keys belong".formatted(value));
    }
  }
}
