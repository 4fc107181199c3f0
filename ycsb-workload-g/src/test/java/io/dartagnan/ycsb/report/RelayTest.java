package io.dartagnan.ycsb.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RelayTest {
  private static final Duration DELAY = Duration.ofMillis(30);
  private static final int CONNECTIONS = 4;
  private static final int NUMBERS = 500_000;
  private static final int PIECES = 3_000;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private ServerSocket server;
  private Relay relay;

  @BeforeEach
  void open() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    relay =
        Relay.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            new InetSocketAddress(server.getInetAddress(), server.getLocalPort()),
            DELAY.toNanos());
  }

  @AfterEach
  void close() throws IOException {
    threads.shutdownNow();
    relay.close();
    server.close();
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket();
    socket.connect(relay.address());
    socket.setTcpNoDelay(true);
    return socket;
  }

  /** Sends back everything that comes, on every connection. */
  private void echo() {
    threads.submit(
        () -> {
          while (true) {
            Socket socket = server.accept();
            threads.submit(
                () -> {
                  try (socket) {
                    socket.getInputStream().transferTo(socket.getOutputStream());
                  }
                  return null;
                });
          }
        });
  }

  @Test
  void everyByteTakesTheDelayEachWay() throws IOException {
    echo();
    try (Socket socket = connect()) {
      for (int round = 0; round < 5; round++) {
        long sent = System.nanoTime();
        socket.getOutputStream().write(round);
        assertThat(socket.getInputStream().read()).isEqualTo(round);
        // No answer can be early; how late it is, a busy machine decides.
        assertThat(System.nanoTime() - sent).isGreaterThanOrEqualTo(2 * DELAY.toNanos());
      }
    }
  }

  @Test
  void orderIsKeptUnderLoadOnManyConnections() throws Exception {
    echo();
    List<Future<Long>> clients = new ArrayList<>();
    for (int connection = 0; connection < CONNECTIONS; connection++) {
      clients.add(threads.submit(this::sendAndCompare));
    }
    for (Future<Long> client : clients) {
      assertThat(client.get()).isEqualTo(NUMBERS);
    }
  }

  private long sendAndCompare() throws IOException {
    try (Socket socket = connect()) {
      threads.submit(
          () -> {
            DataOutputStream out =
                new DataOutputStream(
                    new java.io.BufferedOutputStream(socket.getOutputStream(), 1_000));
            for (int number = 0; number < NUMBERS; number++) {
              out.writeInt(number);
            }
            out.flush();
            socket.shutdownOutput();
            return null;
          });
      DataInputStream in =
          new DataInputStream(new java.io.BufferedInputStream(socket.getInputStream()));
      long right = 0;
      for (int number = 0; number < NUMBERS; number++) {
        right += in.readInt() == number ? 1 : 0;
      }
      assertThat(in.read()).isEqualTo(-1);
      return right;
    }
  }

  @Test
  void delayDoesNotLimitThroughput() throws Exception {
    // A relay that waits for one piece before it reads the next takes longer than the time-out.
    echo();
    byte[] piece = new byte[1 << 16];
    try (Socket socket = connect()) {
      threads.submit(
          () -> {
            for (int sent = 0; sent < PIECES; sent++) {
              socket.getOutputStream().write(piece);
            }
            socket.shutdownOutput();
            return null;
          });
      assertThat(socket.getInputStream().transferTo(OutputStream.nullOutputStream()))
          .isEqualTo((long) PIECES * piece.length);
    }
  }

  @Test
  void theEndOfOneDirectionLeavesTheOtherOpen() throws Exception {
    Future<Socket> accepted = threads.submit(() -> server.accept());
    try (Socket client = connect();
        Socket served = accepted.get()) {
      client.shutdownOutput();
      assertThat(served.getInputStream().read()).isEqualTo(-1);
      served.getOutputStream().write(7);
      assertThat(client.getInputStream().read()).isEqualTo(7);
    }
    await().until(() -> relay.connections() == 0);
  }

  @Test
  void closingEndsConnectionsAndThreadsAndFreesThePort() throws Exception {
    Future<Socket> accepted = threads.submit(() -> server.accept());
    try (Socket client = connect();
        Socket served = accepted.get()) {
      assertThat(threadsOfRelays()).isNotEmpty();
      InetSocketAddress address = relay.address();

      relay.close();

      assertThat(relay.connections()).isZero();
      assertThat(threadsOfRelays()).isEmpty();
      assertThat(isAtItsEnd(client)).isTrue();
      assertThat(isAtItsEnd(served)).isTrue();
      try (ServerSocket again = new ServerSocket()) {
        again.bind(address);
      }
    }
  }

  private static List<String> threadsOfRelays() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(Thread::isAlive)
        .map(Thread::getName)
        .filter(name -> name.startsWith("relay"))
        .toList();
  }

  private static boolean isAtItsEnd(Socket socket) {
    try {
      socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(20));
      return socket.getInputStream().read() == -1;
    } catch (IOException e) {
      return e instanceof java.net.SocketException;
    }
  }

  @Test
  void aServerThatIsNotThereEndsTheConnection() throws IOException {
    server.close();
    try (Socket client = connect()) {
      assertThat(isAtItsEnd(client)).isTrue();
    }
    assertThat(relay.connections()).isZero();
  }

  @Test
  void anAddressThatIsTakenIsNamed() {
    assertThatThrownBy(
            () ->
                Relay.open(
                    relay.address(),
                    new InetSocketAddress(server.getInetAddress(), server.getLocalPort()),
                    0))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot listen at");
  }
}
