package io.dartagnan.cli.table;

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
import io.dartagnan.cli.terminal.ShellWord;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.commons.csv.CSVFormat;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
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

  /**
   * Rows that are written in order, and the place to go on from. Whole rows are handed on, many at
   * a time; once the place was asked for, nothing more is written.
   */
  static final class ExportFile {

    private static final int ROWS_AT_ONCE = 500;

    private final PrintWriter to;
    private final RowFormat format;
    private final StringBuilder pending = new StringBuilder();
    private int pendingRows;
    private byte[] pendingKey;
    private long written;
    private byte[] lastKey;
    private boolean over;

    /**
     * A file that is begun, or gone on with.
     *
     * @param withHeader whether it begins with what the format begins with
     */
    ExportFile(PrintWriter to, RowFormat format, boolean withHeader) {
      this.to = to;
      this.format = format;
      if (withHeader) {
        pending.append(format.header());
      }
    }

    /** Takes a row. */
    void add(Result row) throws IOException {
      pending.append(format.line(row));
      pendingRows++;
      pendingKey = row.getRow();
      if (pendingRows == ROWS_AT_ONCE) {
        flush();
      }
    }

    /** Writes what was taken. */
    synchronized void flush() throws IOException {
      if (over) {
        throw new InterruptedIOException("interrupted");
      }
      to.write(pending.toString());
      if (to.checkError()) {
        throw new IOException("the output could not be written in full");
      }
      pending.setLength(0);
      if (pendingRows > 0) {
        written += pendingRows;
        lastKey = pendingKey;
        pendingRows = 0;
      }
    }

    synchronized long written() {
      return written;
    }

    /** A sentence for one whose export ends here; empty if no row was written. */
    synchronized String standing() {
      over = true;
      return written == 0
          ? ""
          : String.format(
              Locale.ROOT,
              "%,d rows are written; the same export with --after %s writes the others behind them",
              written,
              ShellWord.quoted(Bytes.toStringBinary(lastKey)));
    }
  }

  /**
   * Rows as CSV that an import reads: the row key, then the columns. A missing cell and an empty
   * one are both an empty field.
   */
  static final class CsvRows implements RowFormat {

    private static final CSVFormat CSV = CSVFormat.DEFAULT.builder().setRecordSeparator("\n").get();

    private final String keyName;
    private final List<Column> columns;
    private final boolean isSelection;

    /**
     * Rows of a table.
     *
     * @param selected the columns to give; empty for all that the table declares
     */
    CsvRows(TableColumns table, List<Column> selected) {
      this.keyName = table.keyName();
      this.isSelection = !selected.isEmpty();
      this.columns = isSelection ? List.copyOf(selected) : table.all();
    }

    @Override
    public String header() {
      long names = columns.stream().map(Column::qualifier).distinct().count();
      List<String> header = new ArrayList<>();
      header.add(keyName);
      for (Column column : columns) {
        header.add(names == columns.size() ? column.qualifier() : column.name());
      }
      return CSV.format(header.toArray()) + "\n";
    }

    @Override
    public String line(Result row) {
      requireKnown(row);
      List<String> fields = new ArrayList<>();
      fields.add(Bytes.toStringBinary(row.getRow()));
      for (Column column : columns) {
        byte[] value = row.getValue(column.familyBytes(), column.qualifierBytes());
        fields.add(value == null ? "" : column.format().decode(value));
      }
      return CSV.format(fields.toArray()) + "\n";
    }

    /** A file has one header, so that a cell of another column would be lost without a word. */
    private void requireKnown(Result row) {
      if (isSelection) {
        return;
      }
      for (Cell cell : row.rawCells()) {
        boolean known =
            columns.stream()
                .anyMatch(
                    column ->
                        CellUtil.matchingColumn(
                            cell, column.familyBytes(), column.qualifierBytes()));
        if (!known) {
          throw new CommandException(
              "row '%s' has column '%s:%s', which the table declares by a wildcard only and CSV has no place for; name the columns with --columns, or use --format jsonl"
                  .formatted(
                      Bytes.toStringBinary(row.getRow()),
                      Bytes.toStringBinary(CellUtil.cloneFamily(cell)),
                      Bytes.toStringBinary(CellUtil.cloneQualifier(cell))));
        }
      }
    }
  }

  /** Rows as JSON, one object per line. */
  static final class JsonRows implements RowFormat {

    private final RowJson json;

    JsonRows(RowJson json) {
      this.json = json;
    }

    @Override
    public String header() {
      return "";
    }

    @Override
    public String line(Result row) {
      return json.line(row) + "\n";
    }
  }

  /** Spelling of rows in a file. */
  private interface RowFormat {

    /** The beginning of the file; empty if with its first row. */
    String header();

    /** One row, with its line end. */
    String line(Result row);
  }
}
