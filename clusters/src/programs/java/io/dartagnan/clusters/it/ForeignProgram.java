package io.dartagnan.clusters.it;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * A program of {@code clusters/programs}: it runs with a class path of its own, and with an {@code
 * hbase-site.xml} of which it knows nothing.
 */
final class ForeignProgram {
  private static final Duration DEADLINE = Duration.ofMinutes(5);

  private final LocalClusters clusters;
  private final String name;
  private final Path configuration;

  private ForeignProgram(LocalClusters clusters, String name, Path configuration) {
    this.clusters = clusters;
    this.name = name;
    this.configuration = configuration;
  }

  /**
   * A program whose one HBase are the three clouds.
   *
   * @param name its folder in {@code clusters/programs}
   * @param settings further lines of its {@code hbase-site.xml}, such as the schemas of its tables
   */
  static ForeignProgram onClouds(LocalClusters clusters, String name, Map<String, String> settings)
      throws IOException {
    Configuration site = site(clusters, "DARTAGNAN_CONF");
    settings.forEach(site::set);
    return of(clusters, name, site);
  }

  /** A program that knows one HBase alone. */
  static ForeignProgram onBaseline(
      LocalClusters clusters, String name, Map<String, String> settings) throws IOException {
    Configuration site = site(clusters, "DARTAGNAN_BASELINE_CONF");
    settings.forEach(site::set);
    return of(clusters, name, site);
  }

  private static ForeignProgram of(LocalClusters clusters, String name, Configuration site)
      throws IOException {
    Path programs = Files.createDirectories(clusters.target().resolve("programs"));
    Path folder = Files.createTempDirectory(programs, name);
    try (OutputStream file = Files.newOutputStream(folder.resolve("hbase-site.xml"))) {
      site.writeXml(file);
    }
    Files.write(
        folder.resolve("log4j.properties"),
        List.of(
            "log4j.rootLogger=INFO,console",
            "log4j.logger.org.apache.zookeeper=WARN",
            "log4j.appender.console=org.apache.log4j.ConsoleAppender",
            "log4j.appender.console.target=System.err",
            "log4j.appender.console.layout=org.apache.log4j.PatternLayout",
            "log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %-5p %c: %m%n"));
    return new ForeignProgram(clusters, name, folder);
  }

  /** The files that {@code clusters/local} wrote for a client. */
  static Configuration site(LocalClusters clusters, String variable) {
    Configuration site = new Configuration(false);
    Path file = Path.of(clusters.variable(variable), "hbase-site.xml");
    site.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
    return site;
  }

  /** Runs it to its end, which must be a good one. */
  Commands.Ended run(String main, String... arguments) throws IOException, InterruptedException {
    Path module = clusters.target().resolveSibling(Path.of("programs", name, "target"));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(clusters.variable("DARTAGNAN_JAVA_OPTS").split(" ")));
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-Xmx512m",
            "-Djava.net.preferIPv4Stack=true",
            "-Djava.io.tmpdir=" + configuration,
            "-cp",
            String.join(
                ":",
                configuration.toString(),
                module.resolve("classes").toString(),
                Files.readString(module.resolve("runtime.classpath")).strip()),
            main));
    command.addAll(Arrays.asList(arguments));
    return new Commands(configuration, Map.of()).require(DEADLINE, command);
  }
}
