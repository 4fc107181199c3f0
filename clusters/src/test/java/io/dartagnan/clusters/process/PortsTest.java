package io.dartagnan.clusters.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.clusters.deployment.DeploymentPorts;
import io.dartagnan.clusters.process.Ports.PortBlock;
import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.clusters.terminal.ExitCode;
import io.dartagnan.server.ServerKeys;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.HConstants;
import org.junit.jupiter.api.Test;

class PortsTest {
  @Test
  void aTakenPortIsRefusedWithItsNumberItsOwnerAndTheKeyThatMovesIt() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName(Ports.LOOPBACK))) {
      int number = taken.getLocalPort();

      assertThatThrownBy(
              () ->
                  Ports.requireFree(
                      List.of(new Port(Role.CLOUD_1, HConstants.MASTER_PORT, number))))
          .isInstanceOfSatisfying(
              CommandException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.FAILURE))
          .hasMessage(
              "port "
                  + number
                  + ", which cloud 1 (master) needs, is taken by another process; end that"
                  + " process, or choose another port with clusters/local up --set"
                  + " dartagnan.party.1.hbase.master.port=PORT");
    }
  }

  /** As while another deployment looks which ports are free. */
  @Test
  void aPortThatIsTakenInPassingIsFree() throws Exception {
    ServerSocket passing = new ServerSocket(0, 1, InetAddress.getByName(Ports.LOOPBACK));
    List<Port> ports =
        List.of(new Port(Role.CLOUD_1, HConstants.MASTER_PORT, passing.getLocalPort()));
    CompletableFuture<Void> looks = CompletableFuture.runAsync(() -> Ports.requireFree(ports));
    try {
      assertThatThrownBy(() -> looks.get(100, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
    } finally {
      passing.close();
    }
    assertThat(looks).succeedsWithin(Duration.ofSeconds(30));
  }

  @Test
  void aPortTakenOnEveryAddressIsTakenHereToo() throws Exception {
    try (ServerSocket taken = new ServerSocket(0)) {
      assertThat(Ports.isFree(taken.getLocalPort())).isFalse();
      assertThat(Ports.answers(taken.getLocalPort())).isTrue();
    }
  }

  @Test
  void freePortsAreFreeAndDifferent() {
    try (PortBlock block = PortBlock.claim()) {
      assertThat(block.ports()).hasSize(31).doesNotHaveDuplicates();
      assertThatCode(
              () ->
                  Ports.requireFree(
                      block.ports().stream()
                          .map(port -> new Port(Role.CLOUD_0, ServerKeys.MESH_PORT, port))
                          .toList()))
          .doesNotThrowAnyException();
    }
  }

  @Test
  void aBlockIsClaimedOnceUntilItIsClosed() {
    PortBlock block = PortBlock.claim();
    int first = block.ports().get(0) - 1;
    assertThat(PortBlock.claim(first)).isEmpty();
    block.close();
    PortBlock.claim(first).orElseThrow().close();
  }

  @Test
  void aBlockWithAServerOnOneOfItsPortsIsNobodyElses() throws Exception {
    PortBlock block = PortBlock.claim();
    int first = block.ports().get(0) - 1;
    try (ServerSocket server = Ports.bind(Ports.LOOPBACK, block.ports().get(7))) {
      block.close();
      assertThat(server.isBound()).isTrue();
      assertThat(PortBlock.claim(first)).isEmpty();
    }
  }

  @Test
  void onePortForTwoProcessesIsRefusedNamingBoth() {
    assertThatThrownBy(
            () ->
                Ports.requireDistinct(
                    List.of(
                        new Port(Role.CLOUD_0, HConstants.MASTER_PORT, 16_000),
                        new Port(Role.CLOUD_1, HConstants.MASTER_PORT, 16_000))))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("port 16000 is wanted twice")
        .hasMessageContaining("cloud 0 (master)")
        .hasMessageContaining("cloud 1 (master)");
  }

  @Test
  void portsChosenOnceStay() {
    List<Integer> free = IntStream.range(20_001, 20_032).boxed().toList();
    Map<String, Integer> first = DeploymentPorts.choose(Map.of(), free);

    assertThat(DeploymentPorts.choose(first, free)).isEqualTo(first);
    assertThat(first.values()).doesNotHaveDuplicates();
  }
}
