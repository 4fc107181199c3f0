package io.dartagnan.ycsb.report.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.ycsb.report.plan.SittingSettings;
import io.dartagnan.ycsb.report.result.SittingRecord.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SittingRecordTest {
  private static final Machine MACHINE =
      new Machine("a processor", 2, 23.5, "Linux 6", "17", "2.6.4", "abc");

  @TempDir private Path folder;

  private static SittingRecord record(String begun, int seconds, Machine machine) {
    return new SittingRecord(
        begun,
        "report --quick",
        SittingSettings.of(true, Optional.empty(), Optional.of(seconds), List.of(), 1),
        machine);
  }

  @Test
  void theSameSittingIsContinuedAsItBegan() throws IOException {
    Path file = folder.resolve("sitting.json");
    SittingRecord first = record("today", 2, MACHINE);

    assertThat(SittingRecord.begunOrContinued(file, first)).isEqualTo(first);
    assertThat(SittingRecord.begunOrContinued(file, record("tomorrow", 2, MACHINE)))
        .isEqualTo(first);
  }

  @Test
  void otherSettingsAreRefused() throws IOException {
    Path file = folder.resolve("sitting.json");
    SittingRecord.begunOrContinued(file, record("today", 2, MACHINE));

    assertThatThrownBy(() -> SittingRecord.begunOrContinued(file, record("today", 3, MACHINE)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("begun with 'report --quick'")
        .hasMessageContaining("seconds=2")
        .hasMessageContaining("seconds=3")
        .hasMessageContaining("--out");
  }

  @Test
  void anotherBuildIsRefused() throws IOException {
    Path file = folder.resolve("sitting.json");
    SittingRecord.begunOrContinued(file, record("today", 2, MACHINE));
    Machine rebuilt = new Machine("a processor", 2, 23.5, "Linux 6", "17", "2.6.4", "def");

    assertThatThrownBy(() -> SittingRecord.begunOrContinued(file, record("today", 2, rebuilt)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("commit=def");
  }

  @Test
  void thisMachineIsDescribed() throws InterruptedException {
    Machine machine = Machine.of(Path.of(".."));

    assertThat(machine.processors()).isPositive();
    assertThat(machine.hbase()).startsWith("2.");
  }
}
