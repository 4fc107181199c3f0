package io.dartagnan.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dartagnan.mesh.session.MeshSession;
import io.dartagnan.mpc.Party;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the log lines by which an operator sees that clouds have found each other. */
class ConnectionLogTest {
  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static TestCertificates certificates;

  private final ByteArrayOutputStream log = new ByteArrayOutputStream();
  private final PrintStream console = System.err;

  @BeforeAll
  static void makeCertificates(@TempDir Path dir) throws Exception {
    certificates = TestCertificates.in(dir);
  }

  @BeforeEach
  void keepLog() {
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void showLog() {
    System.setErr(console);
  }

  private List<String> connections() {
    return log.toString(StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.contains(" is connected to "))
        .toList();
  }

  private void exchange(ThreeMeshes three) {
    Map<Party, MeshSession> sides = three.openAll(ThreeMeshes.newId());
    Party.ALL.forEach(party -> sides.get(party).sharedKey(party.next()));
    Party.ALL.forEach(party -> sides.get(party).sharedKey(party.prev()));
    sides.values().forEach(MeshSession::close);
  }

  private static long lost(ThreeMeshes three, Party party) {
    return three.mesh(party).metrics().connectionsLost();
  }

  @Test
  void theFirstConnectionToEachServerIsLoggedWithPartyAndServer() throws Exception {
    try (ThreeMeshes three = ThreeMeshes.start(certificates)) {
      exchange(three);
      await("a line for each direction").atMost(DEADLINE).until(() -> connections().size() == 6);
      for (Party self : Party.ALL) {
        for (Party peer : List.of(self.next(), self.prev())) {
          String expected =
              "INFO io.dartagnan.mesh.outbound.OutboundConnections - %s is connected to %s, server %s at "
                  .formatted(self, peer, ThreeMeshes.SERVERS.get(peer));
          assertThat(connections()).filteredOn(line -> line.contains(expected)).hasSize(1);
        }
      }

      long dialled = three.mesh(Party.P0).metrics().connectionsDialled();
      three.restart(Party.P1);
      await("the lost connections are noticed")
          .atMost(DEADLINE)
          .until(() -> lost(three, Party.P0) == 1 && lost(three, Party.P2) == 1);
      exchange(three);
      assertThat(three.mesh(Party.P0).metrics().connectionsDialled()).isEqualTo(dialled + 1);
      // The mesh that was started anew says so again, the two others do not.
      await("its two lines").atMost(DEADLINE).until(() -> connections().size() >= 8);
      assertThat(connections()).hasSize(8);
    }
  }
}
