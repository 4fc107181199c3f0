package io.dartagnan.clusters.containers;

import io.dartagnan.clusters.containers.OutsideProgram.Docker;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Container as Docker has it now.
 *
 * @param name Docker's
 * @param service compose's
 * @param cloud number of its cloud; empty for a client
 * @param state Docker's word, such as {@code running} or {@code paused}
 * @param health Docker's word, such as {@code healthy}; empty for none
 * @param addresses by the networks of the file of compose
 */
public record PlacedContainer(
    String name,
    String service,
    OptionalInt cloud,
    String state,
    String health,
    Map<String, String> addresses) {
  private static final String FORMAT =
      "{{.Name}}|{{index .Config.Labels \"com.docker.compose.service\"}}"
          + "|{{index .Config.Labels \"io.dartagnan.cloud\"}}"
          + "|{{.State.Status}}|{{if .State.Health}}{{.State.Health.Status}}{{end}}"
          + "|{{range $name, $net := .NetworkSettings.Networks}}"
          + "{{$name}}={{if $net.IPAMConfig}}{{$net.IPAMConfig.IPv4Address}}{{end}} {{end}}";
  private static final int FIELDS = 6;

  /** All of a project, in the order of their clouds and names. */
  static List<PlacedContainer> all(Docker docker, String project) {
    List<String> ids =
        docker
            .require(
                "listing the containers",
                "ps",
                "--all",
                "--quiet",
                "--filter",
                "label=com.docker.compose.project=" + project)
            .lines()
            .toList();
    if (ids.isEmpty()) {
      return List.of();
    }
    List<String> inspect = new ArrayList<>(List.of("inspect", "--format", FORMAT));
    inspect.addAll(ids);
    return docker
        .require("looking at the containers", inspect)
        .lines()
        .filter(line -> !line.isBlank())
        .map(line -> parse(line, project))
        .sorted(
            Comparator.<PlacedContainer>comparingInt(each -> each.cloud().orElse(Integer.MAX_VALUE))
                .thenComparing(PlacedContainer::service))
        .toList();
  }

  static PlacedContainer parse(String line, String project) {
    String[] fields = line.split("\\|", -1);
    if (fields.length != FIELDS) {
      throw new IllegalArgumentException("docker inspect answers '%s'".formatted(line));
    }
    Map<String, String> addresses = new TreeMap<>();
    for (String network : fields[5].strip().split(" ")) {
      String[] parts = network.split("=", -1);
      if (parts.length == 2) {
        addresses.put(
            parts[0].startsWith(project + "_")
                ? parts[0].substring(project.length() + 1)
                : parts[0],
            parts[1]);
      }
    }
    return new PlacedContainer(
        fields[0].substring(1),
        fields[1],
        fields[2].isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(fields[2])),
        fields[3],
        fields[4],
        new LinkedHashMap<>(addresses));
  }

  /** Whether it runs and is ready. */
  public boolean isUp() {
    return state.equals("running") && (health.isEmpty() || health.equals("healthy"));
  }
}
