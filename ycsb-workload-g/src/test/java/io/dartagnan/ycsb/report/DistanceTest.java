package io.dartagnan.ycsb.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DistanceTest {
  /** A program that is somewhere else: prints the byte that it reads from localhost. */
  private static final String CLIENT =
      """
      public class Client {
        public static void main(String[] arguments) throws Exception {
          try (var socket = new java.net.Socket("localhost", Integer.parseInt(arguments[0]))) {
            System.out.print(socket.getInetAddress().getHostAddress() + " " + socket.getInputStream().read());
          }
          java.net.InetAddress.getLocalHost();
        }
      }
      """;

  @TempDir private Path folder;

  private static ServerSocket server() throws IOException {
    return new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"));
  }

  @Test
  void aProcessWithItsHostsReachesServersThroughRelays() throws Exception {
    Path client = Files.writeString(folder.resolve("Client.java"), CLIENT);
    try (ServerSocket server = server();
        Distance distance =
            Distance.open(List.of(server.getLocalPort()), 1, folder.resolve("hosts"))) {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(distance.jvmOptions());
      command.addAll(List.of(client.toString(), Integer.toString(server.getLocalPort())));
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      try (Socket accepted = server.accept()) {
        accepted.getOutputStream().write(42);
      }

      assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo("127.0.0.2 42");
      assertThat(process.waitFor()).isZero();
    }
  }

  @Test
  void closingFreesPortsAndTheFileOfHosts() throws IOException {
    Path hosts = folder.resolve("hosts");
    try (ServerSocket server = server()) {
      int port = server.getLocalPort();
      Distance.open(List.of(port), 1, hosts).close();

      assertThat(hosts).doesNotExist();
      new ServerSocket(port, 5, InetAddress.getByName("127.0.0.2")).close();
    }
  }

  @Test
  void aPortThatIsTakenFreesTheOthers() throws IOException {
    try (ServerSocket one = server();
        ServerSocket other = server();
        ServerSocket taken =
            new ServerSocket(other.getLocalPort(), 5, InetAddress.getByName("127.0.0.2"))) {
      assertThatThrownBy(
              () ->
                  Distance.open(
                      List.of(one.getLocalPort(), taken.getLocalPort()),
                      1,
                      folder.resolve("hosts")))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cannot listen at");
      new ServerSocket(one.getLocalPort(), 5, InetAddress.getByName("127.0.0.2")).close();
    }
  }
}
