package io.dartagnan.clusters.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Processes that end with this program and not before it. */
@Timeout(60)
class ChildProcessTest {
  @AfterEach
  void endWhatIsLeft() {
    sleeping().forEach(ProcessHandle::destroyForcibly);
  }

  @Test
  void itsExitCodeIsHandedOn() {
    assertThat(ChildProcess.start(List.of("sh", "-c", "exit 7")).await()).isEqualTo(7);
  }

  @Test
  void anEndedOneTellsOfTheSignal() {
    ChildProcess child = ChildProcess.start(List.of("sleep", "60"));

    child.end();

    assertThat(child.await()).isEqualTo(143);
  }

  @Test
  void anInterruptDoesNotReachIt() throws Exception {
    ChildProcess child = ChildProcess.start(List.of("sleep", "60"));
    // Once it is sleep, and no longer the shell that begins to ignore the signal.
    ProcessHandle sleep =
        await()
            .atMost(Duration.ofSeconds(30))
            .until(() -> sleeping().findFirst(), Optional::isPresent)
            .orElseThrow();

    Process kill = new ProcessBuilder("kill", "-INT", Long.toString(sleep.pid())).start();
    assertThat(ExitCodes.of(kill)).isZero();
    child.end();

    assertThat(child.await()).as("SIGTERM ended it, not SIGINT").isEqualTo(143);
  }

  private static Stream<ProcessHandle> sleeping() {
    return ProcessHandle.current()
        .children()
        .filter(each -> each.info().command().orElse("").endsWith("sleep"));
  }
}
