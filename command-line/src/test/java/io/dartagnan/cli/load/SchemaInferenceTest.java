package io.dartagnan.cli.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.cli.column.ColumnFormat;
import io.dartagnan.cli.column.DeclaredLength;
import io.dartagnan.cli.csv.CsvTable;
import io.dartagnan.cli.fixture.Csv;
import io.dartagnan.cli.load.SchemaOptions.SchemaInference;
import io.dartagnan.mpc.encoding.ValueType;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaInferenceTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "12;-7;0;9223372036854775807, additive int64",
    "12;;3, additive int64",
    "82.02;0.0;5, additive decimal(2)",
    "-3.1415;2, additive decimal(4)",
    "1.23456;2, xor string(7)",
    "9223372036854775808;1, xor string(23)",
    "92233720368547758.07;1, additive decimal(2)",
    "92233720368547758.08;1, xor string(23)",
    "007;12, xor string(7)",
    "-0;12, additive int64",
    "-0.00;12, additive decimal(2)",
    "+5;12, additive int64",
    "1.;12, additive int64",
    ".5;12, additive decimal(1)",
    "-.25;+3., additive decimal(2)",
    "1e3;12, xor string(7)",
    "'.;12', xor string(7)",
    "-;12, xor string(7)",
    "--1;12, xor string(7)",
    "00;12, xor string(7)",
    "-007;12, xor string(7)",
    "' 5;12', xor string(7)",
    ";;, xor string(7)",
    "1234567;a, xor string(7)",
    "12345678;a, xor string(15)",
    "ééé;a, xor string(7)",
    "éééé;a, xor string(15)",
  })
  void choosesTheDeclarationFromTheValues(String values, String declaration) {
    StringBuilder csv = new StringBuilder("Id,Column\n");
    String[] fields = values.split(";", -1);
    for (int i = 0; i < fields.length; i++) {
      csv.append("row").append(i).append(",\"").append(fields[i]).append("\"\n");
    }
    CsvTable table = Csv.table(folder, csv.toString());

    ImportSchema schema = SchemaInference.of(table, null, Map.of());

    assertThat(schema.columns()).hasSize(1);
    assertThat(schema.columns().get(0).format()).hasToString(declaration);
  }

  @Test
  void stringLengthsHoldTheValueAndFillWholeLimbs() {
    for (int longest = 0; longest <= ValueType.MAX_LENGTH; longest++) {
      int length = DeclaredLength.of(longest);
      ValueType type = ValueType.string(length);
      int lengthBytes = length < 0xff ? 1 : 2;
      int unused = type.ring().limbs() * Long.BYTES - length - lengthBytes;

      assertThat(length).isGreaterThanOrEqualTo(Math.max(longest, 7));
      assertThat(unused).isLessThanOrEqualTo(length == 254 ? 1 : length > 16_374 ? 6 : 0);
      assertThat(length - longest).isLessThan(16);
    }
  }

  @Test
  void takesTheFirstUniqueColumnWithoutGapsAsRowKey() {
    CsvTable table = Csv.table(folder, "A,B,C,D\nx,,p,1\nx,s,q,2\n");

    assertThat(SchemaInference.of(table, null, Map.of()).keyColumn()).isEqualTo("C");
    assertThat(SchemaInference.of(table, "D", Map.of()).keyColumn()).isEqualTo("D");
  }

  @Test
  void saysThatNoColumnCanBeTheRowKey() {
    CsvTable table = Csv.table(folder, "A,B\nx,\nx,s\n");

    assertThatThrownBy(() -> SchemaInference.of(table, null, Map.of()))
        .hasMessageContaining("has no column whose values are unique and never empty");
    assertThatThrownBy(() -> SchemaInference.of(table, "Z", Map.of()))
        .hasMessageEndingWith("has no column 'Z'; it has A, B");
  }

  @Test
  void saysThatAValueIsTooLongToBeProtected() {
    CsvTable table = Csv.table(folder, "Id,Text\n1," + "x".repeat(16_385) + "\n");

    assertThatThrownBy(() -> SchemaInference.of(table, null, Map.of()))
        .hasMessage(
            "column 'Text' has a value of 16,385 bytes, at most 16,384 can be protected; shorten it");
  }

  @Test
  void anOverrideCountsAndTheRowKeyTakesNone() {
    CsvTable table = Csv.table(folder, Csv.THREE_ROWS);
    ColumnFormat plain = ColumnFormat.parse("plain");

    ImportSchema schema = SchemaInference.of(table, null, Map.of("Name", plain));

    assertThat(schema.columns().get(0).format()).isEqualTo(plain);
    assertThatThrownBy(() -> SchemaInference.of(table, null, Map.of("Id", plain)))
        .hasMessageStartingWith("'Id' is the row key and takes no declaration");
  }
}
