package io.dartagnan.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.DockerClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.testcontainers.DockerClientFactory;

/** Containers, networks and volumes of the daemon that were not there before. */
final class Remains {
  private final DockerClient docker = DockerClientFactory.instance().client();
  private final Set<String> volumes = volumes();

  private Set<String> volumes() {
    Set<String> names = new TreeSet<>();
    docker.listVolumesCmd().exec().getVolumes().forEach(volume -> names.add(volume.getName()));
    return names;
  }

  /** Asserts that this process left nothing. */
  void assertNone() {
    List<String> left = new ArrayList<>();
    String label = DockerClientFactory.SESSION_ID;
    docker
        .listContainersCmd()
        .withShowAll(true)
        .withLabelFilter(Map.of(DockerClientFactory.TESTCONTAINERS_SESSION_ID_LABEL, label))
        .exec()
        .forEach(container -> left.add("container " + container.getId()));
    docker
        .listNetworksCmd()
        .withFilter(
            "label", List.of(DockerClientFactory.TESTCONTAINERS_SESSION_ID_LABEL + "=" + label))
        .exec()
        .forEach(network -> left.add("network " + network.getName()));
    Set<String> more = volumes();
    more.removeAll(volumes);
    more.forEach(volume -> left.add("volume " + volume));
    assertThat(left).isEmpty();
  }
}
