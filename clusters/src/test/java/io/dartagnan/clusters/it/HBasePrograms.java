package io.dartagnan.clusters.it;

import io.dartagnan.sealed.SivSealer;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVFormat;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hbase.thirdparty.io.netty.internal.tcnative.SSL;
import org.cryptomator.siv.SivMode;

/**
 * Programs and connections on clusters that are up, wherever these came from: all there is to know
 * is what their {@code env} printed.
 */
final class HBasePrograms {
  /**
   * Programs that live for a minute gain nothing from the optimising compiler, which takes half of
   * the processor's time while HBase starts.
   */
  static final String BRIEF = "-XX:TieredStopAtLevel=1";

  /** Longer than a program with hundreds of filters takes beside two other tests' clusters. */
  private static final Duration DEADLINE = Duration.ofMinutes(20);

  /** Read once: to read them takes longer than to connect. */
  private static final Configuration DEFAULTS = HBaseConfiguration.create();

  private static final Pattern EXPORT = Pattern.compile("export (\\w+)='([^']*)'");

  private final Path module;
  private final Commands commands;
  private final Map<String, String> variables;

  /**
   * Programs on some clusters.
   *
   * @param module the folder of this module
   * @param variables what {@code env} printed
   */
  HBasePrograms(Path module, Commands commands, Map<String, String> variables) {
    this.module = module;
    this.commands = commands;
    this.variables = variables;
  }

  /** The variables that lines of {@code env} export. */
  static Map<String, String> exports(String lines) {
    Map<String, String> variables = new LinkedHashMap<>();
    Matcher export = EXPORT.matcher(lines);
    while (export.find()) {
      variables.put(export.group(1), export.group(2));
    }
    return variables;
  }

  /** A variable as {@code env} says it. */
  String variable(String name) {
    return variables.get(name);
  }

  /**
   * Runs an HBase program in a JVM of its own.
   *
   * @param site the variable that names its configuration
   * @param classPath what it needs besides this module's own tests, what they parse CSV with, and
   *     HBase's native TLS
   * @return what it prints
   */
  String run(String site, String classPath, Class<?> main, String... arguments)
      throws IOException, InterruptedException {
    return commands
        .require(DEADLINE, command(site, classPath, List.of(), main, List.of(arguments)))
        .output();
  }

  /**
   * Starts a program that uses the three clouds as one HBase.
   *
   * @param options of its JVM
   * @return the program, which is told what to do line by line
   */
  ProgramProcess start(List<String> options, Class<?> main, String... arguments)
      throws IOException {
    return ProgramProcess.start(
        command(
            "DARTAGNAN_CONF", variable("DARTAGNAN_CLASSPATH"), options, main, List.of(arguments)),
        module.resolve("target").resolve("it-programs"));
  }

  private List<String> command(
      String site, String classPath, List<String> options, Class<?> main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add(BRIEF);
    command.addAll(List.of(variable("DARTAGNAN_JAVA_OPTS").split(" ")));
    command.addAll(options);
    command.add("-cp");
    command.add(
        String.join(
            ":",
            variable(site),
            module.resolve("target").resolve("test-classes").toString(),
            jarOf(CSVFormat.class),
            jarOf(SSL.class),
            jarOf(SivSealer.Provider.class),
            jarOf(SivMode.class),
            classPath));
    command.add(main.getName());
    command.addAll(arguments);
    return command;
  }

  private static String jarOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A connection of this process, with settings of its own. */
  Connection connect(String site, Configuration settings) throws IOException {
    Configuration configuration = configuration(Path.of(variable(site)));
    settings.forEach(setting -> configuration.set(setting.getKey(), setting.getValue()));
    return ConnectionFactory.createConnection(configuration);
  }

  /** The configuration in a folder. */
  static Configuration configuration(Path folder) {
    Configuration site = new Configuration(false);
    site.addResource(new org.apache.hadoop.fs.Path(folder.resolve("hbase-site.xml").toUri()));
    Configuration configuration = new Configuration(DEFAULTS);
    HBaseConfiguration.merge(configuration, site);
    return configuration;
  }
}
