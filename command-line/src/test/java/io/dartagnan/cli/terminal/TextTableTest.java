package io.dartagnan.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.cli.terminal.TextTable.Column;
import io.dartagnan.mpc.harness.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TextTableTest {

  @Test
  void aTableThatFitsIsShownWhole() {
    TextTable.Rendered table =
        new TextTable(
                List.of(Column.text("Id"), Column.number("Count")),
                List.of(List.of("a", "7"), List.of("b", "123456")))
            .render(40, List.of());

    assertThat(table.leftOut()).isEmpty();
    assertThat(table.text().lines().map(String::stripTrailing))
        .containsExactly(" Id | Count", "----+--------", " a  |      7", " b  | 123456");
  }

  @Test
  void noLineIsWiderThanAskedFor() {
    long seed = Seed.of(this);
    Random random = new Random(seed);
    for (int i = 0; i < 200; i++) {
      int columns = 1 + random.nextInt(20);
      List<Column> headers = new ArrayList<>();
      List<List<String>> rows = new ArrayList<>();
      for (int c = 0; c < columns; c++) {
        headers.add(Column.text("h".repeat(1 + random.nextInt(30))));
      }
      for (int r = 0; r < 5; r++) {
        List<String> row = new ArrayList<>();
        for (int c = 0; c < columns; c++) {
          row.add("x".repeat(random.nextInt(80)));
        }
        rows.add(row);
      }
      int width = 60 + random.nextInt(60);

      TextTable.Rendered table = new TextTable(headers, rows).render(width, List.of());

      assertThat(table.text().lines().mapToInt(String::length).max().orElseThrow())
          .as("seed %d, case %d", seed, i)
          .isLessThanOrEqualTo(width);
    }
  }

  @Test
  void theWidestCellsAreCutFirst() {
    TextTable.Rendered table =
        new TextTable(
                List.of(Column.text("A"), Column.text("B")),
                List.of(List.of("short text", "y".repeat(90))))
            .render(60, List.of());

    assertThat(table.text()).contains("short text").contains("yyy…");
  }

  @Test
  void aProgramGetsEveryCellWhole() {
    List<String> row = List.of("table", "x".repeat(5_000), "y".repeat(300));
    List<Column> columns = List.of(Column.text("A"), Column.text("B"), Column.text("C"));

    TextTable.Rendered table =
        new TextTable(columns, List.of(row)).render(TextTable.UNLIMITED, List.of());

    assertThat(table.text()).contains(row).doesNotContain("…");
    assertThat(table.leftOut()).isEmpty();
    assertThat(System.console()).as("tests have no terminal").isNull();
    assertThat(TextTable.outputWidth()).isEqualTo(TextTable.UNLIMITED);
  }

  @Test
  void theFirstColumnAndThoseKeptStayAndTheRestIsNamed() {
    List<Column> headers = new ArrayList<>();
    List<String> row = new ArrayList<>();
    for (int c = 0; c < 12; c++) {
      headers.add(Column.text("column" + c));
      row.add("z".repeat(20));
    }

    TextTable.Rendered table = new TextTable(headers, List.of(row)).render(95, List.of("column11"));

    assertThat(table.text()).contains("column0", "column1", "column2", "column11");
    assertThat(table.leftOut()).startsWith("column3").doesNotContain("column11").hasSize(8);
  }

  @Test
  void aValueCannotSpeakToTheTerminal() {
    TextTable.Rendered table =
        new TextTable(List.of(Column.text("A")), List.of(List.of("\u001b[2Jx\ny")))
            .render(40, List.of());

    assertThat(table.text()).contains("·[2Jx·y").doesNotContain("\u001b");
  }
}
