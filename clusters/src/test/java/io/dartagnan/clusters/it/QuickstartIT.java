package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dartagnan.clusters.process.ExitCodes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The pages that a newcomer reads first, with every command and program of them, and a quickstart
 * that does not come to its end: what it refuses, and what an interrupt leaves.
 */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class QuickstartIT {
  private static final Path MODULE = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
  private static final String BUILD = "./mvnw verify";
  private static final String SCRIPT = MODULE.resolve("quickstart").toString();

  @TempDir private Path folder;

  /** All but the build with its tests, which this is one of, and which is what {@code .ci} runs. */
  @Tag("thorough")
  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/tutorial.md"})
  @Timeout(value = 15, unit = TimeUnit.MINUTES)
  void whatAFirstPageSaysCanBeDone(String page) throws Exception {
    assertThat(Files.readString(MODULE.resolveSibling(".ci/run"))).contains("\n" + BUILD);
    Commands shell =
        new Commands(
            MODULE.getParent(),
            Map.of(
                "DARTAGNAN_BUILD",
                "never",
                "DARTAGNAN_STATE",
                MODULE.resolve("target/first-page-state").toString(),
                "JAVA_TOOL_OPTIONS",
                HBasePrograms.BRIEF));
    try {
      new PageScript(MODULE.resolveSibling(page), folder, BUILD).run(shell, Duration.ofMinutes(14));
    } finally {
      shell.require(
          Duration.ofMinutes(3), List.of(MODULE.resolve("local").toString(), "down", "--wipe"));
    }
  }

  @Tag("thorough")
  @Test
  void oneClusterIsEnoughForSealedColumns() throws Exception {
    Commands.Ended ended = run("--clouds", "1");

    assertThat(ended.exit()).as(ended.errors()).isZero();
    assertThat(ended.output())
        .contains("clouds, on sealed values", "ope decimal(2)")
        .doesNotContain("cloud 1");
  }

  @Test
  void anOptionThatDoesNotExistLeadsToTheHelpOfThisScript() throws Exception {
    Commands.Ended ended = run("--inptu", "x");

    assertThat(ended.exit()).isEqualTo(2);
    assertThat(ended.errors().strip())
        .startsWith("quickstart: ")
        .contains("--inptu")
        .endsWith("; see clusters/quickstart --help")
        .hasLineCount(1);
  }

  @Test
  void aFileThatCannotBeImportedStartsNothing() throws Exception {
    Path csv = Files.writeString(folder.resolve("input.csv"), "id,name\n1,\"one\n2,two\n");

    Commands.Ended ended = run("--input", csv.toString());

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.errors().strip())
        .startsWith("quickstart: ")
        .contains("line 2")
        .hasLineCount(1);
    assertThat(run("--input", folder.resolve("none.csv").toString()).errors())
        .contains("no such file");
  }

  private static Commands.Ended run(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(SCRIPT));
    command.addAll(List.of(arguments));
    return new Commands(MODULE.getParent(), Map.of("DARTAGNAN_BUILD", "never"))
        .run(Duration.ofMinutes(5), command);
  }

  @Test
  void anInterruptEndsEverythingThatWasStarted() throws Exception {
    Path said = folder.resolve("said");
    ProcessBuilder builder =
        new ProcessBuilder(SCRIPT).redirectErrorStream(true).redirectOutput(said.toFile());
    builder.environment().put("DARTAGNAN_BUILD", "never");
    Process quickstart = builder.start();
    try {
      await()
          .atMost(Duration.ofMinutes(5))
          .until(() -> Files.readString(said).contains("started redis, cloud 0, cloud 1, cloud 2"));
      List<ProcessHandle> servers =
          ProcessHandle.allProcesses()
              .filter(each -> each.info().commandLine().orElse("").contains(stateFolder() + "/"))
              .toList();
      assertThat(servers).hasSizeGreaterThanOrEqualTo(4);

      signal("INT", quickstart);

      assertThat(ExitCodes.of(quickstart)).isEqualTo(130);
      assertThat(servers).noneMatch(ProcessHandle::isAlive);
      assertThat(Path.of(stateFolder())).doesNotExist();
    } finally {
      end(quickstart);
    }
  }

  private static String stateFolder() {
    return MODULE.resolve(".state/quickstart").toString();
  }

  /** Ends it and the servers it started, however it takes that. */
  private static void end(Process quickstart) throws Exception {
    signal("TERM", quickstart);
    if (!quickstart.waitFor(60, TimeUnit.SECONDS)) {
      quickstart.descendants().forEach(ProcessHandle::destroyForcibly);
      quickstart.destroyForcibly();
    }
  }

  private static void signal(String name, Process process) throws Exception {
    if (process.isAlive()) {
      ExitCodes.of(new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start());
    }
  }
}
