package io.dartagnan.clusters.containers;

import io.dartagnan.clusters.files.OwnerOnly;
import io.dartagnan.clusters.terminal.CommandException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Choices that hold from the first {@code up} until everything is wiped.
 *
 * @param name of the project of compose, which its containers, networks and volumes begin with
 * @param subnet the first two numbers of all addresses
 * @param hdfs whether each cloud has an HDFS of its own
 */
public record ContainerSetup(String name, String subnet, boolean hdfs) {
  private static final String NAME = "COMPOSE_PROJECT_NAME";
  private static final String SUBNET = "DARTAGNAN_SUBNET";
  private static final String HDFS = "DARTAGNAN_HDFS";
  private static final String VERSION = "DARTAGNAN_VERSION";
  private static final int MOST_NUMBER = 255;

  /**
   * Checks them.
   *
   * @throws CommandException if one is not allowed
   */
  public ContainerSetup {
    if (!name.matches("[a-z0-9][a-z0-9_-]*")) {
      throw CommandException.usage(
          "--name takes small letters, digits, '-' and '_', not '%s'".formatted(name));
    }
    if (!isSubnet(subnet)) {
      throw CommandException.usage(
          "--subnet takes the first two numbers of addresses, such as 10.83, not '%s'"
              .formatted(subnet));
    }
  }

  private static boolean isSubnet(String subnet) {
    return subnet.matches("\\d{1,3}\\.\\d{1,3}")
        && List.of(subnet.split("\\.")).stream()
            .allMatch(number -> Integer.parseInt(number) <= MOST_NUMBER);
  }

  /** The choices of an earlier {@code up}; empty if there was none. */
  static Optional<ContainerSetup> read(Path file) {
    return OwnerOnly.properties(file)
        .map(
            read ->
                new ContainerSetup(
                    read.getProperty(NAME),
                    read.getProperty(SUBNET),
                    Boolean.parseBoolean(read.getProperty(HDFS))));
  }

  /** Writes them, in such a way that compose can read the file too. */
  void write(Path file, String version) {
    OwnerOnly.write(
        file,
        variables(version).entrySet().stream()
            .map(each -> each.getKey() + "=" + each.getValue() + "\n")
            .collect(Collectors.joining("", "# For docker compose --env-file\n", "")));
  }

  /** The variables of compose's file. */
  Map<String, String> variables(String version) {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put(NAME, name);
    variables.put(SUBNET, subnet);
    variables.put(HDFS, Boolean.toString(hdfs));
    variables.put("COMPOSE_PROFILES", String.join(",", profiles()));
    variables.put(VERSION, version);
    return variables;
  }

  /** The profiles of compose that are started. */
  List<String> profiles() {
    return hdfs ? List.of("hdfs") : List.of();
  }

  String volume(String of) {
    return name + "_" + of;
  }
}
