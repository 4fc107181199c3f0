package io.dartagnan.ycsb.report;

import io.dartagnan.ycsb.report.plan.Plan;
import io.dartagnan.ycsb.report.plan.Point;
import io.dartagnan.ycsb.report.plan.SittingSettings;
import io.dartagnan.ycsb.report.result.Measurement;
import io.dartagnan.ycsb.report.result.ResultFile;
import io.dartagnan.ycsb.report.turn.Turns;
import io.dartagnan.ycsb.report.turn.Turns.TurnOrder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Measuring of all points of a plan that have not been measured: for each distance it brings clouds
 * up, has a process measure there, and takes them down.
 */
final class Sitting {
  private final Path checkout;
  private final SittingFolder folder;
  private final SittingSettings settings;
  private final PrintWriter out;
  private final PrintWriter err;
  private LocalClouds clouds;
  private TurnProcess turns;
  private boolean interrupted;

  /**
   * @param out gets a line for each point as it is measured
   * @param err gets progress and failures
   */
  Sitting(
      Path checkout,
      SittingFolder folder,
      SittingSettings settings,
      PrintWriter out,
      PrintWriter err) {
    this.checkout = checkout;
    this.folder = folder;
    this.settings = settings;
    this.out = out;
    this.err = err;
  }

  /**
   * Measures what is missing.
   *
   * @throws IOException in one sentence, if it cannot go on; what was measured is kept
   */
  void measure(Plan plan) throws IOException, InterruptedException {
    List<Measurement> before = new ResultFile(folder.results()).read();
    List<Point> missing = plan.without(ResultFile.sound(before).keySet());
    if (missing.isEmpty()) {
      return;
    }
    Progress progress = new Progress(err, settings, plan.points().size(), missing);
    Map<Integer, List<Point>> byDistance =
        missing.stream()
            .collect(
                Collectors.groupingBy(Point::delayMs, LinkedHashMap::new, Collectors.toList()));
    for (Map.Entry<Integer, List<Point>> distance : byDistance.entrySet()) {
      progress.say("bringing up clouds at a distance of %d ms".formatted(distance.getKey()));
      try (LocalClouds up = begin()) {
        up.up(distance.getKey());
        measure(up, distance.getKey(), distance.getValue(), progress);
      }
    }
  }

  private void measure(LocalClouds up, int delayMs, List<Point> points, Progress progress)
      throws IOException, InterruptedException {
    Path home = checkout.resolve("ycsb-workload-g");
    new TurnOrder(home.toString(), folder.results().toString(), settings, points)
        .writeTo(folder.order());
    try (Distance distance =
            Distance.open(delayMs == 0 ? List.of() : up.ports(), delayMs, folder.hosts());
        TurnProcess process =
            begin(
                TurnProcess.start(
                    up.environment(),
                    delayMs == 0 ? List.of() : distance.jvmOptions(),
                    home,
                    folder.order()))) {
      progress.begin();
      int exit = process.await(line -> heard(line, progress));
      if (exit != 0) {
        throw new IOException(
            "measuring ended with %d; the same command again continues".formatted(exit));
      }
    }
  }

  private void heard(String line, Progress progress) {
    if (!line.startsWith("{")) {
      progress.say(line);
      return;
    }
    Measurement measurement = Measurement.fromJson(line);
    if (measurement.result() != null) {
      out.println(measurement.summary());
    }
    if (!measurement.isSound()) {
      err.println("report: " + measurement.failure());
    }
    progress.measured();
  }

  private synchronized LocalClouds begin() throws IOException {
    requireUninterrupted();
    clouds = new LocalClouds(checkout, folder.clouds(), settings.encrypted());
    return clouds;
  }

  private synchronized TurnProcess begin(TurnProcess process) throws IOException {
    turns = process;
    if (interrupted) {
      process.close();
    }
    requireUninterrupted();
    return process;
  }

  private void requireUninterrupted() throws IOException {
    if (interrupted) {
      throw new IOException("interrupted; the same command again continues");
    }
  }

  /** Whether somebody has ended it. */
  synchronized boolean isInterrupted() {
    return interrupted;
  }

  /** Ends it from another thread: nothing of it is left when this returns. */
  void interrupt() throws IOException {
    LocalClouds up;
    TurnProcess measuring;
    synchronized (this) {
      interrupted = true;
      up = clouds;
      measuring = turns;
    }
    if (measuring != null) {
      measuring.close();
    }
    if (up != null) {
      up.close();
    }
  }

  /** The process that measures one distance's points: a JVM of its own, with this one's classes. */
  private static final class TurnProcess implements AutoCloseable {
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
      command.add(
          "-Dlog4j.configuration=file:" + home.resolve("log4j.properties").toAbsolutePath());
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

  /** Lines that say what is done, how many points are left, and about how long they take. */
  static final class Progress {
    /** The time that a point takes beside its seconds, until some have been measured. */
    private static final double EXTRA_SECONDS = 0.7;

    private static final double SECONDS_PER_DISTANCE = 60;
    private static final double NANOS = 1e9;

    private final PrintWriter to;
    private final SittingSettings settings;
    private final int all;
    private final List<Point> left;
    private double measuredSeconds;
    private double expectedSeconds;
    private int done;
    private long last = System.nanoTime();

    /**
     * @param all points of the sitting
     * @param left that are to be measured now, in their order
     */
    Progress(PrintWriter to, SittingSettings settings, int all, List<Point> left) {
      this.to = to;
      this.settings = settings;
      this.all = all;
      this.left = List.copyOf(left);
    }

    /** Begins to measure a distance, once its clouds are up. */
    void begin() {
      last = System.nanoTime();
      announceNext();
    }

    /** Says what is done besides measuring. */
    void say(String text) {
      line(text);
    }

    /** Counts the next point as measured. */
    void measured() {
      long now = System.nanoTime();
      measuredSeconds += (now - last) / NANOS;
      expectedSeconds += expected(left.get(done));
      last = now;
      done++;
      announceNext();
    }

    private void announceNext() {
      if (done < left.size()) {
        line(left.get(done).sentence());
      }
    }

    private void line(String text) {
      to.printf(
          Locale.ROOT,
          "[%d of %d, %s left] %s%n",
          all - left.size() + done,
          all,
          time(secondsLeft()),
          text);
      to.flush();
    }

    /** About how long the rest takes, by what points have taken so far. */
    double secondsLeft() {
      List<Point> rest = left.subList(done, left.size());
      double expected = rest.stream().mapToDouble(this::expected).sum();
      double factor = done < 3 ? 1 : measuredSeconds / expectedSeconds;
      int current = done == 0 || done == left.size() ? -1 : left.get(done - 1).delayMs();
      long distances =
          rest.stream().mapToInt(Point::delayMs).distinct().filter(each -> each != current).count();
      return expected * factor + distances * SECONDS_PER_DISTANCE;
    }

    private double expected(Point point) {
      return settings.secondsOf(point) + settings.warmUpSecondsOf(point) + EXTRA_SECONDS;
    }

    /** A time in the unit that fits it. */
    static String time(double seconds) {
      if (seconds < 90) {
        return String.format(Locale.ROOT, "about %.0f s", seconds);
      }
      double minutes = seconds / 60;
      return minutes < 90
          ? String.format(Locale.ROOT, "about %.0f min", minutes)
          : String.format(Locale.ROOT, "about %.1f h", minutes / 60);
    }
  }
}
