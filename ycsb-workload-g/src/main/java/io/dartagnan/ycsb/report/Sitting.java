package io.dartagnan.ycsb.report;

import io.dartagnan.ycsb.report.clouds.Distance;
import io.dartagnan.ycsb.report.clouds.LocalClouds;
import io.dartagnan.ycsb.report.plan.Plan;
import io.dartagnan.ycsb.report.plan.Point;
import io.dartagnan.ycsb.report.plan.SittingSettings;
import io.dartagnan.ycsb.report.result.Measurement;
import io.dartagnan.ycsb.report.result.ResultFile;
import io.dartagnan.ycsb.report.turn.TurnOrder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
}
