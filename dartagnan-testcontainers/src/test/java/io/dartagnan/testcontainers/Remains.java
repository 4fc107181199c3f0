package io.dartagnan.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectVolumeResponse;
import io.dartagnan.mpc.Party;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.testcontainers.DockerClientFactory;

/** Containers, networks and volumes of containers that this process left at the daemon. */
final class Remains {
  private final DockerClient docker = DockerClientFactory.instance().client();
  private final Set<String> volumes = new TreeSet<>();

  /** Looks for the volumes of these clouds too, which run. */
  void watch(DartagnanContainers clouds) {
    for (Party party : Party.ALL) {
      clouds
          .container(party.index())
          .getCurrentContainerInfo()
          .getMounts()
          .forEach(mount -> volumes.add(mount.getName()));
    }
    assertThat(volumes).hasSizeGreaterThanOrEqualTo(Party.ALL.size());
  }

  void assertNone() {
    String label =
        DockerClientFactory.TESTCONTAINERS_SESSION_ID_LABEL + "=" + DockerClientFactory.SESSION_ID;
    List<String> left = new ArrayList<>();
    docker
        .listContainersCmd()
        .withShowAll(true)
        .withLabelFilter(List.of(label))
        .exec()
        .forEach(container -> left.add("container " + container.getId()));
    docker
        .listNetworksCmd()
        .withFilter("label", List.of(label))
        .exec()
        .forEach(network -> left.add("network " + network.getName()));
    docker.listVolumesCmd().exec().getVolumes().stream()
        .map(InspectVolumeResponse::getName)
        .filter(volumes::contains)
        .forEach(volume -> left.add("volume " + volume));
    assertThat(left).isEmpty();
  }
}
