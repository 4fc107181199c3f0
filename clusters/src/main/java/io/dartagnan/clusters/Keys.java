package io.dartagnan.clusters;

/** The configuration keys that this tool reads back from what it wrote, or names in an error. */
final class Keys {
  static final String PARTY = "dartagnan.party";
  static final String REDIS_URI = "dartagnan.discovery.redis.uri";
  static final String REDIS_USERNAME = "dartagnan.discovery.redis.username";
  static final String REDIS_PASSWORD = "dartagnan.discovery.redis.password";
  static final String TRUSTSTORE = "dartagnan.mesh.tls.truststore.location";
  static final String TRUSTSTORE_PASSWORD = "dartagnan.mesh.tls.truststore.password";
  static final String MESH_PORT = "dartagnan.mesh.port";
  static final String ZOOKEEPER_QUORUM = "hbase.zookeeper.quorum";
  static final String ZOOKEEPER_PORT = "hbase.zookeeper.property.clientPort";
  static final String ZOOKEEPER_PARENT = "zookeeper.znode.parent";
  static final String MASTER_PORT = "hbase.master.port";
  static final String REGION_SERVER_PORT = "hbase.regionserver.port";

  private Keys() {}
}
