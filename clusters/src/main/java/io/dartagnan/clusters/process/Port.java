package io.dartagnan.clusters.process;

import io.dartagnan.server.ServerKeys;
import org.apache.hadoop.hbase.HConstants;

/**
 * Port that a process listens on.
 *
 * @param role whose it is
 * @param key the configuration key that decides it
 * @param number 1 to 65535
 */
public record Port(Role role, String key, int number) {

  /** Name of the server that listens there. */
  public String service() {
    return switch (key) {
      case HConstants.ZOOKEEPER_CLIENT_PORT -> "zookeeper";
      case HConstants.MASTER_PORT -> "master";
      case HConstants.REGIONSERVER_PORT -> "region server";
      case ServerKeys.MESH_PORT -> "mesh";
      case ServerKeys.REDIS_URI -> "redis";
      default -> key;
    };
  }

  /** The argument that moves it elsewhere. */
  String override() {
    return role == Role.REDIS
        ? "--set " + key + "=redis://127.0.0.1:PORT"
        : "--set " + role.settingPrefix() + key + "=PORT";
  }
}
