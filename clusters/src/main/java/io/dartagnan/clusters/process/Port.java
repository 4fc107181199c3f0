package io.dartagnan.clusters.process;

import io.dartagnan.server.ServerKeys;
import org.apache.hadoop.hbase.HConstants;

/**
 * Port that a process listens on.
 *
 * @param role whose it is
 * @param host the address on which it listens
 * @param key the configuration key that decides it
 * @param number 1 to 65535
 */
public record Port(Role role, String host, String key, int number) {
  /** Key of the port of HBase's REST gateway. */
  public static final String REST = "hbase.rest.port";

  /** Key of the port of HBase's Thrift gateway. */
  public static final String THRIFT = "hbase.regionserver.thrift.port";

  /** One that nobody reaches from another machine. */
  public Port(Role role, String key, int number) {
    this(role, Ports.LOOPBACK, key, number);
  }

  /** Name of the server that listens there. */
  public String service() {
    return switch (key) {
      case HConstants.ZOOKEEPER_CLIENT_PORT -> "zookeeper";
      case HConstants.MASTER_PORT -> "master";
      case HConstants.REGIONSERVER_PORT -> "region server";
      case ServerKeys.MESH_PORT -> "mesh";
      case ServerKeys.REDIS_URI -> "redis";
      case REST -> "http";
      case THRIFT -> "thrift";
      default -> key;
    };
  }

  /** The command that moves it elsewhere. */
  String override() {
    if (role.isGateway()) {
      return "clusters/local gateway " + role.id() + " --port PORT";
    }
    String setting =
        role == Role.REDIS
            ? key + "=rediss://127.0.0.1:PORT"
            : role.settingPrefix() + key + "=PORT";
    return "clusters/local up --set " + setting;
  }
}
