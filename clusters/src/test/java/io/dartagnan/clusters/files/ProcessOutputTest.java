package io.dartagnan.clusters.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Reasons for the ends of processes, found in what they said. */
class ProcessOutputTest {

  @Test
  void theInnermostCauseOfTheLastExceptionIsTheCause() {
    assertThat(
            words(
                    "INFO ok",
                    "ERROR gave up",
                    "Caused by: java.net.BindException: in use",
                    "\tat x",
                    "INFO stopping")
                .cause())
        .isEqualTo("Caused by: java.net.BindException: in use");
  }

  @Test
  void theReasonOfAnAbortIsTheCauseWhateverFollows() {
    assertThat(
            words(
                    "2026 ERROR [RS] r.HRegionServer: ***** ABORTING region server a,1,2: no class *****",
                    "Caused by: java.io.IOException: something later")
                .cause())
        .isEqualTo("region server a,1,2: no class");
  }

  @Test
  void aProcessThatSaidNothingGaveNoReason() {
    assertThat(words().cause()).isEmpty();
    assertThat(words().abort()).isNull();
    assertThat(words().last(8)).isEmpty();
  }

  @Test
  void theLastLinesAreTheLast() {
    assertThat(words("a", "b", "c").last(2)).containsExactly("b", "c");
    assertThat(words("a", "b", "c").cause()).isEqualTo("c");
  }

  private static ProcessOutput words(String... lines) {
    return new ProcessOutput(List.of(lines));
  }
}
