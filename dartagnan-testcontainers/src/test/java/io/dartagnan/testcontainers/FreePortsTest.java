package io.dartagnan.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.testcontainers.CloudPlace.FreePorts;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;

class FreePortsTest {

  @Test
  void allAreDifferentAndCanBeListenedOn() throws IOException {
    List<Integer> ports = FreePorts.find(9);

    assertThat(ports).hasSize(9).doesNotHaveDuplicates();
    for (int port : ports) {
      try (ServerSocket socket = new ServerSocket()) {
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(port));
      }
    }
  }

  @Test
  void moreThanThereAreAreRefused() {
    assertThatThrownBy(() -> FreePorts.find(20_000))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageMatching("found \\d+ free ports between 20000 and 32000, .* need 20000; .*");
  }
}
