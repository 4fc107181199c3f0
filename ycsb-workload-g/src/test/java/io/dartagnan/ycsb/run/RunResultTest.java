package io.dartagnan.ycsb.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.ycsb.run.RunResult.Latency;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunResultTest {
  private static final Latency LATENCY = new Latency(100, 1.5, 0.5, 9.25, 4, 8);
  private static final RunResult RESULT =
      new RunResult(
          "run",
          "workloadg",
          "safe",
          "additive",
          "araki",
          "appointments",
          1_000,
          4,
          1,
          1_700_000_000_000L,
          2.5,
          100,
          40,
          1,
          20,
          0,
          false,
          LATENCY,
          Map.of("READ", LATENCY),
          Map.of("recordcount", "1000"));

  @TempDir private Path folder;

  @Test
  void aLineOfJsonIsReadAgain() throws Exception {
    Path file = folder.resolve("results.jsonl");
    RESULT.appendTo(file);
    RESULT.appendTo(file);

    assertThat(Files.readAllLines(file))
        .hasSize(2)
        .allSatisfy(line -> assertThat(RunResult.fromJson(line)).isEqualTo(RESULT));
  }

  @Test
  void anotherLineIsRefused() {
    assertThatThrownBy(() -> RunResult.fromJson("{\"phase\":"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not a result of ycsb: ");
  }

  @Test
  void theSummaryHasTheFieldsOfAMeasuredPoint() {
    assertThat(RESULT.summary())
        .isEqualTo(
            "workload=workloadg system=safe suite=araki scheme=additive rows=1000 clients=4 ops_s=40.000 mean_ms=1.500 p95_ms=4.000 p99_ms=8.000 errors=1");
  }
}
