package io.dartagnan.clusters.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Processes that are found by a mark in their environment, and ended. */
@EnabledOnOs(OS.LINUX)
class StraysTest {
  private static final String VARIABLE = "DARTAGNAN_STRAYS_TEST";
  private final String mark = UUID.randomUUID().toString();
  private final Strays strays = new Strays(VARIABLE, mark);

  @Test
  void whatAMarkedProcessStartedIsFoundAndEnded() throws Exception {
    Process marked = start("sh", "-c", "sleep 60 & echo started; wait");
    marked.inputReader().readLine();

    assertThat(strays.find()).extracting(ProcessHandle::pid).hasSize(2).contains(marked.pid());
    strays.end();

    assertThat(strays.find()).isEmpty();
    assertThat(marked.waitFor()).isEqualTo(143);
  }

  @Test
  void oneThatIgnoresATerminationIsKilled() throws Exception {
    Process deaf = start("sh", "-c", "trap '' TERM; echo started; while :; do sleep 0.1; done");
    deaf.inputReader().readLine();

    strays.end();

    assertThat(deaf.waitFor()).isEqualTo(137);
  }

  @Test
  void aProcessWithAnotherValueIsNotMeant() throws Exception {
    Process other = start("sleep", "60");
    try {
      assertThat(new Strays(VARIABLE, mark.substring(1)).find()).isEmpty();
    } finally {
      other.destroyForcibly();
    }
  }

  private Process start(String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(List.of(command));
    builder.environment().put(VARIABLE, mark);
    return builder.start();
  }
}
