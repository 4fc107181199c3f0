package io.dartagnan.discovery;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import redis.clients.jedis.Jedis;
import redis.embedded.RedisServer;

/** A real redis-server on a port of its own that can go away, come back and be wiped. */
final class RedisProcess implements AutoCloseable {
  private final int port;
  private RedisServer server;

  RedisProcess() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    start();
  }

  void start() throws IOException {
    // Nothing is kept across restarts.
    server =
        RedisServer.builder()
            .port(port)
            .setting("bind 127.0.0.1")
            .setting("save \"\"")
            .setting("appendonly no")
            .build();
    server.start();
  }

  void stop() throws IOException {
    if (server != null) {
      server.stop();
      server = null;
    }
  }

  String address() {
    return "127.0.0.1:" + port;
  }

  URI uri() {
    return URI.create("redis://" + address());
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
