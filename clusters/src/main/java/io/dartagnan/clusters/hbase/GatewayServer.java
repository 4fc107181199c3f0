package io.dartagnan.clusters.hbase;

import io.dartagnan.clusters.deployment.Gateway;
import io.dartagnan.clusters.files.Artefacts;
import io.dartagnan.clusters.files.ConfigurationFile;
import io.dartagnan.clusters.files.OwnerOnly;
import io.dartagnan.clusters.process.JavaCommand;
import io.dartagnan.clusters.process.Port;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.process.ServerProcess;
import io.dartagnan.clusters.process.StateFolder;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Gateway of HBase, over REST or Thrift, that uses the three clouds through the Safe Client. It is
 * a trusted client: whoever reaches its port reads and writes plaintext.
 */
public final class GatewayServer implements ServerProcess {
  private final Gateway gateway;
  private final StateFolder state;
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
    this.gateway = gateway;
    this.state = state;
    this.artefacts = artefacts;
    this.ways = ways;
    this.probe = new GatewayProbe(gateway);
  }

  public Gateway gateway() {
    return gateway;
  }

  @Override
  public Role role() {
    return gateway.role();
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

  /** Its hbase-site.xml: a client's, where it listens, and what the user set. */
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
  public void prepare() {
    OwnerOnly.folder(folder().resolve("tmp"));
    OwnerOnly.folder(log().getParent());
    LoggingConfiguration.writeServer(conf());
    ConfigurationFile.write(conf().resolve(ConfigurationFile.HBASE_SITE), site());
    OwnerOnly.write(javaArguments(), renderJavaArguments());
  }

  private String renderJavaArguments() {
    List<String> arguments = new ArrayList<>(ServerJvm.options(folder(), log()));
    arguments.add("-cp");
    arguments.add(classpath());
    arguments.add(
        role() == Role.REST
            ? "org.apache.hadoop.hbase.rest.RESTServer"
            : "org.apache.hadoop.hbase.thrift.ThriftServer");
    arguments.add("start");
    return ServerJvm.argumentFile(arguments);
  }

  private String classpath() {
    List<String> entries = new ArrayList<>(List.of(conf().toString()));
    for (Path jar : artefacts.gatewayClasspath()) {
      Path own = artefacts.isOfThisBuild(jar) ? OwnerOnly.copy(jar, folder().resolve("lib")) : jar;
      entries.add(own.toString());
    }
    return String.join(File.pathSeparator, entries);
  }

  @Override
  public List<String> command() {
    return List.of(JavaCommand.path(), "@" + javaArguments());
  }

  @Override
  public String marker() {
    return javaArguments().toString();
  }

  @Override
  public Path log() {
    return folder().resolve("logs").resolve(role().id() + ".log");
  }

  @Override
  public Path console() {
    return folder().resolve("logs").resolve(role().id() + ".out");
  }

  @Override
  public String missing() {
    return probe.missing();
  }

  /** It keeps nothing that a signal could lose. */
  @Override
  public void quiesce() {}

  private Path folder() {
    return state.of(role());
  }

  private Path conf() {
    return folder().resolve("conf");
  }

  private Path javaArguments() {
    return conf().resolve("java.args");
  }
}
