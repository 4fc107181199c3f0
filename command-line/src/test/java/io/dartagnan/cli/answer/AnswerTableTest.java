package io.dartagnan.cli.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.cli.column.TableColumns;
import io.dartagnan.cli.fixture.Csv;
import io.dartagnan.cli.load.ImportPlan;
import io.dartagnan.cli.terminal.TextTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnswerTableTest {

  @TempDir private Path folder;

  @Test
  void showsTheColumnsInTheOrderOfTheFileAndAmountsAsDecimals() {
    ImportPlan plan = Csv.plan(folder, Csv.THREE_ROWS);
    TableColumns columns = TableColumns.of(plan.schema().descriptor(TableName.valueOf("t"), "f"));
    List<Result> rows = rows(plan);

    String drawn = AnswerTable.ofAll(columns, rows).render(TextTable.WIDTH, rows, 2, List.of());

    assertThat(drawn.lines().map(String::stripTrailing))
        .containsExactly(
            " Id | Name | Fee   | Count",
            "----+------+-------+-------",
            " b  | Ann  | 10.50 |     3",
            " a  |      |  7.50 |   -12",
            "… and 1 more rows");
  }

  @Test
  void aRowKeyThatCanBeCopiedIsNeverCutAndAWideTableNamesWhatItLeavesOut() {
    String key = "0d1301f1-974a-7903-bec4-751ad4cfc930";
    String csv =
        "Id,A,B,C,D,E\n%s,%s\n"
            .formatted(key, String.join(",", List.of("v", "w", "x", "y", "z")))
            .replaceAll("[v-z]", "$0".repeat(30));
    ImportPlan plan = Csv.plan(folder, csv);
    TableColumns columns = TableColumns.of(plan.schema().descriptor(TableName.valueOf("t"), "f"));
    List<Result> rows = rows(plan);

    String drawn = AnswerTable.ofAll(columns, rows).render(TextTable.WIDTH, rows, 5, List.of("E"));

    assertThat(drawn)
        .contains(key)
        .contains("zzz")
        .endsWith("columns not shown because the line is full: C, D");
    assertThat(drawn.lines().mapToInt(String::length).max().orElseThrow())
        .isLessThanOrEqualTo(TextTable.WIDTH);
  }

  private static List<Result> rows(ImportPlan plan) {
    List<Result> rows = new ArrayList<>();
    for (int record = 0; record < plan.size(); record++) {
      byte[] key = plan.key(record);
      List<Cell> cells = new ArrayList<>();
      plan.values(record)
          .forEach(
              (name, value) ->
                  cells.add(new KeyValue(key, Bytes.toBytes("f"), Bytes.toBytes(name), value)));
      rows.add(Result.create(cells.stream().sorted(CellComparator.getInstance()).toList()));
    }
    return rows;
  }
}
