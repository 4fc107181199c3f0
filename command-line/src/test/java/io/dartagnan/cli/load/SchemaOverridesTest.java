package io.dartagnan.cli.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.cli.column.ColumnFormat;
import io.dartagnan.cli.csv.CsvTable;
import io.dartagnan.cli.fixture.Csv;
import io.dartagnan.cli.load.SchemaOptions.SchemaInference;
import io.dartagnan.cli.load.SchemaOptions.SchemaOverrides;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaOverridesTest {

  @TempDir private Path folder;

  @Test
  void thePrintedSchemaReadsBackAsTheSchemaThatWasChosen() throws IOException {
    CsvTable table = Csv.table(folder, "Id,a=b,Fee,#\n1,x,1.5,9\n");
    ImportSchema schema = SchemaInference.of(table, null, Map.of());
    Path file = Files.writeString(folder.resolve("my.schema"), SchemaReport.file(table, schema));

    Map<String, ColumnFormat> read = SchemaOverrides.read(table, List.of(), file);

    assertThat(read)
        .containsEntry("a=b", ColumnFormat.parse("xor string(7)"))
        .containsEntry("Fee", ColumnFormat.parse("additive decimal(1)"));
  }

  @Test
  void theCommandLineCountsBeforeTheFile() throws IOException {
    CsvTable table = Csv.table(folder, Csv.THREE_ROWS);
    Path file =
        Files.writeString(folder.resolve("my.schema"), "# comment\n\nName = plain\nFee=plain\n");

    Map<String, ColumnFormat> read =
        SchemaOverrides.read(table, List.of("Fee=additive decimal(3)"), file);

    assertThat(read)
        .containsOnly(
            Map.entry("Name", ColumnFormat.parse("plain")),
            Map.entry("Fee", ColumnFormat.parse("additive decimal(3)")));
  }

  @Test
  void saysWhereADeclarationIsWrong() throws IOException {
    CsvTable table = Csv.table(folder, Csv.THREE_ROWS);
    Path file = Files.writeString(folder.resolve("my.schema"), "\nFee = additive int32\n");

    assertThatThrownBy(() -> SchemaOverrides.read(table, List.of("Fe=plain"), null))
        .hasMessage(
            "--column 'Fe=plain' names a column that %s does not have; it has Id, Name, Fee, Count",
            table.file());
    assertThatThrownBy(() -> SchemaOverrides.read(table, List.of("Fee"), null))
        .hasMessageStartingWith("--column 'Fee' is not NAME=SCHEME TYPE");
    assertThatThrownBy(() -> SchemaOverrides.read(table, List.of("Fee=caesar int64"), null))
        .hasMessageContaining("'caesar' is not a scheme; known are: plain, additive, xor");
    assertThatThrownBy(() -> SchemaOverrides.read(table, List.of("Fee=plain", "Fee=plain"), null))
        .hasMessageEndingWith("declares column 'Fee' a second time");
    assertThatThrownBy(() -> SchemaOverrides.read(table, List.of(), file))
        .hasMessageStartingWith(file + ", line 2: 'int32' is not a type");
    assertThatThrownBy(() -> SchemaOverrides.read(table, List.of(), folder.resolve("none")))
        .hasMessageEndingWith("none cannot be read");
  }
}
