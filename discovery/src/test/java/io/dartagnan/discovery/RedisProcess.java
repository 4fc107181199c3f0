package io.dartagnan.discovery;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;
import redis.embedded.RedisExecProvider;

/** A real redis-server on a port of its own that can go away, come back, be wiped and freeze. */
final class RedisProcess implements AutoCloseable {
  private static final Duration DEADLINE = Duration.ofSeconds(30);

  private final int port;
  private final boolean encrypted;
  private final List<String> settings;
  private Process process;

  /** Unencrypted, with further settings as on the command line: {@code --requirepass x}. */
  RedisProcess(String... settings) throws IOException {
    this(false, settings);
  }

  private RedisProcess(boolean encrypted, String... settings) throws IOException {
    this.port = freePort();
    this.encrypted = encrypted;
    this.settings = List.of(settings);
    start();
  }

  /** Speaks TLS only; the settings name its key and certificate. */
  static RedisProcess encrypted(String... settings) throws IOException {
    return new RedisProcess(true, settings);
  }

  static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }

  void start() throws IOException {
    File binary = RedisExecProvider.defaultProvider().get();
    List<String> command = new ArrayList<>(List.of(binary.getAbsolutePath()));
    String listening = Integer.toString(port);
    command.addAll(
        encrypted
            ? List.of("--port", "0", "--tls-port", listening, "--tls-auth-clients", "no")
            : List.of("--port", listening));
    // Nothing is kept across restarts.
    command.addAll(List.of("--bind", "127.0.0.1", "--save", "", "--appendonly", "no"));
    command.addAll(settings);
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    await("redis-server listens").atMost(DEADLINE).until(this::listens);
  }

  private boolean listens() throws IOException {
    if (!process.isAlive()) {
      throw new IOException("redis-server ended with " + process.exitValue());
    }
    if (encrypted) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        return socket.isConnected();
      } catch (IOException notYet) {
        return false;
      }
    }
    try (Jedis jedis = connect()) {
      return !jedis.sendCommand(() -> "PING".getBytes()).equals("");
    } catch (JedisException e) {
      return e.getMessage() != null && e.getMessage().startsWith("NOAUTH");
    }
  }

  void stop() throws IOException {
    if (process == null) {
      return;
    }
    process.destroyForcibly();
    try {
      if (!process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
        throw new IOException("redis-server survives SIGKILL");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
    process = null;
  }

  /** Takes connections and answers none, as a machine does that is out of breath. */
  void freeze() throws Exception {
    signal("STOP");
  }

  void thaw() throws Exception {
    signal("CONT");
  }

  private void signal(String name) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
    if (kill.waitFor() != 0) {
      throw new IOException("kill -" + name + " failed");
    }
  }

  String address() {
    return "127.0.0.1:" + port;
  }

  int port() {
    return port;
  }

  URI uri() {
    return URI.create((encrypted ? "rediss://" : "redis://") + address());
  }

  /** A connection past the code under test. */
  Jedis connect() {
    return new Jedis(uri());
  }

  @Override
  public void close() throws IOException {
    stop();
  }
}
