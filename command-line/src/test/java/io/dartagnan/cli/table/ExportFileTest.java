package io.dartagnan.cli.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.cli.answer.RowJson;
import io.dartagnan.cli.column.TableColumns;
import io.dartagnan.cli.table.ExportCommand.CsvRows;
import io.dartagnan.cli.table.ExportCommand.ExportFile;
import io.dartagnan.cli.table.ExportCommand.JsonRows;
import io.dartagnan.cli.terminal.CommandException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class ExportFileTest {

  private final TableColumns columns =
      TableColumns.of(
          TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
              .setValue("cli.key", "Id")
              .setValue("dartagnan.column.f:Fee", "additive int64")
              .setValue("cli.decimal.f:Fee", "2")
              .setValue("dartagnan.column.f:Name", "xor string(31)")
              .setValue("dartagnan.default", "plain")
              .build());
  private final StringWriter text = new StringWriter();
  private final PrintWriter to = new PrintWriter(text);

  private static Result row(String key, String qualifier, byte[] value) {
    return Result.create(
        List.of(
            new KeyValue(Bytes.toBytes(key), Bytes.toBytes("f"), Bytes.toBytes(qualifier), value)));
  }

  private ExportFile csv(boolean withHeader) {
    return new ExportFile(to, new CsvRows(columns, List.of()), withHeader);
  }

  @Test
  void csvIsWhatAnImportReads() throws IOException {
    ExportFile file = csv(true);
    file.add(row("a", "Name", Bytes.toBytes("say \"hi\", Ann")));
    file.add(row("b", "Fee", Bytes.toBytes(-5L)));
    file.flush();

    assertThat(text.toString()).isEqualTo("Id,Fee,Name\na,,\"say \"\"hi\"\", Ann\"\nb,-0.05,\n");
  }

  @Test
  void anEmptyTableHasAHeaderAndAContinuationHasNone() throws IOException {
    csv(true).flush();
    csv(false).flush();

    assertThat(text.toString()).isEqualTo("Id,Fee,Name\n");
  }

  @Test
  void linesOfJsonHaveEveryColumn() throws IOException {
    ExportFile file = new ExportFile(to, new JsonRows(new RowJson(columns, List.of())), true);
    file.add(row("a", "other", Bytes.toBytes("x")));
    file.flush();

    assertThat(text.toString()).isEqualTo("{\"row\":\"a\",\"cells\":{\"f:other\":\"x\"}}\n");
  }

  @Test
  void noCellIsLostForWantOfAColumn() {
    assertThatThrownBy(() -> csv(true).add(row("a", "other", Bytes.toBytes("x"))))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("row 'a' has column 'f:other'")
        .hasMessageContaining("--format jsonl");
  }

  @Test
  void thePlaceToGoOnFromIsTheLastRowWritten() throws IOException {
    ExportFile file = csv(true);
    for (int i = 0; i < 700; i++) {
      file.add(row("it's %03d".formatted(i), "Name", Bytes.toBytes("n")));
    }

    assertThat(file.standing())
        .startsWith("500 rows are written; the same export with --after 'it'\\''s 499' ");
    assertThat(text.toString().lines()).hasSize(501).last().isEqualTo("it's 499,,n");
    assertThatThrownBy(file::flush).isInstanceOf(InterruptedIOException.class);
    assertThat(text.toString().lines()).as("nothing comes behind it").hasSize(501);
  }

  @Test
  void nothingIsSaidBeforeTheFirstRowIsWritten() throws IOException {
    ExportFile file = csv(true);
    file.add(row("a", "Name", Bytes.toBytes("n")));

    assertThat(file.standing()).isEmpty();
  }

  @Test
  void outputThatIsLostIsAFailure() {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("no space left on device");
          }
        };
    ExportFile file = new ExportFile(new PrintWriter(full), new CsvRows(columns, List.of()), true);

    assertThatThrownBy(file::flush).hasMessage("the output could not be written in full");
  }
}
