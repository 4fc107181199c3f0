package io.dartagnan.clusters;

/**
 * A port that a process listens on.
 *
 * @param role whose it is
 * @param key the configuration key that decides it
 * @param number 1 to 65535
 */
record Port(Role role, String key, int number) {

  /** What listens there, in a word. */
  String service() {
    return switch (key) {
      case Keys.ZOOKEEPER_PORT -> "zookeeper";
      case Keys.MASTER_PORT -> "master";
      case Keys.REGION_SERVER_PORT -> "region server";
      case Keys.MESH_PORT -> "mesh";
      case Keys.REDIS_URI -> "redis";
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
