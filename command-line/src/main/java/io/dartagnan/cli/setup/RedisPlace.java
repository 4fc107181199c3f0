package io.dartagnan.cli.setup;

import java.net.URI;

/**
 * Redis as a description has it.
 *
 * @param at where RegionServers reach it
 * @param files folder for its settings, users and key
 */
record RedisPlace(URI at, String files) {
  private static final int DEFAULT_PORT = 6379;

  boolean isEncrypted() {
    return "rediss".equals(at.getScheme());
  }

  String host() {
    return at.getHost();
  }

  int port() {
    return at.getPort() < 0 ? DEFAULT_PORT : at.getPort();
  }

  String file(String name) {
    return files + "/" + name;
  }
}
