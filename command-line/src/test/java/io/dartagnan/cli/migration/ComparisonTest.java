package io.dartagnan.cli.migration;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.cli.migration.Migration.Comparison;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ComparisonTest {

  private static Result row(String key, long stamp, String... cells) {
    List<Cell> list = new ArrayList<>();
    for (String cell : cells) {
      String[] parts = cell.split("[:=]");
      list.add(
          new KeyValue(
              Bytes.toBytes(key),
              Bytes.toBytes(parts[0]),
              Bytes.toBytes(parts[1]),
              stamp,
              Bytes.toBytes(parts[2])));
    }
    return Result.create(list);
  }

  private static ThrowingCallable compare(Result expected, Result found) {
    return () ->
        Comparison.require(TableName.valueOf("from"), TableName.valueOf("to"), expected, found);
  }

  @Test
  void theSameCellsAreTheSameWhateverTheirTimestamps() {
    assertThatCode(compare(row("a", 1, "f:x=1", "f:y=2"), row("a", 9, "f:x=1", "f:y=2")))
        .doesNotThrowAnyException();
  }

  @Test
  void aRowThatOneLacksIsNamed() {
    assertThatThrownBy(compare(row("a", 1, "f:x=1"), row("b", 1, "f:x=1")))
        .hasMessageStartingWith("row 'a' is in from and not in to; ");
    assertThatThrownBy(compare(row("a", 1, "f:x=1"), null))
        .hasMessageStartingWith("row 'a' is in from and not in to; ");
    assertThatThrownBy(compare(row("b", 1, "f:x=1"), row("a", 1, "f:x=1")))
        .hasMessageStartingWith("row 'a' is in to and not in from; ");
    assertThatThrownBy(compare(null, row("a", 1, "f:x=1")))
        .hasMessageStartingWith("row 'a' is in to and not in from; ");
  }

  @Test
  void aCellThatDiffersIsFoundAndItsValueNotTold() {
    for (Result other :
        List.of(
            row("a", 1, "f:x=7"),
            row("a", 1, "f:y=secret"),
            row("a", 1, "g:x=secret"),
            row("a", 1, "f:x=secret", "f:y=2"))) {
      assertThatThrownBy(compare(row("a", 1, "f:x=secret"), other))
          .hasMessageStartingWith("row 'a' is not the same in from and to; ")
          .hasMessageNotContaining("secret");
    }
  }
}
