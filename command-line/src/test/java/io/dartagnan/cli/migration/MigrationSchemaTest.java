package io.dartagnan.cli.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.cli.column.TableProtection;
import io.dartagnan.cli.terminal.CommandException;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class MigrationSchemaTest {

  private static final TableName TABLE = TableName.valueOf("t");

  private final SortedMap<String, ColumnCensus> columns = new TreeMap<>();

  private void column(String name, byte[]... values) {
    ColumnCensus census = columns.computeIfAbsent(name, column -> new ColumnCensus());
    for (byte[] value : values) {
      census.add(value);
    }
  }

  private MigrationSchema schema(String... declarations) {
    return new MigrationSchema(
        new SourceTable.Census(List.of("f", "g"), columns, 3), List.of(declarations));
  }

  private String declared(String column, String... declarations) {
    return schema(declarations)
        .descriptor(TABLE, TableProtection.DEFAULT)
        .getValue("dartagnan.column." + column);
  }

  @Test
  void valuesSuggestWhatTheyAre() {
    column("f:name", Bytes.toBytes("Zoë"), Bytes.toBytes("a\tb"), new byte[0]);
    column("f:n", Bytes.toBytes(5L), Bytes.toBytes(-5L));
    column("g:raw", new byte[] {0, 1, 2}, Bytes.toBytes(5L));
    column("g:word", Bytes.toBytes("eight888"));

    assertThat(declared("f:name")).isEqualTo("xor string(7)");
    assertThat(declared("f:n")).isEqualTo("additive int64");
    assertThat(declared("g:raw")).isEqualTo("xor bytes(15)");
    assertThat(declared("g:word")).as("text of eight bytes").isEqualTo("xor string(15)");
    assertThat(schema().text()).contains("8 bytes each, as Bytes.toBytes(long) makes", "g:raw");
  }

  @Test
  void whatTheUserDeclaresCounts() {
    column("f:n", Bytes.toBytes(500L));
    TableDescriptor table =
        schema("f:n=replicated decimal(2)")
            .descriptor(
                TABLE, new TableProtection(Optional.of("bogdanov"), false, Optional.empty()));

    assertThat(table.getValue("dartagnan.column.f:n")).isEqualTo("replicated int64");
    assertThat(table.getValue("cli.decimal.f:n")).isEqualTo("2");
    assertThat(table.getValue("dartagnan.suite")).isEqualTo("bogdanov");
    assertThat(table.hasColumnFamily(Bytes.toBytes("g"))).as("a family without cells").isTrue();
  }

  @Test
  void aTableOfReplicatedColumnsHasTheSuiteThatItGetsByDefault() {
    column("f:n", Bytes.toBytes(500L));
    TableDescriptor table =
        schema("f:n=replicated int64").descriptor(TABLE, TableProtection.DEFAULT);

    assertThat(table.getValue("dartagnan.suite")).isEqualTo("verified");
  }

  @Test
  void declarationsThatCannotBeAreRefused() {
    column("f:n", Bytes.toBytes(500L));

    assertThatThrownBy(() -> schema("f:m=plain"))
        .isInstanceOf(CommandException.class)
        .hasMessage("--column names 'f:m', and the table has f:n");
    assertThatThrownBy(() -> schema("f:n")).hasMessageStartingWith("--column 'f:n': ");
    assertThatThrownBy(() -> schema("f:n=additive int46"))
        .hasMessageStartingWith("--column 'f:n=additive int46': ");
  }

  @Test
  void aValueThatIsTooLongToBeProtectedIsNamedByItsColumn() {
    column("f:blob", new byte[1 << 20]);

    assertThatThrownBy(this::schema)
        .isInstanceOf(CommandException.class)
        .hasMessageStartingWith("column 'f:blob' has a value of 1,048,576 bytes, at most ")
        .hasMessageContaining("--column 'f:blob=plain'");
    assertThat(declared("f:blob", "f:blob=plain")).isEqualTo("plain");
  }
}
