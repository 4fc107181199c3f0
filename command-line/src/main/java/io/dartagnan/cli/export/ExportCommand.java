package io.dartagnan.cli.export;

import io.dartagnan.cli.answer.RowJson;
import io.dartagnan.cli.answer.Selection;
import io.dartagnan.cli.cloud.Clouds;
import io.dartagnan.cli.cloud.CloudsOption;
import io.dartagnan.cli.column.TableColumns;
import io.dartagnan.cli.column.TableColumns.Column;
import io.dartagnan.cli.column.TableNames;
import io.dartagnan.cli.predicate.WhereOption;
import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.cli.terminal.EarlyEnd;
import io.dartagnan.cli.terminal.RowProgress;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes the rows of a table, in the order of their keys, for a file or another program. */
@Command(
    name = "export",
    description = {
      "Write the rows of a table, all or those that satisfy a predicate, as CSV or lines of JSON.",
      "The values are plaintext: keep what is written as safe as the client."
    },
    mixinStandardHelpOptions = true)
public final class ExportCommand implements Callable<Integer> {

  private enum Format {
    csv,
    jsonl
  }

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "TABLE", description = "The table.")
  private String table;

  @Option(
      names = "--format",
      paramLabel = "csv|jsonl",
      defaultValue = "csv",
      description =
          "csv, which 'import' reads (a missing cell and an empty one are both an empty field; bytes"
              + " that are no text are 0x and hex), or jsonl, as 'scan --json' prints (default:"
              + " ${DEFAULT-VALUE}).")
  private Format format;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description =
          "The file to write; it must not exist, unless --after is given, which appends to it"
              + " (default: standard output).")
  private Path file;

  @Option(
      names = "--after",
      paramLabel = "ROW",
      description =
          "Only rows behind this one, and no header line: to go on with an export that was"
              + " interrupted, which says the row. Bytes that are no text are written \\xNN.")
  private String after;

  @Option(
      names = "--columns",
      paramLabel = "A,B",
      split = ",",
      description = "Only these columns (default: all).")
  private List<String> names = new ArrayList<>();

  @Mixin private WhereOption where;
  @Mixin private CloudsOption connection;

  private volatile ExportFile writing;

  @Override
  public Integer call() throws IOException {
    TableName name = TableNames.parse(table);
    if (file != null && after == null && Files.exists(file)) {
      throw CommandException.usage(
          file + " exists already; name another file with --output, or go on with --after ROW");
    }
    EarlyEnd.during(
        spec.commandLine().getErr(), this::standing, () -> connection.on(c -> write(c, name)));
    return 0;
  }

  private String standing() {
    return writing == null ? "" : writing.standing();
  }

  private Void write(Clouds clouds, TableName name) throws IOException {
    if (file == null) {
      write(clouds, name, spec.commandLine().getOut(), null);
      return null;
    }
    try (PrintWriter to = new PrintWriter(open())) {
      write(clouds, name, to, spec.commandLine().getErr());
    }
    return null;
  }

  private Writer open() {
    try {
      return Files.newBufferedWriter(
          file,
          StandardCharsets.UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.WRITE,
          after == null ? StandardOpenOption.TRUNCATE_EXISTING : StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new CommandException(file + " cannot be written", e);
    }
  }

  private void write(Clouds clouds, TableName name, PrintWriter to, PrintWriter progressLines)
      throws IOException {
    TableColumns columns = clouds.columns(name);
    List<Column> shown = names.stream().map(String::strip).map(columns::named).toList();
    Scan scan = Selection.scan(shown, where.read(columns, spec.commandLine().getErr()));
    if (after != null) {
      scan.withStartRow(Bytes.toBytesBinary(after), false);
    }
    RowFormat rows =
        format == Format.csv
            ? new CsvRows(columns, shown)
            : new JsonRows(new RowJson(columns, shown));
    ExportFile out = new ExportFile(to, rows, after == null);
    writing = out;
    RowProgress progress = new RowProgress("exported", progressLines);
    try (Table from = clouds.safe().getTable(name);
        ResultScanner scanner = from.getScanner(scan)) {
      for (Result row : scanner) {
        out.add(row);
        progress.add(1);
      }
      out.flush();
    }
    progress.end();
  }
}
