package io.dartagnan.clusters.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.clusters.files.Artefacts;
import io.dartagnan.clusters.files.OwnerOnly;
import io.dartagnan.clusters.hbase.ClusterCredentials;
import io.dartagnan.clusters.hbase.HBaseServer;
import io.dartagnan.clusters.process.LockFile;
import io.dartagnan.clusters.process.Port;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.process.StateFolder;
import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.clusters.terminal.ExitCode;
import io.dartagnan.server.ServerKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.HConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeploymentTest {
  @TempDir Path folder;

  @Test
  void whatUpWasAskedForIsThereForALaterStart() {
    StateFolder state = new StateFolder(folder);
    Deployment asked =
        new Deployment(3, 2, true, true, Settings.parse(List.of("a=b c", "x=")), ports());

    asked.save(state);

    assertThat(Deployment.load(state)).contains(asked);
    assertThat(asked.options())
        .isEqualTo("--clouds 3 --region-servers 2 --baseline --set a=b c --set x=");
  }

  @Test
  void withoutTlsIsAChoiceThatIsKept() {
    StateFolder state = new StateFolder(folder);
    Deployment asked = new Deployment(3, 1, false, false, Settings.none(), ports());
    Deployment encrypted = new Deployment(3, 1, false, true, Settings.none(), ports());

    asked.save(state);

    assertThat(Deployment.load(state)).contains(asked);
    assertThat(asked.options()).isEqualTo("--clouds 3 --region-servers 1 --unencrypted");
    assertThat(asked.sameOptions(encrypted)).isFalse();
  }

  /** Clouds that an earlier release has brought up, and that still run. */
  @Test
  void whatWasSavedBeforeThereWasAChoiceIsUnencrypted() throws Exception {
    StateFolder state = new StateFolder(folder);
    new Deployment(3, 1, false, true, Settings.none(), ports()).save(state);
    Files.writeString(
        state.deployment(),
        Files.readString(state.deployment()).replaceAll("(?m)^encrypted=.*\\R", ""));

    assertThat(Deployment.load(state).orElseThrow().encrypted()).isFalse();
  }

  @Test
  void oneCloudIsAChoiceThatIsKept() {
    StateFolder state = new StateFolder(folder);
    Deployment asked = one();
    Deployment three = new Deployment(3, 1, true, true, Settings.none(), ports());

    asked.save(state);

    assertThat(Deployment.load(state)).contains(asked);
    assertThat(asked.options()).isEqualTo("--clouds 1 --region-servers 1 --baseline");
    assertThat(asked.sameOptions(three)).isFalse();
    assertThat(asked.roles()).containsExactly(Role.CLOUD_0, Role.BASELINE);
    assertThat(three.roles())
        .containsExactly(Role.REDIS, Role.CLOUD_0, Role.CLOUD_1, Role.CLOUD_2, Role.BASELINE);
  }

  @Test
  void whatWasSavedBeforeOneCloudWasAChoiceIsThree() throws Exception {
    StateFolder state = new StateFolder(folder);
    one().save(state);
    Files.writeString(
        state.deployment(),
        Files.readString(state.deployment()).replaceAll("(?m)^clouds=.*\\R", ""));

    assertThat(Deployment.load(state).orElseThrow().clouds()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 2, 4})
  void anotherNumberOfCloudsIsRefused(int clouds) {
    assertThatThrownBy(() -> new Deployment(clouds, 1, false, true, Settings.none(), ports()))
        .isInstanceOfSatisfying(
            CommandException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.USAGE))
        .hasMessage("--clouds takes 1 or 3, not " + clouds);
  }

  @Test
  void oneCloudHasNothingOfOurs() {
    HBaseServer cloud = server(one(), Role.CLOUD_0);

    assertThat(cloud.site())
        .containsEntry("zookeeper.znode.parent", "/cloud-0")
        .containsEntry("hbase.server.netty.tls.enabled", "true");
    assertThat(cloud.site().keySet())
        .noneMatch(key -> key.startsWith("dartagnan.") || key.contains("coprocessor"));
    assertThat(cloud.ports())
        .extracting(Port::key)
        .doesNotContain(ServerKeys.MESH_PORT)
        .contains(HConstants.MASTER_PORT);
    assertThat(ports(with(1, "a=b"), Role.CLOUD_0))
        .extracting(Port::key)
        .contains(ServerKeys.MESH_PORT);
  }

  @Test
  void nothingWasAskedForInAFreshFolder() {
    assertThat(Deployment.load(new StateFolder(folder))).isEmpty();
  }

  @Test
  void aPortTheUserSetIsTheOneThatIsChecked() {
    Deployment deployment = with(1, "dartagnan.party.1.hbase.master.port=16001");

    assertThat(ports(deployment, Role.CLOUD_1))
        .contains(new Port(Role.CLOUD_1, HConstants.MASTER_PORT, 16_001));
    assertThat(ports(deployment, Role.CLOUD_0))
        .contains(
            new Port(
                Role.CLOUD_0,
                HConstants.MASTER_PORT,
                deployment.port(Role.CLOUD_0, HConstants.MASTER_PORT)));
  }

  @Test
  void aPortThatIsNoneIsRefused() {
    for (String value : List.of("no", "65536", "0")) {
      assertThatThrownBy(
              () -> ports(with(1, HConstants.ZOOKEEPER_CLIENT_PORT + "=" + value), Role.CLOUD_0))
          .isInstanceOf(CommandException.class)
          .hasMessage(
              HConstants.ZOOKEEPER_CLIENT_PORT + " takes a port, 1 to 65535, not '" + value + "'");
    }
  }

  @Test
  void severalRegionServersCannotShareOnePort() {
    assertThatThrownBy(() -> ports(with(2, ServerKeys.MESH_PORT + "=9000"), Role.CLOUD_0))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("must stay 0");
  }

  @Test
  void theUserMaySwitchTlsOffOnOneCluster() {
    Deployment deployment = with(1, "dartagnan.party.1.hbase.server.netty.tls.enabled=false");

    assertThat(server(deployment, Role.CLOUD_0).encrypted()).isTrue();
    assertThat(server(deployment, Role.CLOUD_1).encrypted()).isFalse();
  }

  @Test
  void oneFolderIsChangedByOneCommandAtATime() throws Exception {
    StateFolder state = new StateFolder(folder);
    LockFile held = state.lock(Duration.ZERO);
    try (held) {
      assertThatThrownBy(() -> state.lock(Duration.ZERO))
          .isInstanceOf(CommandException.class)
          .hasMessageContaining("pid " + ProcessHandle.current().pid())
          .hasMessageContaining("DARTAGNAN_STATE");
    }
    state.lock(Duration.ZERO).close();
  }

  @Test
  void wipingLeavesWhatThisToolDidNotMake() throws Exception {
    StateFolder state = new StateFolder(folder);
    with(1, "a=b").save(state);
    OwnerOnly.write(state.of(Role.CLOUD_0).resolve("data").resolve("x"), "x");
    Path foreign = Files.writeString(folder.resolve("thesis.txt"), "mine");

    state.wipe();

    assertThat(folder).isDirectoryContaining(each -> each.equals(foreign));
    assertThat(folder.toFile().list()).hasSize(1);
  }

  private static Deployment one() {
    return new Deployment(1, 1, true, true, Settings.none(), ports());
  }

  private static Deployment with(int regionServers, String setting) {
    return new Deployment(3, regionServers, false, true, Settings.parse(List.of(setting)), ports());
  }

  private static Map<String, Integer> ports() {
    return DeploymentPorts.choose(Map.of(), IntStream.range(20_001, 20_032).boxed().toList());
  }

  private List<Port> ports(Deployment deployment, Role role) {
    return server(deployment, role).ports();
  }

  private HBaseServer server(Deployment deployment, Role role) {
    ClusterCredentials none =
        new ClusterCredentials() {
          @Override
          public Map<String, String> ofServers() {
            return Map.of();
          }

          @Override
          public Map<String, String> ofClients() {
            return Map.of();
          }
        };
    return new HBaseServer(role, deployment, new StateFolder(folder), new Artefacts(folder), none);
  }
}
