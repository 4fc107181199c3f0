package io.dartagnan.ycsb.report.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PlanTest {
  private static final SittingSettings QUICK =
      SittingSettings.of(true, Optional.empty(), Optional.empty(), List.of(), 1)
          .withMails("mails", 700);

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
          assertThat(own)
              .hasSize(QUICK.repetitions() * subject.figure().systems(subject.workload()).size());
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
    assertThat(Plan.of(QUICK, ALL).points())
        .allSatisfy(point -> assertThat(Files.exists(Path.of("workloads", point.file()))).isTrue());
  }

  @Test
  void figuresOfTheSecondPaperHaveAName() {
    assertThat(Figure.named("s"))
        .containsExactly(Figure.OPERATIONS, Figure.OVERHEADS, Figure.MAILS);
    assertThat(Figure.named("S6")).containsExactly(Figure.OVERHEADS);
    assertThat(Figure.named("6")).containsExactly(Figure.DISTANCE);
  }

  /** Table III of the second paper has no DET scan nor range, and STD writes alone. */
  @Test
  void operationsAreMeasuredUnderTheSchemesOfThePaper() {
    Map<String, Set<String>> systems =
        Plan.of(QUICK, List.of(Figure.OPERATIONS)).points().stream()
            .collect(
                Collectors.groupingBy(
                    point -> point.workload().replace("safenosql-operation-", ""),
                    Collectors.mapping(Point::system, Collectors.toSet())));

    assertThat(systems).hasSize(12);
    for (String requests : List.of("uniform", "zipfian")) {
      assertThat(systems.get("ins-" + requests))
          .containsExactlyInAnyOrder("plain", "safe1-std", "safe1-det", "safe1-ope", "safe");
      for (String operation : List.of("read-", "rmw-", "qef-")) {
        assertThat(systems.get(operation + requests))
            .containsExactlyInAnyOrder("plain", "safe1-det", "safe1-ope", "safe");
      }
      for (String operation : List.of("scan-", "qrf-")) {
        assertThat(systems.get(operation + requests))
            .containsExactlyInAnyOrder("plain", "safe1-ope", "safe");
      }
    }
  }

  @Test
  void anOperationAloneIsTheOnlyOneOfItsWorkload() {
    Map<String, String> options =
        new Point(Figure.OPERATIONS, "safenosql-operation-qef-zipfian", "safe1-det", 1, 1, 0, 1)
            .options();

    assertThat(options)
        .containsEntry("filterequalproportion", "1")
        .containsEntry("readproportion", "0")
        .containsEntry("requestdistribution", "zipfian")
        .containsEntry("system", "safe1")
        .containsEntry("scheme", "plain")
        .containsEntry("key.scheme", "det");
  }

  @Test
  void mixesAreSealedOnOneClusterAndSharedWhereThreeCloudsCompare() {
    assertThat(options("safe1"))
        .isEqualTo(Map.of("system", "safe1", "scheme", "paper", "key.scheme", "det"));
    assertThat(options("safe")).isEqualTo(Map.of("system", "safe", "scheme", "paper-shared"));
    assertThat(options("plain")).isEqualTo(Map.of("system", "plain"));
  }

  @Test
  void queriesOfMailsHaveARowForEachMailAndNoWords() {
    List<Point> points = Plan.of(QUICK, List.of(Figure.MAILS)).points();

    assertThat(points).allSatisfy(point -> assertThat(point.rows()).isEqualTo(700));
    assertThat(points.stream().map(Point::workload).distinct())
        .containsExactly("waage-wiese-q1", "waage-wiese-q2", "waage-wiese-q4", "waage-wiese-q5");
    assertThat(points.get(0).table()).startsWith("report-mails-700");
    assertThat(new Point(Figure.MAILS, "waage-wiese-q5", "safe1", 700, 1, 0, 1).options())
        .containsEntry("filterequalrangeproportion", "1")
        .containsEntry("filterequalproportion", "0")
        .containsEntry("filter.second", "Mail:Date")
        .containsEntry("scheme", "paper")
        .containsEntry("key.scheme", "plain");
  }

  private static Map<String, String> options(String system) {
    return new Point(Figure.OVERHEADS, "safenosql-patients-h", system, 1, 1, 0, 1).options();
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
    assertThat(new Point(Figure.OVERHEADS, "safenosql-patients-h", "safe1", 50, 1, 0, 1).table())
        .isEqualTo("report-s-patients-50-safe1");
    assertThat(
            new Point(
                    Figure.OPERATIONS, "safenosql-operation-ins-uniform", "safe1-ope", 50, 1, 0, 1)
                .table())
        .isEqualTo("report-s-appointments-50-safe1-ope");
  }

  @Test
  void settingsThatAreOutOfRangeAreRefusedTogether() {
    assertThatThrownBy(
            () -> SittingSettings.of(true, Optional.of(5L), Optional.of(0), List.of(0, 4), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--rows is 5")
        .hasMessageContaining("--seconds is 0")
        .hasMessageContaining("--clients has 0");
    assertThatThrownBy(() -> Figure.of("7")).hasMessageContaining("3, 4, 5, 6, S4, S6, W, or S");
    SittingSettings settings =
        SittingSettings.of(true, Optional.empty(), Optional.empty(), List.of(), 1);
    assertThatThrownBy(() -> settings.repeated(0)).hasMessageContaining("--turns is 0");
    assertThat(settings.repeated(7).repetitions()).isEqualTo(7);
  }
}
