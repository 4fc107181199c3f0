package io.dartagnan.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import redis.embedded.RedisExecProvider;

/** A real redis-server with a {@code redis.conf} of its own, as a package brings one. */
final class StockRedis {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Path folder;
  private final int port;
  private Process process;

  /**
   * Lays its folder out; nothing runs yet.
   *
   * @param port where its settings are to have it listen
   */
  StockRedis(Path folder, int port) throws IOException {
    this.folder = folder;
    this.port = port;
    Files.createDirectories(folder);
    Files.writeString(
        folder.resolve("redis.conf"),
        "bind 127.0.0.1 -::1\nport 6379\ndaemonize no\ndir %s\n".formatted(folder));
  }

  Path folder() {
    return folder;
  }

  int port() {
    return port;
  }

  void start() throws IOException {
    launch();
    await("redis-server listens").atMost(PATIENCE).until(this::listens);
  }

  /** Starts it where it cannot, and returns what it said. */
  String failed() throws IOException, InterruptedException {
    launch();
    assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isNotZero();
    return Files.readString(out());
  }

  private void launch() throws IOException {
    File binary = RedisExecProvider.defaultProvider().get();
    process =
        new ProcessBuilder(
                List.of(binary.getAbsolutePath(), folder.resolve("redis.conf").toString()))
            .redirectErrorStream(true)
            .redirectOutput(out().toFile())
            .start();
  }

  private Path out() {
    return folder.resolve("redis.out");
  }

  private boolean listens() throws IOException {
    assertThat(process.isAlive()).as("it runs: %s", Files.readString(out())).isTrue();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  void stop() throws InterruptedException {
    if (process != null) {
      process.destroyForcibly();
      assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
  }
}
