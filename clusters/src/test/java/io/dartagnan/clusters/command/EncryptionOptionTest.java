package io.dartagnan.clusters.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class EncryptionOptionTest {
  @Test
  void tlsIsOnUnlessItIsSwitchedOff() {
    EncryptionOption none = CommandLine.populateCommand(new EncryptionOption());
    EncryptionOption off = CommandLine.populateCommand(new EncryptionOption(), "--unencrypted");

    assertThat(none.encrypted()).isTrue();
    assertThat(off.encrypted()).isFalse();
  }

  @Test
  void whateverBringsClustersUpForMeasuringOrUseHasTheOption() {
    assertThat(help(LocalCommand.commandLine(), "up", "--help")).contains("--unencrypted");
    assertThat(help(new BenchCommand.Filters().wide(), "--help")).contains("--unencrypted");
    assertThat(help(new BenchCommand.Operations().wide(), "--help")).contains("--unencrypted");
  }

  private static String help(CommandLine line, String... arguments) {
    StringWriter out = new StringWriter();
    line.setOut(new PrintWriter(out));
    assertThat(line.execute(arguments)).isZero();
    return out.toString();
  }
}
