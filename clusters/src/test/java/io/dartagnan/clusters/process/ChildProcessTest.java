package io.dartagnan.clusters.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Processes that end with this program and not before it. */
class ChildProcessTest {
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
    ProcessHandle before = ProcessHandle.current();
    ChildProcess child = ChildProcess.start(List.of("sleep", "60"));
    // Once it is sleep, and no longer the shell that begins to ignore the signal.
    ProcessHandle sleep =
        await()
            .until(
                () ->
                    before
                        .children()
                        .filter(each -> each.info().command().orElse("").endsWith("sleep"))
                        .findFirst()
                        .orElse(null),
                found -> found != null);

    assertThat(new ProcessBuilder("kill", "-INT", Long.toString(sleep.pid())).start().waitFor())
        .isZero();
    child.end();

    assertThat(child.await()).as("SIGTERM ended it, not SIGINT").isEqualTo(143);
  }
}
