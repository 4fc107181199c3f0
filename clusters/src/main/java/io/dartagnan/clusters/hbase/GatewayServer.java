package io.dartagnan.clusters.hbase;

import io.dartagnan.clusters.deployment.Gateway;
import io.dartagnan.clusters.files.Artefacts;
import io.dartagnan.clusters.files.OwnerOnly;
import io.dartagnan.clusters.process.Port;
import io.dartagnan.clusters.process.Ports;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.process.StateFolder;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Gateway of HBase, over REST or Thrift, that uses the clouds through the Safe Client. It is a
 * trusted client: whoever reaches its port reads and writes plaintext.
 */
public final class GatewayServer extends JavaServer {
  private final Gateway gateway;
  private final Artefacts artefacts;
  private final Supplier<List<Map<String, String>>> ways;
  private final GatewayProbe probe;

  /**
   * @param ways to each of the clouds, asked for when it is prepared
   */
  public GatewayServer(
      Gateway gateway,
      StateFolder state,
      Artefacts artefacts,
      Supplier<List<Map<String, String>>> ways) {
    super(gateway.role(), state, gateway.role().id());
    this.gateway = gateway;
    this.artefacts = artefacts;
    this.ways = ways;
    this.probe = new GatewayProbe(gateway);
  }

  public Gateway gateway() {
    return gateway;
  }

  @Override
  public List<Port> ports() {
    return List.of(gateway.listens());
  }

  @Override
  public boolean encrypted() {
    String key = role() == Role.REST ? "hbase.rest.ssl.enabled" : "hbase.thrift.ssl.enabled";
    return Boolean.parseBoolean(gateway.settings().get(key));
  }

  @Override
  List<Path> classpath() {
    return artefacts.gatewayClasspath().stream()
        .map(
            jar ->
                artefacts.isOfThisBuild(jar) ? OwnerOnly.copy(jar, folder().resolve("lib")) : jar)
        .toList();
  }

  @Override
  List<String> program() {
    return List.of(
        role() == Role.REST
            ? "org.apache.hadoop.hbase.rest.RESTServer"
            : "org.apache.hadoop.hbase.thrift.ThriftServer",
        "start");
  }

  /** Its hbase-site.xml: a client's, where it listens, and what the user set. */
  @Override
  Map<String, String> site() {
    Map<String, String> site = new LinkedHashMap<>(ClientSite.safe(ways.get()));
    boolean rest = role() == Role.REST;
    site.put(rest ? Gateway.REST_BIND : Gateway.THRIFT_BIND, gateway.bind());
    site.put(gateway.listens().key(), Integer.toString(gateway.port()));
    // The pages of the web interface are not in the jar.
    site.put(rest ? "hbase.rest.info.port" : "hbase.thrift.info.port", "-1");
    site.putAll(gateway.settings());
    return site;
  }

  @Override
  public String missing() {
    return probe.missing();
  }

  /** It keeps nothing that a signal could lose. */
  @Override
  public void quiesce() {}

  /**
   * Asks a gateway for the list of tables, which it gets from all clouds.
   *
   * <p>Where the user's settings change the protocol (TLS, authentication, Thrift's transports), an
   * open port has to do.
   */
  static final class GatewayProbe {
    private static final int CONNECT_MILLIS = 1_000;
    private static final int ANSWER_MILLIS = 20_000;

    private static final List<String> OTHER_PROTOCOL =
        List.of(
            "hbase.rest.ssl.",
            "hbase.rest.authentication.",
            "hbase.rest.csrf.",
            "hbase.thrift.ssl.",
            "hbase.thrift.security.",
            "hbase.regionserver.thrift.http",
            "hbase.regionserver.thrift.framed",
            "hbase.regionserver.thrift.compact",
            "hbase.regionserver.thrift.server.type");

    private static final int THRIFT_CALL = 0x8001_0001;
    private static final int THRIFT_REPLY = 0x8001_0002;
    private static final byte THRIFT_LIST = 15;
    private static final String LIST_TABLES = "getTableNames";

    private final Gateway gateway;

    GatewayProbe(Gateway gateway) {
      this.gateway = gateway;
    }

    /** The first thing that is still missing, or null when it answers. */
    String missing() {
      if (!Ports.answers(gateway.listens())) {
        return "it does not listen on port " + gateway.port();
      }
      boolean otherProtocol =
          gateway.settings().keySet().stream()
              .anyMatch(key -> OTHER_PROTOCOL.stream().anyMatch(key::startsWith));
      try {
        boolean answers =
            otherProtocol || (gateway.role() == Role.REST ? restAnswers() : thriftAnswers());
        return answers ? null : "it cannot list the tables of the clouds";
      } catch (IOException e) {
        return "it does not answer: " + e.getMessage();
      }
    }

    private boolean restAnswers() throws IOException {
      HttpURLConnection connection =
          (HttpURLConnection) URI.create(gateway.address() + "/").toURL().openConnection();
      try {
        connection.setConnectTimeout(CONNECT_MILLIS);
        connection.setReadTimeout(ANSWER_MILLIS);
        connection.setRequestProperty("Accept", "application/json");
        return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
      } finally {
        connection.disconnect();
      }
    }

    /*
     * Thrift's binary protocol, big-endian. A call without arguments, and the begin of its answer:
     *
     *   | version and kind (4) | length of the name (4) | name | sequence (4) | end of arguments 0 (1) |
     *   | version and kind (4) | length of the name (4) | name | sequence (4) | type of the result (1) | ...
     */
    private boolean thriftAnswers() throws IOException {
      byte[] name = LIST_TABLES.getBytes(StandardCharsets.US_ASCII);
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(gateway.bind(), gateway.port()), CONNECT_MILLIS);
        socket.setSoTimeout(ANSWER_MILLIS);
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.writeInt(THRIFT_CALL);
        out.writeInt(name.length);
        out.write(name);
        out.writeInt(1);
        out.writeByte(0);
        out.flush();
        DataInputStream in = new DataInputStream(socket.getInputStream());
        if (in.readInt() != THRIFT_REPLY || in.readInt() != name.length) {
          return false;
        }
        in.skipNBytes(name.length);
        return in.readInt() == 1 && in.readByte() == THRIFT_LIST;
      }
    }
  }
}
