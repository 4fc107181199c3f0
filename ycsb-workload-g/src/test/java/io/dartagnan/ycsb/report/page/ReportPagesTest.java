package io.dartagnan.ycsb.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.ycsb.report.Measured;
import io.dartagnan.ycsb.report.plan.Figure;
import io.dartagnan.ycsb.report.plan.Plan;
import io.dartagnan.ycsb.report.plan.Point;
import io.dartagnan.ycsb.report.plan.SittingSettings;
import io.dartagnan.ycsb.report.result.Measurement;
import io.dartagnan.ycsb.report.result.SittingRecord;
import io.dartagnan.ycsb.report.result.SittingRecord.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportPagesTest {
  private static final SittingSettings SETTINGS =
      SittingSettings.of(true, Optional.of(1_000L), Optional.empty(), List.of(), 1)
          .withMails("mails", 700);
  private static final SittingRecord RECORD =
      new SittingRecord(
          "2026-01-02T03:04:05Z",
          "ycsb-workload-g/report --quick",
          SETTINGS,
          new Machine("a processor", 2, 23.5, "Linux 6", "17", "2.6.4", "abc"));
  private static final Pattern IMAGE = Pattern.compile("!\\[[^]]*]\\(([^)]+)\\)");

  @TempDir private Path folder;

  private static List<Measurement> measurements(Figure... figures) {
    List<Measurement> measurements = new ArrayList<>();
    for (Point point : Plan.of(SETTINGS, List.of(figures)).points()) {
      double speed = point.target().startsWith("safe") ? 100 : 400;
      measurements.add(Measured.sound(point, speed + point.repetition()));
    }
    return measurements;
  }

  private String markdown(List<Measurement> measurements) throws IOException {
    new ReportPages(RECORD, measurements).writeTo(folder);
    return Files.readString(folder.resolve("report.md"));
  }

  @Test
  void everyFigureHasASectionWithPlotsAndThePapersValues() throws IOException {
    String page = markdown(measurements(Figure.values()));

    assertThat(page)
        .contains("## Figure 3 of D", "## Figure 4 of D", "## Figure 5 of D", "## Figure 6 of D")
        .contains("## Figures 4 and 5 and table III of S", "## Figure 6 and table V of S")
        .contains("## Figure 3 of W", "Q3 is left out, and Q4 and Q5 are without their words")
        .contains("| Q5 | 700 | 402 (401..402) | 102 (101..102) | 102 (101..102) |")
        .contains("B reaches 17 K op/s where HBase reaches 49 K")
        .contains("140 MB/s in 10 %")
        .contains("= reaches 310 op/s, >= 52 op/s, HBase 2,431 op/s")
        .contains("G reaches 21.48 op/s where HBase reaches 38.53")
        .contains(
            "| READ, uniform | 1,000 | 532 | - | 476 | 125 | 402 (401..402) | - | 102 (101..102) | 102 (101..102) | 102 (101..102) |",
            "| Appointments E-1 | 1,000 | 6.37 | 6.84 | 402 (401..402) | 102 (101..102) | 102 (101..102) | -7.4 % | 75 % | 75 % |",
            "| Patients H | 1,000 | 0.066 | 0.056 |")
        .contains("ycsb-workload-g/report --quick", "a processor", "abc", "2026-01-02T03:04:05Z");
    Matcher image = IMAGE.matcher(page);
    int images = 0;
    while (image.find()) {
      assertThat(folder.resolve(image.group(1))).isNotEmptyFile();
      images++;
    }
    assertThat(images).isEqualTo(6 + 1 + 4 + 4 + 4 + 4 + 2);
  }

  /** What S states is the mean of its table V, 14.03 and 12.29 %. */
  @Test
  void theMeanOverheadOfTheMixesAndTheRatiosOfGetsAndPutsAreReturned() throws IOException {
    assertThat(
            new ReportPages(RECORD, measurements(Figure.OPERATIONS, Figure.OVERHEADS))
                .writeTo(folder))
        .contains(
            "figure=S4 of=uniform system=safe1-det get_ratio=3.96(3.93..3.98) get_ratio_in_S=1.12 put_ratio=- put_ratio_in_S=1.01",
            "figure=S6 of=appointments system=safe1 mean_overhead=74.7% mean_overhead_in_S=14.0% without_scans=74.7% get_ratio=3.96(3.93..3.98) put_ratio=-",
            "figure=S6 of=patients system=safe mean_overhead=74.7% mean_overhead_in_S=- without_scans=74.7% get_ratio=3.96(3.93..3.98) put_ratio=-",
            "figure=S6 of=both system=safe1 mean_overhead=74.7% mean_overhead_in_S=13.2% without_scans=74.7% get_ratio=- put_ratio=-")
        .hasSize(2 * 4 + 3 * 2);
  }

  @Test
  void aMeanOfFewerMixesIsNotShown() throws IOException {
    List<Measurement> some =
        measurements(Figure.OVERHEADS).stream()
            .filter(each -> !each.point().workload().equals("safenosql-patients-h"))
            .filter(each -> !each.point().workload().equals("safenosql-appointments-e1"))
            .toList();

    assertThat(new ReportPages(RECORD, some).writeTo(folder))
        .anyMatch(line -> line.startsWith("figure=S6 of=patients system=safe1 mean_overhead=- "))
        .anyMatch(
            line ->
                line.startsWith(
                    "figure=S6 of=appointments system=safe1 mean_overhead=- mean_overhead_in_S=- without_scans=74.7% "));
  }

  @Test
  void theHtmlPageRefersToNothing() throws IOException {
    markdown(measurements(Figure.values()));
    String page = Files.readString(folder.resolve("report.html"));

    assertThat(page).doesNotContain("src=\"figure", "href=", "<script").contains("data:image/png");
    assertThat(page.split("<img ")).hasSize(25 + 1);
  }

  @Test
  void figuresThatWereNotMeasuredAreLeftOut() throws IOException {
    assertThat(markdown(measurements(Figure.NETWORK)))
        .contains("## Figure 4 of D")
        .doesNotContain("## Figure 3 of D", "## Figure 6");
  }

  @Test
  void mediansAndRangesAndOverheadsAreShown() throws IOException {
    assertThat(markdown(measurements(Figure.NETWORK)))
        .contains(
            "| G | 1,000 | 1 | 0 | 402 (401..402) | 402 (401..402) | 102 (101..102) | 75 % | 75 % | - |");
  }

  @Test
  void aDifferenceThatTheSpreadSwallowsIsMarkedAndSaid() throws IOException {
    List<Measurement> measurements = new ArrayList<>();
    for (Point point : Plan.of(SETTINGS, List.of(Figure.NETWORK)).points()) {
      double speed = point.system().equals("plain3") ? 900 : 100;
      // The second turn of d'Artagnan is as fast as plain HBase's first.
      double change = point.system().equals("safe") ? -10 : 10;
      measurements.add(Measured.sound(point, speed + change * (point.repetition() - 1)));
    }

    assertThat(markdown(measurements))
        .contains("\\~ 10 %", "The spread swallows these differences")
        .contains(
            "- G, 1,000 rows, 1 client, 0 ms, HBase and d'Artagnan: 105 (100..110) and 95.0 (90.0..100) op/s overlap")
        .doesNotContain("3 × HBase and d'Artagnan:");
  }

  @Test
  void aDifferenceBetweenSingleMeasurementsIsOpen() throws IOException {
    List<Measurement> once =
        measurements(Figure.NETWORK).stream()
            .filter(each -> each.point().repetition() == 1)
            .toList();

    assertThat(markdown(once)).contains("measured once, so that nothing is known of the spread");
  }

  @Test
  void failuresAreOnTheFirstPage() throws IOException {
    List<Measurement> measurements = new ArrayList<>(measurements(Figure.NETWORK));
    measurements.add(
        Measured.wrong(new Point(Figure.FILTERS, "filterequal", "safe", 1_000, 1, 0, 1)));

    assertThat(markdown(measurements))
        .contains(
            "**Points that failed, or whose answers were wrong:**",
            "- figure 5, filterequal on safe, 1,000 rows, 1 client, 0 ms, turn 1: an answer was wrong");
  }
}
