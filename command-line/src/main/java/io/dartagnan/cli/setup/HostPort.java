package io.dartagnan.cli.setup;

/**
 * Address of a server.
 *
 * @param host a name or an address
 * @param port 1 to 65535
 */
record HostPort(String host, int port) {

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
