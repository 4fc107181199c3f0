package io.dartagnan.cli.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.cli.csv.CsvTable;
import io.dartagnan.cli.fixture.Csv;
import io.dartagnan.cli.load.SchemaOptions.SchemaInference;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportPlanTest {

  @TempDir private Path folder;

  @Test
  void anEmptyFieldIsNoCell() {
    ImportPlan plan = Csv.plan(folder, Csv.THREE_ROWS);

    assertThat(plan.put(1, Bytes.toBytes("f")).getFamilyCellMap().get(Bytes.toBytes("f")))
        .hasSize(2);
    assertThat(plan.values(1)).containsOnlyKeys("Fee", "Count");
    assertThat(plan.values(1).get("Fee")).isEqualTo(Bytes.toBytes(750L));
  }

  @Test
  void namesThePlaceOfAValueThatIsTooLong() {
    assertThatThrownBy(() -> Csv.plan(folder, Csv.THREE_ROWS, "Name=additive string(2)"))
        .hasMessage(
            folder.resolve("file.csv")
                + ", line 2, column 'Name': the value has 3 bytes, the column is declared string(2)");
  }

  @Test
  void namesBothLinesOfARepeatedRowKey() {
    CsvTable table = Csv.table(folder, "Id,A\n1,x\n2,y\n1,z\n");
    ImportSchema schema = SchemaInference.of(table, "Id", Map.of());

    assertThatThrownBy(() -> new ImportPlan(table, schema))
        .hasMessage(
            table.file()
                + ", line 4, column 'Id': the row key is that of line 2 too; row keys must be unique,"
                + " choose another with --key");
  }

  @Test
  void refusesAnEmptyAndATooLongRowKey() {
    CsvTable empty = Csv.table(folder, "Id,A\n1,x\n,y\n");
    assertThatThrownBy(() -> new ImportPlan(empty, SchemaInference.of(empty, "Id", Map.of())))
        .hasMessageContaining(", line 3, column 'Id': the row key is empty");

    CsvTable tooLong = Csv.table(folder, "Id,A\n" + "k".repeat(32_768) + ",x\n");
    assertThatThrownBy(() -> new ImportPlan(tooLong, SchemaInference.of(tooLong, "Id", Map.of())))
        .hasMessageContaining("the row key has 32,768 bytes, 32,767 are allowed");
  }

  @Test
  void refusesARecordThatHasARowKeyAndNothingElse() {
    assertThatThrownBy(() -> Csv.plan(folder, "Id,A\n1,x\n2,\n"))
        .hasMessageContaining(", line 3, column 'Id': every other field of the record is empty");
  }

  @Test
  void dividesTheRowsEvenly() {
    StringBuilder csv = new StringBuilder("Id,A\n");
    for (int i = 99; i >= 0; i--) {
      csv.append("%03d,x%n".formatted(i));
    }
    ImportPlan plan = Csv.plan(folder, csv.toString());

    List<String> splits = Arrays.stream(plan.splitKeys(4)).map(Bytes::toString).toList();

    assertThat(splits).containsExactly("025", "050", "075");
    assertThat(plan.splitKeys(1)).isEmpty();
    assertThatThrownBy(() -> plan.splitKeys(101))
        .hasMessage("--regions 101 given, 1 to 100 are possible with 100 rows");
    assertThatThrownBy(() -> plan.splitKeys(0)).hasMessageStartingWith("--regions 0 given");
  }
}
