package io.dartagnan.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.cli.doctor.Facts.ServerFacts;
import io.dartagnan.status.ServerStatus;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeshReachTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  @Test
  void aMeshThatListensIsReachedAndOneThatDoesNotIsNot() throws Exception {
    int closed;
    try (ServerSocket free = new ServerSocket(0, 1, LOOPBACK)) {
      closed = free.getLocalPort();
    }
    try (ServerSocket mesh = new ServerSocket(0, 1, LOOPBACK)) {
      List<ServerFacts> servers =
          SampleStatuses.told(
              at("127.0.0.1", mesh.getLocalPort()), at("127.0.0.1", closed), at("no.invalid", 1));

      assertThat(new MeshReach(address -> false).of(servers))
          .containsExactly("127.0.0.1:" + mesh.getLocalPort());
      assertThat(new MeshReach().of(servers)).as("of this machine itself").isEmpty();
    }
  }

  private static ServerStatus at(String host, int port) {
    ServerStatus well = SampleStatuses.of(0);
    return new ServerStatus(
        well.party(),
        well.server(),
        well.release(),
        well.oldestMeshVersion(),
        well.newestMeshVersion(),
        host,
        port,
        well.now(),
        well.deviations(),
        well.lastDeviation(),
        well.certificates(),
        well.discovery(),
        well.peers());
  }

  @ParameterizedTest
  @CsvSource({
    "10.1.2.3, 10.1.2.200, 24, true",
    "10.1.3.3, 10.1.2.200, 24, false",
    "10.1.3.3, 10.1.2.200, 23, true",
    "10.1.3.3, 192.168.0.1, 0, true",
    "10.1.3.3, ::1, 0, false"
  })
  void networksAreToldByTheirFirstBits(String address, String network, int bits, boolean within)
      throws Exception {
    assertThat(
            MeshReach.isWithin(
                InetAddress.getByName(address), InetAddress.getByName(network), bits))
        .isEqualTo(within);
  }
}
