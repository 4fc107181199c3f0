package io.dartagnan.ycsb.report.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Points of a sitting in the order of measuring: by distance, since each needs clouds of its own;
 * within it in turns, each of which measures everything once, so that what changes on the machine
 * meanwhile shows as spread; within a turn the systems one after another, a different one first
 * each time.
 */
public final class Plan {
  private static final int NEAR = 0;

  private final List<Point> points;

  private Plan(List<Point> points) {
    this.points = List.copyOf(points);
  }

  /** The plan of some figures. */
  public static Plan of(SittingSettings settings, Collection<Figure> figures) {
    Set<Figure> wanted = Set.copyOf(figures);
    List<Integer> distances = new ArrayList<>();
    distances.add(NEAR);
    distances.addAll(settings.distances());
    List<Point> points = new ArrayList<>();
    for (int delay : distances) {
      for (int repetition = 1; repetition <= settings.repetitions(); repetition++) {
        int turn = repetition;
        for (Figure figure : Figure.values()) {
          if (wanted.contains(figure)) {
            for (Point.Subject subject : subjects(figure, settings, delay)) {
              points.addAll(inTurns(subject, repetition, turn));
              turn++;
            }
          }
        }
      }
    }
    return new Plan(points);
  }

  private static List<Point.Subject> subjects(Figure figure, SittingSettings settings, int delay) {
    if ((figure == Figure.DISTANCE) == (delay == NEAR)) {
      return List.of();
    }
    List<Long> rows =
        switch (figure) {
          case THROUGHPUT, NETWORK, OPERATIONS, OVERHEADS -> List.of(settings.rows());
          case FILTERS -> settings.filterRows();
          case DISTANCE -> List.of(settings.distantRows());
          case MAILS -> List.of(settings.mailRows());
        };
    List<Integer> clients =
        switch (figure) {
          case THROUGHPUT, FILTERS -> settings.clients();
          case NETWORK, OPERATIONS, OVERHEADS, MAILS -> List.of(1);
          case DISTANCE -> List.of(settings.distanceClients());
        };
    List<Point.Subject> subjects = new ArrayList<>();
    for (long each : rows) {
      for (String workload : figure.workloads()) {
        for (int threads : clients) {
          subjects.add(new Point.Subject(figure, workload, each, threads, delay));
        }
      }
    }
    return subjects;
  }

  private static List<Point> inTurns(Point.Subject subject, int repetition, int first) {
    List<String> systems = subject.figure().systems(subject.workload());
    List<Point> points = new ArrayList<>();
    for (int turn = 0; turn < systems.size(); turn++) {
      points.add(
          new Point(
              subject.figure(),
              subject.workload(),
              systems.get((first + turn) % systems.size()),
              subject.rows(),
              subject.clients(),
              subject.delayMs(),
              repetition));
    }
    return points;
  }

  /** All points. */
  public List<Point> points() {
    return points;
  }

  /** The points that are not yet measured. */
  public List<Point> without(Set<Point> measured) {
    return points.stream().filter(point -> !measured.contains(point)).toList();
  }
}
