package io.dartagnan.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LoadProgressTest {

  @Test
  void withoutATerminalThereIsALinePerTenth() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (LoadProgress progress =
        LoadProgress.lines(1_000, new PrintWriter(out, true, StandardCharsets.UTF_8))) {
      for (int i = 0; i < 40; i++) {
        progress.add(25);
      }
    }

    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .hasSize(10)
        .first()
        .asString()
        .matches("loaded 100 of 1,000 rows, [\\d,]+ rows/s, [\\d,]+ s left");
  }
}
