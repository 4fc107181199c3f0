package io.dartagnan.clusters.containers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The file of compose, as far as it says what is where; so that nothing else says it once more. */
final class ComposeFile {
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
