package io.dartagnan.ycsb.report.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PlanTest {
  private static final SittingSettings QUICK =
      SittingSettings.of(true, Optional.empty(), Optional.empty(), List.of(), 1);

  private static final List<Figure> ALL = List.of(Figure.values());

  @Test
  void everyPointIsPlannedOnce() {
    List<Point> points = Plan.of(QUICK, ALL).points();

    assertThat(points).doesNotHaveDuplicates();
    assertThat(points.stream().map(Point::figure).collect(Collectors.toSet()))
        .containsExactlyInAnyOrder(Figure.values());
  }

  @Test
  void aSubjectHasEverySystemInEveryTurnAndTheSystemsTakeTurnsInBeingFirst() {
    List<Point> points = Plan.of(QUICK, ALL).points();
    Map<Point.Subject, List<Point>> bySubject =
        points.stream().collect(Collectors.groupingBy(Point::subject));

    bySubject.forEach(
        (subject, own) -> {
          assertThat(own).hasSize(QUICK.repetitions() * subject.figure().systems().size());
          assertThat(firstSystems(own)).hasSize(QUICK.repetitions());
        });
  }

  private static Set<String> firstSystems(List<Point> points) {
    return points.stream().collect(Collectors.groupingBy(Point::repetition)).values().stream()
        .map(turn -> turn.get(0).system())
        .collect(Collectors.toSet());
  }

  @Test
  void figure6AloneIsAtADistanceAndEachDistanceIsInOnePiece() {
    List<Point> points = Plan.of(QUICK, ALL).points();

    assertThat(points)
        .allSatisfy(
            point -> assertThat(point.delayMs() > 0).isEqualTo(point.figure() == Figure.DISTANCE));
    assertThat(points.stream().map(Point::delayMs).toList()).isSorted();
    assertThat(points.stream().map(Point::delayMs).distinct()).containsExactly(0, 1, 12);
  }

  @Test
  void figure5HasTenTimesTheRowsAtEachStep() {
    SittingSettings full =
        SittingSettings.of(false, Optional.of(1_000_000L), Optional.empty(), List.of(), 1);

    assertThat(Plan.of(full, List.of(Figure.FILTERS)).points().stream().map(Point::rows).distinct())
        .containsExactlyInAnyOrder(1_000L, 10_000L, 100_000L, 1_000_000L);
    assertThat(Plan.of(full, List.of(Figure.DISTANCE)).points())
        .allSatisfy(point -> assertThat(point.rows()).isEqualTo(100_000));
    assertThat(Plan.of(full, List.of(Figure.OVERHEADS)).points())
        .allSatisfy(point -> assertThat(point.rows()).isEqualTo(1_000_000));
  }

  @Test
  void clientsThatAreGivenAreThoseOfFigures3And5AndTheMostOfThemThoseOfFigure6() {
    SittingSettings given =
        SittingSettings.of(false, Optional.empty(), Optional.empty(), List.of(16, 2, 16), 1);
    List<Point> points = Plan.of(given, ALL).points();

    assertThat(clients(points, Figure.THROUGHPUT)).containsExactlyInAnyOrder(2, 16);
    assertThat(clients(points, Figure.FILTERS)).containsExactlyInAnyOrder(2, 16);
    assertThat(clients(points, Figure.DISTANCE)).containsExactly(16);
    assertThat(clients(points, Figure.NETWORK)).containsExactly(1);
    assertThat(clients(points, Figure.OVERHEADS)).containsExactly(1);
  }

  private static Set<Integer> clients(List<Point> points, Figure figure) {
    return points.stream()
        .filter(point -> point.figure() == figure)
        .map(Point::clients)
        .collect(Collectors.toSet());
  }

  @Test
  void whatIsMeasuredIsNotMissing() {
    Plan plan = Plan.of(QUICK, List.of(Figure.NETWORK));
    Set<Point> measured = new HashSet<>(plan.points().subList(0, 2));

    assertThat(plan.without(measured)).isEqualTo(plan.points().subList(2, plan.points().size()));
    assertThat(plan.without(new HashSet<>(plan.points()))).isEmpty();
  }

  @Test
  void everyWorkloadHasAFile() {
    assertThat(Arrays.stream(Figure.values()).flatMap(figure -> figure.workloads().stream()))
        .allSatisfy(workload -> assertThat(Files.exists(Path.of("workloads", workload))).isTrue());
  }

  @Test
  void tablesOfOtherColumnsOrRowsOrSystemsAreOthers() {
    Point point = new Point(Figure.THROUGHPUT, "workloada", "safe", 1_000, 1, 0, 1);

    assertThat(point.table()).isEqualTo("report-appointments-1000");
    assertThat(new Point(Figure.FILTERS, "filterequal", "plain3", 1_000, 1, 0, 1).table())
        .isEqualTo("report-appointments-1000-plain3");
    assertThat(new Point(Figure.OVERHEADS, "safenosql-appointments-a", "safe", 50, 1, 0, 1).table())
        .isEqualTo("report-s-appointments-50");
    assertThat(new Point(Figure.OVERHEADS, "safenosql-patients-h", "safe", 50, 1, 0, 1).table())
        .isEqualTo("report-s-patients-50");
  }

  @Test
  void settingsThatAreOutOfRangeAreRefusedTogether() {
    assertThatThrownBy(
            () -> SittingSettings.of(true, Optional.of(5L), Optional.of(0), List.of(0, 4), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--rows is 5")
        .hasMessageContaining("--seconds is 0")
        .hasMessageContaining("--clients has 0");
    assertThatThrownBy(() -> Figure.of("7")).hasMessageContaining("3, 4, 5, 6, S6");
  }
}
