package io.dartagnan.clusters.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.clusters.deployment.Deployment;
import io.dartagnan.clusters.deployment.DeploymentPorts;
import io.dartagnan.clusters.deployment.Settings;
import io.dartagnan.clusters.files.Artefacts;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.process.ServerProcess;
import io.dartagnan.clusters.process.StateFolder;
import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.clusters.terminal.Progress;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MachineTest {
  @TempDir private Path folder;

  @Test
  void oneCloudRunsWithoutRedis() {
    assertThat(machine(1).servers())
        .extracting(ServerProcess::role)
        .containsExactly(Role.CLOUD_0, Role.BASELINE);
    assertThat(machine(1).waysToClouds()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = Role.class,
      names = {"CLOUD_1", "CLOUD_2", "REDIS"})
  void whatIsNotBesideOneCloudIsSaidToBeMissing(Role role) {
    assertThatThrownBy(() -> machine(1).server(role))
        .isInstanceOf(CommandException.class)
        .hasMessage(
            "there is no %s here; with --clouds 1 there is cloud 0 alone, and no Redis"
                .formatted(role));
    assertThat(machine(3).server(role).role()).isEqualTo(role);
  }

  @Test
  void whatThreeCloudsKeepIsNotGivenToOne() {
    StateFolder state = new StateFolder(folder);
    deployment(3).save(state);
    Instance instance = new Instance(state, new Artefacts(folder), Progress.silent());

    assertThatThrownBy(() -> instance.up(deployment(1)))
        .isInstanceOf(CommandException.class)
        .hasMessageContainingAll("--clouds 3", "DARTAGNAN_STATE", "down --wipe");
  }

  private Machine machine(int clouds) {
    return new Machine(new StateFolder(folder), deployment(clouds), new Artefacts(folder));
  }

  private static Deployment deployment(int clouds) {
    Map<String, Integer> ports =
        DeploymentPorts.choose(Map.of(), IntStream.range(20_001, 20_032).boxed().toList());
    // Without HBase's TLS, so that no key has to be there.
    return new Deployment(clouds, 1, true, false, Settings.none(), ports);
  }
}
