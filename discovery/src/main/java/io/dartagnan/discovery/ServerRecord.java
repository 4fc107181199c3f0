package io.dartagnan.discovery;

import java.util.regex.Pattern;

/**
 * Record of the address at which one party's RegionServer takes connections of the mesh.
 *
 * @param party 0, 1 or 2
 * @param server HBase's name of the RegionServer, {@code host,port,startcode}
 * @param host name or address that the other clouds can reach, 1 to 253 characters
 * @param port 1 to 65535
 */
public record ServerRecord(int party, String server, String host, int port) {
  private static final String HOST = "[A-Za-z0-9._:-]{1,253}";
  private static final Pattern HOST_PATTERN = Pattern.compile(HOST);
  private static final Pattern SERVER_PATTERN = Pattern.compile(HOST + ",\\d{1,5},\\d{1,19}");

  /**
   * A record whose every part is in range.
   *
   * @throws IllegalArgumentException naming the part that is not
   */
  public ServerRecord {
    checkName(party, server);
    if (host == null || !HOST_PATTERN.matcher(host).matches()) {
      throw new IllegalArgumentException(
          "host " + quote(host) + " given, a host name or an address without spaces is needed");
    }
    if (port < 1 || port > 65535) {
      throw new IllegalArgumentException("port " + port + " given, 1 to 65535 is allowed");
    }
  }

  /** Refuses a party or a server name that no record can have. */
  static void checkName(int party, String server) {
    if (party < 0 || party > 2) {
      throw new IllegalArgumentException("party " + party + " given, a party is 0, 1 or 2");
    }
    if (server == null || !SERVER_PATTERN.matcher(server).matches()) {
      throw new IllegalArgumentException(
          "server "
              + quote(server)
              + " given, HBase's name of a RegionServer is needed: host,port,startcode");
    }
  }

  private static String quote(String given) {
    return given == null ? "null" : '"' + DiscoveryException.printable(given) + '"';
  }
}
