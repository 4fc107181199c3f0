package io.dartagnan.ycsb.report;

import io.dartagnan.ycsb.report.turn.Turns;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The process that measures one distance's points: a JVM of its own, with this one's classes. */
final class TurnProcess implements AutoCloseable {
  private static final int END_SECONDS = 10;

  /** The options that HBase's client needs on Java 17. */
  private static final List<String> OPTIONS =
      List.of(
          "-Xms256m",
          "-Xmx1g",
          "-XX:+UseG1GC",
          "-XX:+PerfDisableSharedMem",
          "-Dfile.encoding=UTF-8",
          "-Djava.net.preferIPv4Stack=true",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
          "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED");

  private final Process process;

  private TurnProcess(Process process) {
    this.process = process;
  }

  /**
   * Starts it.
   *
   * @param environment that {@code clusters/local env} prints
   * @param options of its JVM, beside those that it always has
   * @param home the module's folder
   * @param order the file of what is to be measured
   */
  static TurnProcess start(
      Map<String, String> environment, List<String> options, Path home, Path order)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(OPTIONS);
    command.addAll(options);
    command.add("-Dlog4j.configuration=file:" + home.resolve("log4j.properties").toAbsolutePath());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(Turns.class.getName());
    command.add(order.toString());
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(environment);
    return new TurnProcess(builder.start());
  }

  /**
   * Hands on each line that it prints, until it ends.
   *
   * @return its exit code
   */
  int await(Consumer<String> lines) throws IOException, InterruptedException {
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.accept(line);
      }
    }
    return process.waitFor();
  }

  /** Ends it, whatever it does. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
  }
}
