package io.dartagnan.clusters.deployment;

import io.dartagnan.clusters.process.Port;
import io.dartagnan.clusters.process.Ports;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.server.ServerKeys;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.HConstants;

/** Chooses the ports of a deployment: those of an earlier one again, free ones for the rest. */
public final class DeploymentPorts {
  private DeploymentPorts() {}

  /** The keys of the ports that a process of a deployment listens on. */
  public static List<String> keys(Deployment deployment, Role role) {
    List<String> keys = new ArrayList<>(keys(role));
    if (!deployment.meshed()) {
      keys.remove(ServerKeys.MESH_PORT);
    }
    return keys;
  }

  /** The keys of the ports that a process listens on in one deployment or another. */
  public static List<String> keys(Role role) {
    if (role == Role.REDIS) {
      return List.of(ServerKeys.REDIS_URI);
    }
    if (role.isGateway()) {
      return List.of(gatewayKey(role));
    }
    List<String> keys =
        new ArrayList<>(
            List.of(
                HConstants.ZOOKEEPER_CLIENT_PORT,
                HConstants.MASTER_PORT,
                HConstants.REGIONSERVER_PORT));
    if (role.isCloud()) {
      keys.add(ServerKeys.MESH_PORT);
    }
    return keys;
  }

  /** The key of the port of a gateway. */
  static String gatewayKey(Role role) {
    return role == Role.REST ? Port.REST : Port.THRIFT;
  }

  /** The port chosen for a gateway. */
  public static int ofGateway(Deployment deployment, Role role) {
    return deployment.port(role, gatewayKey(role));
  }

  /**
   * The ports for every role there can be, so that a later baseline changes none.
   *
   * @param earlier those of an earlier deployment, which stay
   * @param free ports for the rest
   */
  public static Map<String, Integer> choose(Map<String, Integer> earlier, List<Integer> free) {
    List<String> names = new ArrayList<>();
    for (Role role : Role.values()) {
      for (String key : keys(role)) {
        names.add(Deployment.portName(role, key));
      }
    }
    Map<String, Integer> ports = new TreeMap<>(earlier);
    names.removeAll(ports.keySet());
    Iterator<Integer> unused =
        free.stream().filter(port -> !earlier.containsValue(port)).iterator();
    for (String name : names) {
      ports.put(name, unused.next());
    }
    return ports;
  }

  /** URI of Redis: on the chosen port, unless the user named another for all clouds. */
  public static String redis(Deployment deployment) {
    String chosen =
        "%s://%s:%d"
            .formatted(
                deployment.encrypted() ? "rediss" : "redis",
                Ports.LOOPBACK,
                deployment.port(Role.REDIS, ServerKeys.REDIS_URI));
    return deployment.settings().asMap().getOrDefault(ServerKeys.REDIS_URI, chosen);
  }
}
