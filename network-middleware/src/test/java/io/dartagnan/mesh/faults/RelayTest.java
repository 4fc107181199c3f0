package io.dartagnan.mesh.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dartagnan.mpc.harness.Seed;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The relay does to bytes what it is told, and nothing else. */
@Timeout(120)
class RelayTest {
  private static final int SOCKET_TIMEOUT_MS = 30_000;

  private final Random random = Seed.random(this);
  private ServerSocket server;
  private Relay relay;

  @BeforeEach
  void start() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    InetSocketAddress target = (InetSocketAddress) server.getLocalSocketAddress();
    relay = Relay.start("test", () -> target, random.nextLong());
  }

  @AfterEach
  void stop() throws IOException {
    relay.close();
    server.close();
    await("no thread of a relay is left")
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().startsWith("dartagnan-relay-")));
    assertThat(relay.connected()).isZero();
  }

  /** Both ends of one connection through the relay. */
  private record Ends(Socket dialler, Socket server) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      dialler.close();
      server.close();
    }
  }

  private Socket dial() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), relay.port());
    socket.setSoTimeout(SOCKET_TIMEOUT_MS);
    return socket;
  }

  private Socket accept() throws IOException {
    server.setSoTimeout(SOCKET_TIMEOUT_MS);
    Socket socket = server.accept();
    socket.setSoTimeout(SOCKET_TIMEOUT_MS);
    return socket;
  }

  private Ends connect() throws IOException {
    Socket dialler = dial();
    return new Ends(dialler, accept());
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static CompletableFuture<Void> write(Socket to, byte[] bytes) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            to.getOutputStream().write(bytes);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  static Stream<Faults> faultsThatLoseNothing() {
    return Stream.of(
        Faults.NONE,
        Faults.NONE.withDelay(Duration.ofMillis(20)),
        Faults.NONE.withJitter(Duration.ofMillis(5)).withLongestPiece(100),
        Faults.NONE.withBytesPerSecond(2_000_000),
        Faults.NONE.withLongestPiece(1));
  }

  @ParameterizedTest
  @MethodSource("faultsThatLoseNothing")
  void bytesArriveUnchangedAndInOrderBothWays(Faults faults) throws Exception {
    relay.set(faults);
    byte[] forth = bytes(200_000);
    byte[] back = bytes(200_000);
    try (Ends ends = connect()) {
      CompletableFuture<Void> first = write(ends.dialler(), forth);
      CompletableFuture<Void> second = write(ends.server(), back);
      assertThat(ends.server().getInputStream().readNBytes(forth.length)).isEqualTo(forth);
      assertThat(ends.dialler().getInputStream().readNBytes(back.length)).isEqualTo(back);
      first.get(30, TimeUnit.SECONDS);
      second.get(30, TimeUnit.SECONDS);
    }
    assertThat(relay.passed(Direction.FORTH)).isEqualTo(forth.length);
    assertThat(relay.passed(Direction.BACK)).isEqualTo(back.length);
  }

  @Test
  void anyNumberOfBytesIsUnderWayDuringADelay() throws Exception {
    relay.set(Faults.NONE.withDelay(Duration.ofMinutes(1)));
    try (Ends ends = connect()) {
      // Far more than the sockets hold, so that the relay has taken most of it.
      write(ends.dialler(), bytes(32 << 20)).get(30, TimeUnit.SECONDS);
      assertThat(relay.passed(Direction.FORTH)).isZero();
    }
  }

  /** At least; that a busy machine takes longer is no fault. */
  @ParameterizedTest
  @MethodSource("slownessOfFiftyThousandBytes")
  void aDelayAndALimitedRateTakeTheirTime(Faults faults, Duration atLeast) throws Exception {
    relay.set(faults);
    try (Ends ends = connect()) {
      long start = System.nanoTime();
      write(ends.dialler(), bytes(50_000));
      ends.server().getInputStream().readNBytes(50_000);
      assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(atLeast.toNanos());
    }
  }

  static Stream<Arguments> slownessOfFiftyThousandBytes() {
    return Stream.of(
        Arguments.of(Faults.NONE.withDelay(Duration.ofMillis(300)), Duration.ofMillis(300)),
        Arguments.of(Faults.NONE.withBytesPerSecond(100_000), Duration.ofMillis(490)));
  }

  @Test
  void aSlowLineLeavesBytesWithTheSender() throws Exception {
    relay.set(Direction.FORTH, Faults.NONE.withBytesPerSecond(1000));
    try (Ends ends = connect()) {
      CompletableFuture<Void> writing = write(ends.dialler(), bytes(32 << 20));
      await().until(() -> relay.passed(Direction.FORTH) > 0);
      assertThat(writing).isNotDone();
      // The other direction does not notice.
      byte[] back = bytes(100_000);
      write(ends.server(), back).get(30, TimeUnit.SECONDS);
      assertThat(ends.dialler().getInputStream().readNBytes(back.length)).isEqualTo(back);
    }
  }

  @Test
  void aFlipChangesOneBitOfOneByte() throws Exception {
    byte[] sent = bytes(100_000);
    int place = random.nextInt(sent.length);
    Strike flip = relay.arm(Direction.FORTH, new Strike(Strike.Kind.FLIP, place));
    try (Ends ends = connect()) {
      write(ends.dialler(), sent).get(30, TimeUnit.SECONDS);
      byte[] got = ends.server().getInputStream().readNBytes(sent.length);
      assertThat(Integer.bitCount((got[place] ^ sent[place]) & 0xff)).isEqualTo(1);
      got[place] = sent[place];
      assertThat(got).isEqualTo(sent);
    }
    assertThat(flip.hasStruck()).isTrue();
  }

  @Test
  void anEndCutsTheStreamAtItsByte() throws Exception {
    byte[] sent = bytes(100_000);
    int place = random.nextInt(sent.length);
    relay.arm(Direction.BACK, new Strike(Strike.Kind.END, place));
    try (Ends ends = connect()) {
      write(ends.server(), sent);
      byte[] got = ends.dialler().getInputStream().readAllBytes();
      assertThat(got).isEqualTo(Arrays.copyOf(sent, place));
      assertThat(ends.server().getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void aResetIsSeenAtBothEnds() throws Exception {
    Strike reset = relay.arm(Direction.FORTH, new Strike(Strike.Kind.RESET, 5000));
    try (Ends ends = connect()) {
      write(ends.dialler(), bytes(10_000));
      reset.await();
      assertThatThrownBy(() -> ends.dialler().getInputStream().read())
          .isInstanceOf(SocketException.class);
      assertThatThrownBy(() -> ends.server().getInputStream().readAllBytes())
          .isInstanceOf(SocketException.class);
    }
    // It strikes once: the next connection is whole.
    try (Ends ends = connect()) {
      byte[] sent = bytes(20_000);
      write(ends.dialler(), sent);
      assertThat(ends.server().getInputStream().readNBytes(sent.length)).isEqualTo(sent);
    }
  }

  @Test
  void droppingEndsEveryConnection() throws Exception {
    try (Ends first = connect();
        Ends second = connect()) {
      await().until(() -> relay.connected() == 2);
      relay.drop(Strike.Kind.END);
      for (Ends ends : new Ends[] {first, second}) {
        assertThat(ends.dialler().getInputStream().read()).isEqualTo(-1);
        assertThat(ends.server().getInputStream().read()).isEqualTo(-1);
      }
      await().until(() -> relay.connected() == 0);
    }
  }

  @Test
  void refusingTurnsAwayNewConnectionsAlone() throws Exception {
    try (Ends ends = connect()) {
      relay.refuse();
      assertThatThrownBy(this::dial).isInstanceOf(ConnectException.class);
      byte[] sent = bytes(1000);
      write(ends.dialler(), sent);
      assertThat(ends.server().getInputStream().readNBytes(sent.length)).isEqualTo(sent);
      relay.takeAgain();
      connect().close();
    }
  }

  @Test
  void aStallHoldsBytesBackAndLosesNone() throws Exception {
    relay.stall(Direction.FORTH);
    try (Ends ends = connect()) {
      byte[] sent = bytes(32 << 20);
      CompletableFuture<Void> writing = write(ends.dialler(), sent);
      byte[] back = bytes(1000);
      write(ends.server(), back);
      assertThat(ends.dialler().getInputStream().readNBytes(back.length)).isEqualTo(back);
      assertThat(relay.passed(Direction.FORTH)).isZero();
      assertThat(writing).isNotDone();
      relay.resume();
      assertThat(ends.server().getInputStream().readNBytes(sent.length)).isEqualTo(sent);
      writing.get(30, TimeUnit.SECONDS);
    }
  }

  @Test
  void aDuplicateGetsTheSameBytesAndItsEndIsCounted() throws Exception {
    relay.duplicate(true);
    byte[] sent = bytes(10_000);
    try (Socket dialler = dial();
        Socket first = accept();
        Socket second = accept()) {
      write(dialler, sent);
      for (Socket one : new Socket[] {first, second}) {
        InputStream in = one.getInputStream();
        assertThat(in.readNBytes(sent.length)).isEqualTo(sent);
      }
      assertThat(relay.duplicatesRefused()).isZero();
      second.shutdownOutput();
      await().until(() -> relay.duplicatesRefused() == 1);
      write(first, sent);
      assertThat(dialler.getInputStream().readNBytes(sent.length)).isEqualTo(sent);
    }
  }

  @Test
  void whoDialsAServerThatIsGoneIsReset() throws Exception {
    server.close();
    try (Socket dialler = dial()) {
      assertThatThrownBy(() -> dialler.getInputStream().read()).isInstanceOf(SocketException.class);
    }
  }

  @Test
  void faultsOutOfRangeAreRefused() {
    assertThatThrownBy(() -> Faults.NONE.withDelay(Duration.ofMillis(-1)))
        .hasMessage("delay of -1 ms given, 0 ms to 60000 ms is allowed");
    assertThatThrownBy(() -> Faults.NONE.withBytesPerSecond(-1))
        .hasMessage("bytesPerSecond of -1 given, 0 or more is allowed, 0 for no limit");
    assertThatThrownBy(() -> new Strike(Strike.Kind.FLIP, -1))
        .hasMessage("-1 bytes given, 0 or more may pass before");
  }
}
