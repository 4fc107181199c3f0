package io.dartagnan.ycsb.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.ycsb.report.Sitting.Progress;
import io.dartagnan.ycsb.report.plan.Figure;
import io.dartagnan.ycsb.report.plan.Plan;
import io.dartagnan.ycsb.report.plan.Point;
import io.dartagnan.ycsb.report.plan.SittingSettings;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private static final SittingSettings SETTINGS =
      SittingSettings.of(true, Optional.empty(), Optional.empty(), List.of(), 1);

  @Test
  void aLineSaysWhatIsMeasuredAndWhatIsLeft() {
    List<Point> points = Plan.of(SETTINGS, List.of(Figure.NETWORK)).points();
    StringWriter text = new StringWriter();
    Progress progress =
        new Progress(
            new PrintWriter(text), SETTINGS, points.size(), points.subList(2, points.size()));

    progress.say("bringing up clouds");
    progress.begin();
    progress.measured();

    assertThat(text.toString().lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("[2 of 6, about ").endsWith("bringing up clouds"),
            line -> assertThat(line).startsWith("[2 of 6, ").endsWith(points.get(2).sentence()),
            line -> assertThat(line).startsWith("[3 of 6, ").endsWith(points.get(3).sentence()));
  }

  @Test
  void timesAreInTheUnitThatFits() {
    assertThat(Progress.time(80)).isEqualTo("about 80 s");
    assertThat(Progress.time(600)).isEqualTo("about 10 min");
    assertThat(Progress.time(7_200)).isEqualTo("about 2.0 h");
  }

  @Test
  void theFirstEstimateCountsSecondsAndDistances() {
    List<Point> points = Plan.of(SETTINGS, List.of(Figure.DISTANCE)).points();
    Progress progress =
        new Progress(new PrintWriter(new StringWriter()), SETTINGS, points.size(), points);

    // 84 points of 2 s and a warm-up of 1 s, at two distances.
    assertThat(progress.secondsLeft()).isBetween(84 * 3.0 + 100, 84 * 5.0 + 200);
  }
}
