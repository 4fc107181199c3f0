package io.dartagnan.cli.column;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.cli.fixture.Csv;
import io.dartagnan.cli.load.ImportPlan;
import io.dartagnan.cli.load.ImportSchema;
import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.schema.TableSchema;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableColumnsTest {

  private static final TableName TABLE = TableName.valueOf("t");

  @TempDir private Path folder;

  @Test
  void theDescriptorKeepsOrderDecimalsAndTheNameOfTheRowKey() {
    ImportPlan plan = Csv.plan(folder, "Id,Zoë:1,Fee,A\nx,q,1.25,7\n");
    TableDescriptor descriptor = plan.schema().descriptor(TABLE, "f");

    TableColumns columns = TableColumns.of(descriptor);

    assertThat(TableSchema.of(descriptor).table()).isEqualTo(TABLE);
    assertThat(descriptor.getValue("cli.decimal.f:Fee")).isEqualTo("2");
    assertThat(columns.keyName()).isEqualTo("Id");
    assertThat(columns.all())
        .extracting(column -> column.qualifier() + " " + column.format())
        .containsExactly("Zoë:1 xor string(7)", "Fee additive decimal(2)", "A additive int64");
    assertThat(columns.named("f:Fee")).isEqualTo(columns.named("Fee"));
  }

  @Test
  void theSuiteIsTheOneTheTableAsksForElseTheDefault() {
    ImportSchema schema = Csv.plan(folder, Csv.THREE_ROWS).schema();

    assertThat(TableColumns.of(schema.descriptor(TABLE, "f")).suite())
        .isEqualTo(ProtocolSuites.DEFAULT);
    assertThat(
            TableColumns.of(
                    schema
                        .with(new TableProtection(Optional.of("other"), false, Optional.empty()))
                        .descriptor(TABLE, "f"))
                .suite())
        .isEqualTo("other");
    assertThat(TableColumns.of(TableDescriptorBuilder.newBuilder(TABLE).build()).suite()).isEmpty();
    TableDescriptorBuilder plain =
        TableDescriptorBuilder.newBuilder(TABLE)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
            .setValue("dartagnan.default", "plain")
            .setValue("dartagnan.column.f:a", "plain");
    assertThat(TableColumns.of(plain.build()).suite()).as("nothing is compared").isEmpty();
    plain.setValue("dartagnan.column.f:b", "xor int64");
    assertThat(TableColumns.of(plain.build()).suite()).isEqualTo(ProtocolSuites.DEFAULT);
  }

  @Test
  void saysWhichColumnsThereAre() {
    ImportPlan plan = Csv.plan(folder, Csv.THREE_ROWS);
    TableColumns columns = TableColumns.of(plan.schema().descriptor(TABLE, "f"));

    assertThatThrownBy(() -> columns.named("Nam"))
        .hasMessage("table t declares no column 'Nam'; it declares Name, Fee, Count");
    assertThatThrownBy(() -> columns.named("Id"))
        .hasMessage("'Id' is the row key of t, not a column; read one row with 'get'");
  }

  @Test
  void aNameThatTwoFamiliesDeclareIsAskedForWithItsFamily() {
    TableDescriptorBuilder builder =
        TableDescriptorBuilder.newBuilder(TABLE)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("a"))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("b"))
            .setValue("dartagnan.column.a:Fee", "xor int64")
            .setValue("dartagnan.column.b:Fee", "additive int64");
    TableColumns columns = TableColumns.of(builder.build());

    assertThatThrownBy(() -> columns.named("Fee"))
        .hasMessage("table t declares 'Fee' in several families; name one of a:Fee, b:Fee");
    assertThat(columns.named("b:Fee").format()).hasToString("additive int64");
  }

  @Test
  void aColumnThatADefaultDeclaresIsNamedWithItsFamily() {
    TableDescriptorBuilder builder =
        TableDescriptorBuilder.newBuilder(TABLE)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
            .setValue("dartagnan.column.f:*", "additive int64");

    TableColumns columns = TableColumns.of(builder.build());

    assertThat(columns.all()).isEmpty();
    assertThat(columns.named("f:anything").format()).hasToString("additive int64");
  }
}
