package io.dartagnan.clusters.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.clusters.terminal.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Failures of the command lines of this module. */
class ReportingCommandTest {
  private final StringWriter errors = new StringWriter();

  private CommandLine tool(String name) {
    CommandLine tool =
        name.equals("clusters/local") ? LocalCommand.commandLine() : CertsCommand.commandLine();
    return tool.setErr(new PrintWriter(errors, true));
  }

  @ParameterizedTest
  @ValueSource(strings = {"clusters/local", "clusters/certs"})
  void aWrongCallIsOneSentenceThatLeadsToTheHelp(String name) {
    assertThat(tool(name).execute("--nonsense")).isEqualTo(ExitCode.USAGE);

    assertThat(errors.toString())
        .startsWith("error: ")
        .contains("'--nonsense'")
        .endsWith("; see " + name + " --help" + System.lineSeparator())
        .hasLineCount(1);
  }

  @Test
  void aFailureIsOneSentence() {
    assertThat(tool("clusters/local").execute("status")).isEqualTo(ExitCode.USAGE);

    assertThat(errors.toString())
        .isEqualTo("error: start this program through clusters/local" + System.lineSeparator());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--verbose status", "status --verbose"})
  void aFailureShowsItsStackTraceWhenAskedTo(String arguments) {
    tool("clusters/local").execute(arguments.split(" "));

    assertThat(errors.toString())
        .startsWith("error: start this program through clusters/local")
        .contains("\tat " + LocalCommand.class.getName());
  }
}
