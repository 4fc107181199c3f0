package io.dartagnan.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;

/**
 * HBase in a folder with {@code lib} and {@code conf}, as its tarball is laid out, from its Maven
 * artefacts; one process on an address of its own.
 */
final class StockHBase {
  private static final Path JARS =
      Path.of("..", "safe-server-coprocessor", "target", "hbase.classpath");
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Path home;
  private final String host;
  private Process process;

  /**
   * Lays it out.
   *
   * @param host its address of this machine
   */
  StockHBase(Path home, String host) throws IOException {
    this.home = home;
    this.host = host;
    Path lib = Files.createDirectories(home.resolve("lib"));
    for (String jar : Files.readString(JARS).strip().split(File.pathSeparator)) {
      Path from = Path.of(jar);
      Files.createSymbolicLink(lib.resolve(from.getFileName()), from);
    }
    Files.createDirectories(home.resolve("conf"));
    Files.writeString(
        home.resolve("conf/log4j.properties"),
        """
        log4j.rootLogger=INFO, file
        log4j.appender.file=org.apache.log4j.FileAppender
        log4j.appender.file.File=%s
        log4j.appender.file.layout=org.apache.log4j.PatternLayout
        log4j.appender.file.layout.ConversionPattern=%%d{ISO8601} %%-5p [%%t] %%c{2}: %%m%%n
        """
            .formatted(log()));
  }

  Path home() {
    return home;
  }

  private Path log() {
    return home.resolve("hbase.log");
  }

  /**
   * Writes its settings: an operator's own for one machine, and those of a file beside them.
   *
   * @param masterPort where its master listens
   * @param regionServerPort where its RegionServer listens
   * @param zooKeeperPort where its ZooKeeper listens
   * @param more the file
   * @param keys which of its settings are taken
   */
  void configure(
      int masterPort, int regionServerPort, int zooKeeperPort, Path more, Predicate<String> keys)
      throws IOException {
    Map<String, String> own = new LinkedHashMap<>();
    own.put("hbase.rootdir", home.resolve("data").toUri().toString());
    own.put("hbase.tmp.dir", home.resolve("tmp").toString());
    own.put("hbase.unsafe.stream.capability.enforce", "false");
    own.put("hbase.zookeeper.property.dataDir", home.resolve("zookeeper").toString());
    own.put("hbase.master.hostname", host);
    own.put("hbase.master.ipc.address", host);
    own.put("hbase.master.port", Integer.toString(masterPort));
    own.put("hbase.unsafe.regionserver.hostname", host);
    own.put("hbase.regionserver.ipc.address", host);
    own.put("hbase.regionserver.port", Integer.toString(regionServerPort));
    own.put("hbase.master.info.port", "-1");
    own.put("hbase.regionserver.info.port", "-1");
    own.put("zookeeper.session.timeout.localHBaseCluster", "20000");
    Configuration site = new Configuration(false);
    Configuration given = new Configuration(false);
    given.addResource(new org.apache.hadoop.fs.Path(more.toUri()));
    given.forEach(
        setting -> {
          if (keys.test(setting.getKey())) {
            site.set(setting.getKey(), setting.getValue());
          }
        });
    own.forEach(site::set);
    site.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, zooKeeperPort);
    try (var out = Files.newOutputStream(home.resolve("conf/hbase-site.xml"))) {
      site.writeXml(out);
    }
  }

  /** Starts it with an empty log, and does not wait. */
  void start() throws IOException {
    Files.deleteIfExists(log());
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
                "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
                "-Djava.net.preferIPv4Stack=true",
                "-cp",
                home.resolve("conf") + File.pathSeparator + home.resolve("lib") + "/*",
                "org.apache.hadoop.hbase.master.HMaster",
                "start"));
    process =
        new ProcessBuilder(command)
            .directory(home.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(home.resolve("hbase.out").toFile()))
            .start();
  }

  /** Waits until its log says something. */
  void awaitLog(String line) {
    await("'%s' in %s".formatted(line, log()))
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(500))
        .failFast("it has ended", () -> !process.isAlive() && !logged().contains(line))
        .until(() -> logged().contains(line));
  }

  String logged() {
    try {
      return Files.exists(log()) ? Files.readString(log()) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends it in good order. */
  void stop() throws InterruptedException {
    if (process != null) {
      process.destroy();
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      }
    }
  }

  /** Ends it at once, and takes the links to its jars away. */
  void kill() throws InterruptedException, IOException {
    if (process != null) {
      process.destroyForcibly().waitFor();
    }
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(home.resolve("lib"))) {
      for (Path jar : jars) {
        Files.delete(jar);
      }
    }
  }
}
