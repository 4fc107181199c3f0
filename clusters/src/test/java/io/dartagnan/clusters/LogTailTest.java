package io.dartagnan.clusters;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogTailTest {
  @TempDir Path folder;

  @Test
  void theInnermostCauseOfTheLastExceptionIsTheCause() throws Exception {
    Path log = log("INFO ok\nERROR gave up\nCaused by: java.net.BindException: in use\n\tat x\n");

    assertThat(LogTail.of(log).cause()).isEqualTo("Caused by: java.net.BindException: in use");
  }

  @Test
  void theReasonOfAnAbortIsTheCauseWhateverFollows() throws Exception {
    Path log =
        log(
            "2026 ERROR [RS] r.HRegionServer: ***** ABORTING region server a,1,2: no class *****\n"
                + "Caused by: java.io.IOException: something later\n");

    assertThat(LogTail.of(log).cause()).isEqualTo("region server a,1,2: no class");
  }

  @Test
  void whatAnEarlierRunLoggedIsNotTheCause() throws Exception {
    Path log = log("Caused by: java.io.IOException: old\n");
    LogTail tail = LogTail.fromNow(log);

    assertThat(tail.cause()).isEmpty();
    Files.writeString(log, "fresh\n", StandardOpenOption.APPEND);
    assertThat(tail.cause()).isEqualTo("fresh");
    assertThat(tail.lines(5)).containsExactly("fresh");
  }

  @Test
  void aLogThatIsNotThereIsEmpty() {
    assertThat(LogTail.of(folder.resolve("none")).lines(10)).isEmpty();
  }

  private Path log(String content) throws Exception {
    return Files.writeString(folder.resolve("x.log"), content);
  }
}
