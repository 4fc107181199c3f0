package io.dartagnan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Words that a shell reads back as they were. */
class ShellWordTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"Type = Oncology", "Home Town = St. John's, NL", "''", "$HOME `id` \\ \" ! *", ""})
  void aShellReadsTheTextBack(String text) throws Exception {
    Process shell = new ProcessBuilder("sh", "-c", "printf %s " + ShellWord.quote(text)).start();

    assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo(text);
  }
}
