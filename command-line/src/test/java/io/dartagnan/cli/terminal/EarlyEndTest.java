package io.dartagnan.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class EarlyEndTest {

  private final PrintWriter err = new PrintWriter(new StringWriter());

  @Test
  void aFailureIsFollowedByWhatIsLeft() {
    IOException failure = new IOException("cloud 1 is gone");

    assertThatThrownBy(
            () ->
                EarlyEnd.during(
                    err,
                    () -> "3 rows are loaded",
                    () -> {
                      throw failure;
                    }))
        .isInstanceOf(CommandException.class)
        .hasMessage("cloud 1 is gone; 3 rows are loaded")
        .hasCause(failure);
  }

  @Test
  void aFailureThatLeavesNothingStaysWhatItIs() {
    IOException failure = new IOException("cloud 1 is gone");

    assertThatThrownBy(
            () ->
                EarlyEnd.during(
                    err,
                    () -> "",
                    () -> {
                      throw failure;
                    }))
        .isSameAs(failure);
  }

  @Test
  void theResultIsThatOfThePart() throws IOException {
    assertThat(EarlyEnd.during(err, () -> "left", () -> 7)).isEqualTo(7);
  }
}
