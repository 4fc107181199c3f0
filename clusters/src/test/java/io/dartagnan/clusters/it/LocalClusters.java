package io.dartagnan.clusters.it;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.server.ServerKeys;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.SslOptions;

/** The clusters of {@code clusters/local}, in a state folder of their own below {@code target}. */
public final class LocalClusters implements ThreeClouds, AutoCloseable {

  /** Short, so that an outage of Redis is soon felt. */
  static final Duration LEASE = Duration.ofSeconds(3);

  /** Short, so that tests can wait for it: what failed writes left is removed when it is as old. */
  public static final Duration LEFTOVER_AGE = Duration.ofSeconds(2);

  private static final Duration START_DEADLINE = Duration.ofSeconds(600);
  private static final Duration COMMAND_DEADLINE = Duration.ofSeconds(600);

  private final Path module = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
  private final Path state;
  private final Commands commands;
  private final Commands starts;
  private final List<String> up;
  private List<String> now;
  private final Thread hook = new Thread(this::wipe, "down");
  private final CloudConnections shared = new CloudConnections(this);
  private Map<String, String> variables = Map.of();

  private LocalClusters(String folder, String... options) {
    state = module.resolve("target").resolve(folder);
    commands =
        new Commands(
            module.getParent(),
            Map.of(
                "DARTAGNAN_STATE",
                state.toString(),
                "DARTAGNAN_BUILD",
                "never",
                "DARTAGNAN_CLI_JVM",
                HBasePrograms.BRIEF));
    starts = commands.with("JAVA_TOOL_OPTIONS", HBasePrograms.BRIEF);
    up = local("up");
    up.addAll(List.of(options));
    up.addAll(List.of("--set", "dartagnan.discovery.lease.ms=" + LEASE.toMillis()));
    now = up;
  }

  /**
   * Brings everything up; whatever came up is down again if it fails.
   *
   * @param folder the name of the state folder, which is wiped before and after
   * @param options what {@code clusters/local up} is given
   */
  public static LocalClusters up(String folder, String... options)
      throws IOException, InterruptedException {
    LocalClusters clusters = new LocalClusters(folder, options);
    Runtime.getRuntime().addShutdownHook(clusters.hook);
    try {
      clusters.wipe();
      clusters.starts.require(START_DEADLINE, clusters.up);
      clusters.variables = HBasePrograms.exports(clusters.require("env").output());
      return clusters;
    } catch (IOException | InterruptedException | RuntimeException e) {
      clusters.close();
      throw e;
    }
  }

  private List<String> local(String... arguments) {
    return script("local", arguments);
  }

  private List<String> script(String name, String... arguments) {
    List<String> command = new ArrayList<>(List.of(module.resolve(name).toString()));
    command.addAll(List.of(arguments));
    return command;
  }

  /** Runs {@code clusters/local}, which must succeed: for instance {@code stop 1}. */
  public Commands.Ended require(String... arguments) throws IOException, InterruptedException {
    return (arguments[0].equals("start") ? starts : commands)
        .require(COMMAND_DEADLINE, local(arguments));
  }

  /** Runs {@code clusters/local}, which may fail. */
  Commands.Ended run(String... arguments) throws IOException, InterruptedException {
    return commands.run(COMMAND_DEADLINE, local(arguments));
  }

  /**
   * Kills a cloud, takes its log away, and starts it: it has lost what no flush has put into files.
   * It keeps the log of where its regions are.
   */
  public void loseLog(int party) throws IOException, InterruptedException {
    require("kill", String.valueOf(party));
    try (Stream<Path> files = Files.walk(folder("cloud-" + party))) {
      List<Path> logs =
          files
              .filter(Files::isRegularFile)
              .filter(path -> path.toString().contains("/WALs/"))
              .filter(path -> !path.toString().contains("MasterData"))
              .filter(path -> !path.getFileName().toString().contains(".meta."))
              .toList();
      if (logs.isEmpty()) {
        throw new IOException("cloud " + party + " has no log in " + folder("cloud-" + party));
      }
      for (Path each : logs) {
        Files.delete(each);
      }
    }
    require("start", String.valueOf(party));
  }

  /** Sends a signal to a cloud's process: {@code STOP} or {@code CONT}. */
  public void signal(int party, String signal) throws IOException, InterruptedException {
    String pid = Files.readString(folder("run").resolve("cloud-" + party + ".pid")).strip();
    commands.require(COMMAND_DEADLINE, List.of("kill", "-" + signal, pid));
  }

  /** Runs {@code clusters/dartagnan}. */
  public Commands.Ended dartagnan(String... arguments) throws IOException, InterruptedException {
    return commands.run(COMMAND_DEADLINE, script("dartagnan", arguments));
  }

  /** Starts {@code clusters/dartagnan}. */
  RunningCommand startDartagnan(String... arguments) throws IOException {
    return commands.start(script("dartagnan", arguments));
  }

  /**
   * Brings everything down and up again, with all that is stored there.
   *
   * @param further options for {@code clusters/local up} besides the first ones, until the next
   *     time
   */
  public void restart(String... further) throws IOException, InterruptedException {
    shared.close();
    require("down");
    now = new ArrayList<>(up);
    now.addAll(List.of(further));
    starts.require(START_DEADLINE, now);
  }

  /** Asks once more for what is up. */
  Commands.Ended upAgain() throws IOException, InterruptedException {
    return commands.run(COMMAND_DEADLINE, now);
  }

  @Override
  public void restore() throws IOException, InterruptedException {
    if (run("status").exit() != 0) {
      starts.require(START_DEADLINE, now);
    }
  }

  /** Programs on these clusters. */
  HBasePrograms programs() {
    return new HBasePrograms(module, commands, variables);
  }

  /**
   * Runs an HBase program in a JVM of its own.
   *
   * @param site the variable that names its configuration
   * @param classPath what it needs besides this module's own tests and what they parse CSV with
   * @return what it prints
   */
  String program(String site, String classPath, Class<?> main, String... arguments)
      throws IOException, InterruptedException {
    return programs().run(site, classPath, main, arguments);
  }

  @Override
  public ProgramProcess start(List<String> options, Class<?> main, String... arguments)
      throws IOException {
    return programs().start(options, main, arguments);
  }

  /** The three clouds as one HBase. */
  public Connection safe() throws IOException {
    return connect("DARTAGNAN_CONF");
  }

  @Override
  public Connection safe(Configuration settings) throws IOException {
    return connect("DARTAGNAN_CONF", settings);
  }

  /** The same for an application that does not wait long for a cloud. */
  Connection impatient() throws IOException {
    Configuration settings = new Configuration(false);
    settings.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, 3_000);
    settings.setInt(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, 3_000);
    return safe(settings);
  }

  @Override
  public Connection cloud(int party, Configuration settings) throws IOException {
    return connect("DARTAGNAN_CLOUD_" + party + "_CONF", settings);
  }

  @Override
  public CloudTable cloud(int party, TableName table) throws IOException {
    return new CloudTable(shared.of(party), table);
  }

  Connection baseline() throws IOException {
    return connect("DARTAGNAN_BASELINE_CONF");
  }

  /** The same for an application with settings of its own. */
  Connection baseline(Configuration settings) throws IOException {
    return connect("DARTAGNAN_BASELINE_CONF", settings);
  }

  /** The baseline as the one cluster of a Safe Client, for an application with its own settings. */
  Connection oneCluster(Configuration settings) throws IOException {
    Configuration client = clientOfOne();
    settings.forEach(each -> client.set(each.getKey(), each.getValue()));
    return ConnectionFactory.createConnection(client);
  }

  /** The configuration of its client. */
  Configuration clientOfOne() {
    Configuration client = client();
    for (int party = 0; party < 3; party++) {
      String prefix = "dartagnan.party." + party + ".";
      client.getPropsWithPrefix(prefix).keySet().forEach(key -> client.unset(prefix + key));
    }
    client.set(ClientKeys.CLOUDS, "1");
    Configuration site = new Configuration(false);
    site.addResource(
        new org.apache.hadoop.fs.Path(
            Path.of(variable("DARTAGNAN_BASELINE_CONF")).resolve("hbase-site.xml").toUri()));
    site.forEach(each -> client.set("dartagnan.party.0." + each.getKey(), each.getValue()));
    return client;
  }

  private Connection connect(String site) throws IOException {
    return connect(site, new Configuration(false));
  }

  private Connection connect(String site, Configuration settings) throws IOException {
    return programs().connect(site, settings);
  }

  /** The configuration of the three clouds' client. */
  Configuration client() {
    return HBasePrograms.configuration(Path.of(variable("DARTAGNAN_CONF")));
  }

  /** A setting of a cloud's servers. */
  String serverSetting(int party, String key) {
    return HBasePrograms.configuration(folder("cloud-" + party).resolve("conf")).get(key);
  }

  /** Redis, for somebody who does not log in. */
  Jedis redis() {
    return redis(DefaultJedisClientConfig.builder());
  }

  /** Redis as a cloud's region servers have it. */
  Jedis redis(int party) {
    return redis(
        DefaultJedisClientConfig.builder()
            .user(serverSetting(party, ServerKeys.REDIS_USERNAME))
            .password(serverSetting(party, ServerKeys.REDIS_PASSWORD)));
  }

  private Jedis redis(DefaultJedisClientConfig.Builder config) {
    URI uri = URI.create(serverSetting(0, ServerKeys.REDIS_URI));
    if (uri.getScheme().equals("rediss")) {
      config.sslOptions(
          SslOptions.builder()
              .trustStoreType("PKCS12")
              .truststore(
                  new File(serverSetting(0, ServerKeys.REDIS_TRUSTSTORE)),
                  serverSetting(0, ServerKeys.REDIS_TRUSTSTORE_PASSWORD).toCharArray())
              .build());
    }
    return new Jedis(
        new HostAndPort(uri.getHost(), uri.getPort()),
        config.clientSetInfoConfig(ClientSetInfoConfig.DISABLED).build());
  }

  /** What {@code clusters/local env} says. */
  public String variable(String name) {
    return variables.get(name);
  }

  /** A folder in the state folder: of a cloud, of the baseline, or {@code run}. */
  public Path folder(String role) {
    return state.resolve(role);
  }

  @Override
  public Path target() {
    return module.resolve("target");
  }

  @Override
  public void close() {
    wipe();
    Runtime.getRuntime().removeShutdownHook(hook);
  }

  private void wipe() {
    shared.close();
    try {
      require("down", "--wipe");
    } catch (IOException e) {
      throw new IllegalStateException("the clusters in " + state + " may still run", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
