package io.dartagnan.ycsb.report.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.ycsb.report.Measured;
import io.dartagnan.ycsb.report.plan.Figure;
import io.dartagnan.ycsb.report.plan.Plan;
import io.dartagnan.ycsb.report.plan.Point;
import io.dartagnan.ycsb.report.plan.SittingSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFileTest {
  private static final Point NEAR = new Point(Figure.NETWORK, "workloadg", "safe", 1_000, 1, 0, 1);
  private static final Point FAR =
      new Point(Figure.DISTANCE, "workloada", "plain3", 1_000, 32, 12, 2);

  @TempDir private Path folder;
  private Path path;
  private ResultFile file;

  @BeforeEach
  void name() {
    path = folder.resolve("results.jsonl");
    file = new ResultFile(path);
  }

  @Test
  void whatIsAppendedIsRead() throws IOException {
    List<Measurement> measurements =
        List.of(Measured.sound(NEAR, 12.5), Measured.failed(FAR), Measured.wrong(FAR));
    for (Measurement measurement : measurements) {
      file.append(measurement);
    }

    assertThat(file.read()).isEqualTo(measurements);
    assertThat(Files.readAllLines(path)).hasSize(3);
  }

  @Test
  void noFileHasNoMeasurements() throws IOException {
    assertThat(file.read()).isEmpty();
  }

  @Test
  void aLineThatWasCutOffIsDroppedAndTheNextOneIsWhole() throws IOException {
    file.append(Measured.sound(NEAR, 1));
    Files.writeString(path, "{\"point\":{\"fig", StandardOpenOption.APPEND);

    assertThat(file.read()).hasSize(1);
    file.append(Measured.sound(FAR, 2));
    assertThat(file.read()).extracting(Measurement::point).containsExactly(NEAR, FAR);
  }

  @Test
  void aLineThatIsNoMeasurementIsNamed() throws IOException {
    file.append(Measured.sound(NEAR, 1));
    Files.writeString(path, "{\"point\":null}\n", StandardOpenOption.APPEND);

    assertThatThrownBy(file::read)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("line 2")
        .hasMessageContaining("it has no point");
  }

  @Test
  void aPointThatFailedIsMissingUntilItIsMeasured() throws IOException {
    file.append(Measured.failed(FAR));

    assertThat(ResultFile.sound(file.read())).isEmpty();
    assertThat(ResultFile.failures(file.read())).hasSize(1);

    file.append(Measured.sound(FAR, 3));

    assertThat(ResultFile.sound(file.read())).containsOnlyKeys(FAR);
    assertThat(ResultFile.failures(file.read())).isEmpty();
  }

  @Test
  void aWrongAnswerIsAFailureForEver() throws IOException {
    file.append(Measured.wrong(NEAR));
    file.append(Measured.sound(NEAR, 3));

    assertThat(ResultFile.failures(file.read()))
        .singleElement()
        .satisfies(
            failure ->
                assertThat(failure.failure())
                    .isEqualTo(
                        "figure 4, workloadg on safe, 1,000 rows, 1 client, 0 ms, turn 1: an answer was wrong; the first: row 7"));
  }

  @Test
  void aSittingContinuesWithWhatIsMissing() throws IOException {
    SittingSettings settings =
        SittingSettings.of(true, Optional.empty(), Optional.empty(), List.of(), 1);
    Plan plan = Plan.of(settings, List.of(Figure.OVERHEADS));
    file.append(Measured.sound(plan.points().get(0), 1));
    file.append(Measured.failed(plan.points().get(1)));

    assertThat(plan.without(ResultFile.sound(file.read()).keySet()))
        .isEqualTo(plan.points().subList(1, plan.points().size()));
  }

  @Test
  void aTerminalShowsOneLineOfAMeasurement() {
    assertThat(Measured.sound(FAR, 16).summary())
        .isEqualTo(
            "figure=6 workload=workloada system=plain3 suite=plain scheme=plain rows=1000 clients=32 ops_s=16.000 mean_ms=2000.000 p95_ms=30.250 p99_ms=88.500 errors=0 delay_ms=12 repetition=2");
  }
}
