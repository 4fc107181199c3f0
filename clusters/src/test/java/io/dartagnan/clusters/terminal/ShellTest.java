package io.dartagnan.clusters.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.clusters.process.ExitCodes;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ShellTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"", "/plain/path", "it's", "''", "$HOME `id` \"x\" \\ *", "two words", "a\nb"})
  void aShellReadsBackExactlyWhatWasExported(String value) throws Exception {
    Process shell =
        new ProcessBuilder("sh", "-c", Shell.export("VALUE", value) + "; printf %s \"$VALUE\"")
            .start();

    String read = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(ExitCodes.of(shell)).isZero();
    assertThat(read).isEqualTo(value);
  }
}
