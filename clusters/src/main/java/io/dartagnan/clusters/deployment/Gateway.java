package io.dartagnan.clusters.deployment;

import io.dartagnan.clusters.files.OwnerOnly;
import io.dartagnan.clusters.process.Port;
import io.dartagnan.clusters.process.Ports;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.process.StateFolder;
import io.dartagnan.clusters.terminal.CommandException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Gateway of HBase that {@code gateway} was asked for. It is one of the deployment's processes from
 * then on, until {@code down}.
 *
 * @param role which of the two
 * @param bind the address on which it listens; one of this machine's, or 0.0.0.0 for all of them
 * @param port its port, 1 to 65535
 * @param settings what its client's configuration has beside what this tool writes
 */
public record Gateway(Role role, String bind, int port, Map<String, String> settings) {
  /** Key of the address of HBase's REST gateway. */
  public static final String REST_BIND = "hbase.rest.host";

  /** Key of the address of HBase's Thrift gateway. */
  public static final String THRIFT_BIND = "hbase.regionserver.thrift.ipaddress";

  private static final List<String> OPTIONS =
      List.of(REST_BIND, THRIFT_BIND, Port.REST, Port.THRIFT);

  private static final String BIND = "bind";
  private static final String PORT = "port";
  private static final String SETTING = "set.";

  public Gateway {
    if (!role.isGateway()) {
      throw new IllegalArgumentException(role + " is no gateway");
    }
    if (port < 1 || port > 65_535) {
      throw CommandException.usage("--port takes a port, 1 to 65535, not " + port);
    }
    requireOwnAddress(bind);
    requireOther(settings);
    settings = Map.copyOf(settings);
  }

  private static void requireOther(Map<String, String> settings) {
    for (String key : OPTIONS) {
      if (settings.containsKey(key)) {
        throw CommandException.usage(
            "--set cannot change " + key + ": --bind and --port say where a gateway listens");
      }
    }
  }

  private static void requireOwnAddress(String bind) {
    try {
      InetAddress address = InetAddress.getByName(bind);
      if (address.isAnyLocalAddress() || NetworkInterface.getByInetAddress(address) != null) {
        return;
      }
    } catch (IOException unknown) {
      // Said below, as of any other address that is not this machine's.
    }
    throw CommandException.usage(
        "--bind takes an address of this machine, or 0.0.0.0 for all of them, not '" + bind + "'");
  }

  /** The one that was asked for since everything was down, if any. */
  public static Optional<Gateway> load(StateFolder state, Role role) {
    Path file = file(state, role);
    Optional<Properties> written = OwnerOnly.properties(file);
    if (written.isEmpty()) {
      return Optional.empty();
    }
    Properties saved = written.get();
    Map<String, String> settings = new TreeMap<>();
    for (String key : saved.stringPropertyNames()) {
      if (key.startsWith(SETTING)) {
        settings.put(key.substring(SETTING.length()), saved.getProperty(key));
      }
    }
    try {
      return Optional.of(
          new Gateway(
              role,
              saved.getProperty(BIND, Ports.LOOPBACK),
              Integer.parseInt(saved.getProperty(PORT)),
              settings));
    } catch (NumberFormatException e) {
      throw CommandException.failure(
          file + " is damaged; delete it and start " + role + " anew", e);
    }
  }

  public void save(StateFolder state) {
    Properties saved = new Properties();
    saved.setProperty(BIND, bind);
    saved.setProperty(PORT, Integer.toString(port));
    settings.forEach((key, value) -> saved.setProperty(SETTING + key, value));
    OwnerOnly.write(file(state, role), saved);
  }

  /** Makes it no process of the deployment any more. */
  public static void forget(StateFolder state, Role role) {
    try {
      Files.deleteIfExists(file(state, role));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + file(state, role), e);
    }
  }

  private static Path file(StateFolder state, Role role) {
    return state.of(role).resolve("gateway.properties");
  }

  /** The options as the user would type them. */
  public String options() {
    return ("--port " + port + " --bind " + bind + " " + Settings.of(settings)).strip();
  }

  /** The address at which it listens. */
  public Port listens() {
    return new Port(role, bind, DeploymentPorts.gatewayKey(role), port);
  }

  /** Address for a program on this machine: a URL of REST, {@code host:port} of Thrift. */
  public String address() {
    String host = bind.equals("0.0.0.0") ? Ports.LOOPBACK : bind;
    return (role == Role.REST ? "http://" : "") + host + ":" + port;
  }
}
