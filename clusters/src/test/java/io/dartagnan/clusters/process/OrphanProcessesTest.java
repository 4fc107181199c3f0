package io.dartagnan.clusters.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Processes that are found by a mark in their environment, and ended. */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class OrphanProcessesTest {
  private static final String VARIABLE = "DARTAGNAN_STRAYS_TEST";
  private final String mark = UUID.randomUUID().toString();
  private final OrphanProcesses orphans = new OrphanProcesses(VARIABLE, mark);
  private final List<ProcessHandle> started = new ArrayList<>();

  @AfterEach
  void endWhatIsLeft() {
    started.forEach(
        each -> {
          each.descendants().forEach(ProcessHandle::destroyForcibly);
          each.destroyForcibly();
        });
  }

  @Test
  void whatAMarkedProcessStartedIsFoundAndEnded() throws Exception {
    Process marked = start("sh", "-c", "sleep 60 & echo started; wait");
    marked.inputReader().readLine();

    assertThat(orphans.find()).extracting(ProcessHandle::pid).hasSize(2).contains(marked.pid());
    orphans.end();

    assertThat(orphans.find()).isEmpty();
    assertThat(ExitCodes.of(marked)).isEqualTo(143);
  }

  @Test
  void oneThatIgnoresATerminationIsKilled() throws Exception {
    OrphanProcesses impatient = new OrphanProcesses(VARIABLE, mark, Duration.ofMillis(500));
    Process deaf = start("sh", "-c", "trap '' TERM; echo started; while :; do sleep 0.1; done");
    deaf.inputReader().readLine();

    impatient.end();

    assertThat(ExitCodes.of(deaf)).isEqualTo(137);
  }

  @Test
  void aProcessWithAnotherValueIsNotMeant() throws Exception {
    start("sleep", "60");

    assertThat(new OrphanProcesses(VARIABLE, mark.substring(1)).find()).isEmpty();
  }

  private Process start(String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(List.of(command));
    builder.environment().put(VARIABLE, mark);
    Process process = builder.start();
    started.add(process.toHandle());
    return process;
  }
}
