package io.dartagnan.cli.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.cli.fixture.Csv;
import io.dartagnan.cli.load.Import.ImportedPart;
import io.dartagnan.cli.terminal.CommandException;
import java.nio.file.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportedPartTest {

  private static final TableName TABLE = TableName.valueOf("t");

  @TempDir private Path folder;
  private ImportPlan plan;
  private ImportedPart part;

  @BeforeEach
  void makeAPlan() {
    plan = Csv.plan(folder, Csv.THREE_ROWS);
    part = new ImportedPart(plan, TABLE, "f");
  }

  @Test
  void theTableOfTheSamePlanIsGoneOnWith() {
    TableDescriptor own = plan.schema().descriptor(TABLE, "f");

    assertThatCode(() -> part.requireSchema(own)).doesNotThrowAnyException();
    assertThatCode(
            () ->
                part.requireSchema(
                    TableDescriptorBuilder.newBuilder(own).setValue("OWNER", "ann").build()))
        .as("a value that is nobody's business here")
        .doesNotThrowAnyException();
  }

  @Test
  void aTableOfAnotherSchemaIsNot() {
    TableDescriptor other =
        Csv.plan(folder, Csv.THREE_ROWS, "Fee=replicated decimal(2)")
            .schema()
            .descriptor(TABLE, "f");

    assertThatThrownBy(() -> part.requireSchema(other))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining(
            "'dartagnan.column.f:Fee' is 'replicated int64' there, and 'additive int64' for this import");
  }

  /** An import into it may be gone on with by its name. */
  @Test
  void aTableWithoutASuiteIsOfTheOneThatAllHadOnce() {
    TableDescriptor own = plan.schema().descriptor(TABLE, "f");
    TableDescriptor named =
        TableDescriptorBuilder.newBuilder(own).setValue("dartagnan.suite", "araki").build();

    assertThat(own.getValue("dartagnan.suite")).isNull();
    assertThatCode(() -> part.requireSchema(named)).doesNotThrowAnyException();
  }

  @Test
  void aTableThatDeclaresMoreOrLessIsNot() {
    TableDescriptor own = plan.schema().descriptor(TABLE, "f");

    assertThatThrownBy(
            () ->
                part.requireSchema(
                    TableDescriptorBuilder.newBuilder(own)
                        .setValue("dartagnan.suite", "bogdanov")
                        .build()))
        .hasMessageContaining("'dartagnan.suite' is 'bogdanov' there, and 'araki' for this import");
    assertThatThrownBy(
            () ->
                part.requireSchema(
                    TableDescriptorBuilder.newBuilder(own)
                        .removeValue("dartagnan.column.f:Fee")
                        .build()))
        .hasMessageContaining("'dartagnan.column.f:Fee' is absent there");
  }
}
