package io.dartagnan.cli.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.cli.terminal.CommandException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;

class DropCommandTest {

  private static final TableName TABLE = TableName.valueOf("patients");

  @Test
  void goesOnWhenTheNameIsTyped() {
    List<String> asked = new ArrayList<>();

    assertThatCode(
            () ->
                DropCommand.requireConfirmed(
                    TABLE,
                    question -> {
                      asked.add(question);
                      return " patients ";
                    }))
        .doesNotThrowAnyException();
    assertThat(asked)
        .containsExactly(
            "Table patients and all its rows will be deleted. Type its name to go on: ");
  }

  @Test
  void deletesNothingOtherwise() {
    for (String answer : Arrays.asList("y", "", "patient", null)) {
      assertThatThrownBy(() -> DropCommand.requireConfirmed(TABLE, question -> answer))
          .isInstanceOf(CommandException.class)
          .hasMessage("nothing was deleted: that is not the name of the table");
    }
    assertThatThrownBy(() -> DropCommand.requireConfirmed(TABLE, null))
        .hasMessageContaining("add --yes");
  }
}
