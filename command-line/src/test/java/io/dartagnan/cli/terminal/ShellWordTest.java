package io.dartagnan.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShellWordTest {

  @ParameterizedTest
  @ValueSource(strings = {"Home Town = St. John's, NL", "'", "a$HOME`id`\"\\!*", "", "two\nlines"})
  void aShellReadsItAsTheSameText(String text) throws IOException {
    Process shell = new ProcessBuilder("sh", "-c", "printf %s " + ShellWord.quoted(text)).start();

    assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo(text);
  }
}
