package io.dartagnan.ycsb.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/**
 * Three clouds and the plain HBase beside them, by {@code clusters/local} in a state folder of
 * their own. Closing takes them down and leaves nothing behind.
 */
public final class LocalClouds implements AutoCloseable {
  private static final List<String> CLOUDS = List.of("cloud-0", "cloud-1", "cloud-2");
  private static final String BASELINE = "baseline";
  private static final List<String> PORTS = List.of("hbase.master.port", "hbase.regionserver.port");
  private static final Pattern EXPORT = Pattern.compile("export ([A-Z0-9_]+)=(.*)");
  private static final int DOWN_MINUTES = 3;

  /** Gauges over JMX are ten seconds old unless metrics are asked for more often. */
  private static final String METRICS = "*.periodMillis=100\n";

  private final Path script;
  private final Path state;
  private final boolean encrypted;
  private Process running;
  private boolean closed;

  /**
   * @param checkout that has {@code clusters/local}
   * @param state folder, which may be left from a sitting that was killed
   * @param encrypted whether all of them speak HBase's own TLS with their clients
   */
  public LocalClouds(Path checkout, Path state, boolean encrypted) {
    this.script = checkout.resolve("clusters").resolve("local");
    this.state = state;
    this.encrypted = encrypted;
  }

  /**
   * Brings them up anew.
   *
   * @param delayMs later that what one cloud sends to another leaves
   * @throws IOException in one sentence, if they do not come up
   */
  public void up(int delayMs) throws IOException, InterruptedException {
    if (Files.exists(state)) {
      down();
    }
    prepare();
    List<String> command = new ArrayList<>(List.of("up", "--baseline"));
    if (!encrypted) {
      command.add("--unencrypted");
    }
    if (delayMs > 0) {
      command.add("--set");
      command.add("dartagnan.mesh.delay.ms=" + delayMs);
    }
    Process up = start(command, ProcessBuilder.Redirect.DISCARD);
    if (up.waitFor() != 0) {
      throw new IOException(
          "the clouds did not come up: clusters/local ended with %d, and said why above"
              .formatted(up.exitValue()));
    }
  }

  private synchronized void prepare() throws IOException {
    requireOpen();
    for (String cloud : CLOUDS) {
      Path conf = Files.createDirectories(state.resolve(cloud).resolve("conf"));
      Files.writeString(conf.resolve("hadoop-metrics2-hbase.properties"), METRICS);
    }
  }

  private void requireOpen() throws IOException {
    if (closed) {
      throw new IOException("the clouds are being taken down");
    }
  }

  /** The variables by which programs find them. */
  public Map<String, String> environment() throws IOException, InterruptedException {
    Process env = start(List.of("env"), ProcessBuilder.Redirect.PIPE);
    String printed = new String(env.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (env.waitFor() != 0) {
      throw new IOException("clusters/local env ended with %d".formatted(env.exitValue()));
    }
    return variables(printed);
  }

  /** The variables of export lines, which have words in single quotes where a shell needs them. */
  static Map<String, String> variables(String printed) {
    Map<String, String> variables = new TreeMap<>();
    for (String line : printed.lines().toList()) {
      Matcher export = EXPORT.matcher(line);
      if (export.matches()) {
        variables.put(export.group(1), unquoted(export.group(2)));
      }
    }
    return variables;
  }

  private static String unquoted(String word) {
    StringBuilder text = new StringBuilder();
    boolean quoted = false;
    for (int at = 0; at < word.length(); at++) {
      char next = word.charAt(at);
      if (next == '\'') {
        quoted = !quoted;
      } else if (next == '\\' && !quoted && at + 1 < word.length()) {
        at++;
        text.append(word.charAt(at));
      } else {
        text.append(next);
      }
    }
    return text.toString();
  }

  /** The ports of the masters and RegionServers of all clusters. */
  public List<Integer> ports() throws IOException {
    List<Integer> ports = new ArrayList<>();
    for (String cluster : Stream.concat(CLOUDS.stream(), Stream.of(BASELINE)).toList()) {
      Path site = state.resolve(cluster).resolve("conf").resolve("hbase-site.xml");
      Configuration settings = new Configuration(false);
      settings.addResource(new org.apache.hadoop.fs.Path(site.toUri()));
      for (String key : PORTS) {
        int port = settings.getInt(key, 0);
        if (port <= 0) {
          throw new IOException("%s has no %s".formatted(site, key));
        }
        ports.add(port);
      }
    }
    return ports;
  }

  /** Takes them down and deletes the state folder; a command that is under way is ended first. */
  @Override
  public void close() throws IOException {
    Process unfinished;
    synchronized (this) {
      unfinished = closed ? null : running;
    }
    if (unfinished != null && unfinished.isAlive()) {
      unfinished.destroy();
      await(unfinished);
    }
    synchronized (this) {
      if (!closed && Files.exists(state)) {
        down();
      }
      closed = true;
    }
  }

  private void down() throws IOException {
    Process down = launch(List.of("down", "--wipe"), ProcessBuilder.Redirect.DISCARD);
    if (!await(down) || down.exitValue() != 0) {
      throw new IOException(
          "the clouds of %s did not go down; DARTAGNAN_STATE=%s clusters/local down --wipe tries again"
              .formatted(state, state));
    }
    delete(state);
  }

  private static boolean await(Process process) {
    try {
      return process.waitFor(DOWN_MINUTES, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private synchronized Process start(List<String> command, ProcessBuilder.Redirect out)
      throws IOException {
    requireOpen();
    running = launch(command, out);
    return running;
  }

  private Process launch(List<String> command, ProcessBuilder.Redirect out) throws IOException {
    List<String> line = new ArrayList<>();
    line.add(script.toString());
    line.addAll(command);
    ProcessBuilder process = new ProcessBuilder(line);
    process.environment().put("DARTAGNAN_STATE", state.toAbsolutePath().toString());
    // One sitting measures one build, whatever is edited meanwhile.
    process.environment().put("DARTAGNAN_BUILD", "never");
    return process.redirectError(ProcessBuilder.Redirect.INHERIT).redirectOutput(out).start();
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
