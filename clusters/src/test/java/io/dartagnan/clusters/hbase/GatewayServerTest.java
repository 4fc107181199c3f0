package io.dartagnan.clusters.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.clusters.deployment.Gateway;
import io.dartagnan.clusters.files.Artefacts;
import io.dartagnan.clusters.hbase.GatewayServer.GatewayProbe;
import io.dartagnan.clusters.process.Ports;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.process.StateFolder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewayServerTest {
  @TempDir private Path folder;

  @Test
  void itIsAClientOfTheSafeClientThatListensWhereItWasAskedTo() {
    Gateway gateway = new Gateway(Role.REST, Ports.LOOPBACK, 20_001, Map.of());

    assertThat(server(gateway).site())
        .containsEntry("hbase.client.connection.impl", "io.dartagnan.client.SafeConnection")
        .containsEntry("dartagnan.party.2.hbase.zookeeper.quorum", "cloud-2")
        .containsEntry("hbase.rest.host", "127.0.0.1")
        .containsEntry("hbase.rest.port", "20001")
        .containsEntry("hbase.rest.info.port", "-1");
  }

  @Test
  void theUsersSettingsWin() {
    Gateway gateway =
        new Gateway(Role.THRIFT, Ports.LOOPBACK, 20_001, Map.of("hbase.thrift.info.port", "9095"));

    assertThat(server(gateway).site()).containsEntry("hbase.thrift.info.port", "9095");
  }

  /** A rebuild may replace this build's own jars under a gateway that runs. */
  @Test
  void itRunsWithCopiesOfWhatTheBuildMayReplace() throws Exception {
    Path own = Files.createDirectories(folder.resolve("checkout/safe-client/target"));
    Files.writeString(own.resolve("safe-client.jar"), "");
    Path list = folder.resolve("checkout/clusters/gateways/target/gateways.classpath");
    Files.createDirectories(list.getParent());
    Files.writeString(list, own.resolve("safe-client.jar") + ":/repository/hbase-rest.jar");

    GatewayServer server = server(new Gateway(Role.REST, Ports.LOOPBACK, 20_001, Map.of()));
    server.prepare();

    Path copy = folder.resolve("state/rest/lib/safe-client.jar");
    assertThat(copy).exists();
    assertThat(Files.readString(folder.resolve("state/rest/conf/java.args")))
        .contains(folder.resolve("state/rest/conf") + ":" + copy + ":/repository/hbase-rest.jar");
    assertThat(server.command()).contains("@" + server.marker());
  }

  @Test
  void aPortThatAnswersOtherwiseThanAGatewayDoesIsNotReady() throws Exception {
    Gateway thrift;
    Thread hangsUp;
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getByName(Ports.LOOPBACK))) {
      thrift = new Gateway(Role.THRIFT, Ports.LOOPBACK, silent.getLocalPort(), Map.of());
      hangsUp = new Thread(() -> hangUp(silent));
      hangsUp.start();

      assertThat(new GatewayProbe(thrift).missing()).startsWith("it does not answer");
    }
    hangsUp.join();
    assertThat(new GatewayProbe(thrift).missing()).startsWith("it does not listen on port");
  }

  private static void hangUp(ServerSocket socket) {
    while (true) {
      try {
        socket.accept().close();
      } catch (IOException closed) {
        return;
      }
    }
  }

  private GatewayServer server(Gateway gateway) {
    return new GatewayServer(
        gateway,
        new StateFolder(folder.resolve("state")),
        new Artefacts(folder.resolve("checkout")),
        () -> List.of(cloud("cloud-0"), cloud("cloud-1"), cloud("cloud-2")));
  }

  private static Map<String, String> cloud(String host) {
    return Map.of(
        "hbase.zookeeper.quorum", host,
        "hbase.zookeeper.property.clientPort", "2181",
        "zookeeper.znode.parent", "/hbase");
  }
}
