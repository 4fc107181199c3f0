package io.dartagnan.cli.tour;

import io.dartagnan.cli.answer.Answer;
import io.dartagnan.cli.answer.AnswerTable;
import io.dartagnan.cli.answer.ExplanationText;
import io.dartagnan.cli.answer.RowTable;
import io.dartagnan.cli.cloud.CloudCells;
import io.dartagnan.cli.cloud.Clouds;
import io.dartagnan.cli.cloud.CloudsOption;
import io.dartagnan.cli.column.TableColumns;
import io.dartagnan.cli.column.TableColumns.Column;
import io.dartagnan.cli.column.TableNames;
import io.dartagnan.cli.load.Import;
import io.dartagnan.cli.load.ImportPlan;
import io.dartagnan.cli.load.SchemaOptions;
import io.dartagnan.cli.load.SchemaReport;
import io.dartagnan.cli.predicate.Combination;
import io.dartagnan.cli.predicate.Condition;
import io.dartagnan.cli.predicate.WhereClause;
import io.dartagnan.cli.predicate.WhereOption;
import io.dartagnan.cli.predicate.WhereParser;
import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.cli.terminal.ShellWord;
import io.dartagnan.cli.terminal.TextTable;
import io.dartagnan.client.aggregate.PrivateAggregation;
import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.keys.KeyFile;
import io.dartagnan.client.table.FilterExplanation;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Imports a file, asks it four questions, checks the answers, shows what each cloud holds, and has
 * one of them lie.
 */
@Command(
    name = "tour",
    description =
        "Import a CSV file, ask it four questions, check each answer against the file, show what"
            + " each cloud holds, and read a row of which one cloud has altered its share.",
    mixinStandardHelpOptions = true)
public final class TourCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--input",
      paramLabel = "FILE.csv",
      required = true,
      description = "The file to import.")
  private Path file;

  @Option(
      names = "--table",
      paramLabel = "NAME",
      defaultValue = "appointments",
      description = "The table to create (default: ${DEFAULT-VALUE}).")
  private String table;

  @Option(
      names = "--equals",
      paramLabel = "'COLUMN=VALUE'",
      description = "The equality filter (default: chosen from the file).")
  private String equality;

  @Option(
      names = "--range",
      paramLabel = "'COLUMN >= VALUE'",
      description = "The range filter (default: chosen from the file).")
  private String range;

  @Option(
      names = "--check",
      description = "Only check the file and the options; no cloud is needed.")
  private boolean checkOnly;

  @Mixin private SchemaOptions options;
  @Mixin private CloudsOption connection;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    TableName name = TableNames.parse(table);
    ImportPlan plan = options.plan(file, connection.placement());
    TableColumns columns = TableColumns.of(plan.schema().descriptor(name, options.family()));
    Expectation expectation = new Expectation(plan, options.family());
    TourQuestions questions = new TourQuestions(columns, expectation.all());
    Condition equal =
        equality == null
            ? questions.equality()
            : equality(condition("--equals", equality, columns));
    Condition within =
        range == null ? questions.range() : range(condition("--range", range, columns));
    if (!checkOnly) {
      new Tour(out, spec.commandLine().getErr(), connection, name, plan, options, expectation)
          .run(equal, within);
    }
    return 0;
  }

  private Condition condition(String option, String text, TableColumns columns) {
    Consumer<String> warnings = WhereOption.warningsTo(spec.commandLine().getErr());
    WhereClause clause = WhereParser.parse(option, text, columns, warnings);
    if (clause instanceof Condition condition) {
      return condition;
    }
    throw CommandException.usage(option + " takes one condition, without AND and OR");
  }

  private static Condition equality(Condition given) {
    if (given.operator() != CompareOperator.EQUAL) {
      throw CommandException.usage(
          "--equals '" + given.text() + "' is not an equality; write 'COLUMN=VALUE'");
    }
    return given;
  }

  private static Condition range(Condition given) {
    if (given.operator() == CompareOperator.EQUAL
        || given.operator() == CompareOperator.NOT_EQUAL) {
      throw CommandException.usage(
          "--range '" + given.text() + "' is not a range; write COLUMN, one of < <= > >=, VALUE");
    }
    return given;
  }

  /**
   * Imports a file, asks questions about it, and shows what each cloud holds. Every answer is
   * checked whole, also the rows that are not shown.
   */
  private static final class Tour {

    private static final int SCANNED_ROWS = 5;
    private static final int SHOWN_ROWS = 5;
    private static final int SHOWN_COLUMNS = 6;

    private final PrintWriter out;
    private final PrintWriter err;
    private final CloudsOption connection;
    private final boolean isOnOneCluster;
    private final TableName name;
    private final ImportPlan plan;
    private final SchemaOptions options;
    private final Expectation expectation;

    public Tour(
        PrintWriter out,
        PrintWriter err,
        CloudsOption connection,
        TableName name,
        ImportPlan plan,
        SchemaOptions options,
        Expectation expectation) {
      this.out = out;
      this.err = err;
      this.connection = connection;
      this.isOnOneCluster = connection.placement().isOneCluster();
      this.name = name;
      this.plan = plan;
      this.options = options;
      this.expectation = expectation;
    }

    /**
     * Runs the whole tour.
     *
     * @throws CommandException at the first answer that is not what the file says
     */
    void run(Condition equality, Condition range) throws IOException {
      if (isOnOneCluster) {
        useKeyFile();
      }
      heading("Import " + plan.file().file());
      out.println(SchemaReport.table(plan.schema()));
      out.println(new Import(name, plan, options, false).run(connection, err));
      connection.on(clouds -> ask(clouds, equality, range));
      if (!isOnOneCluster) {
        lie();
      }
      next(equality);
    }

    /** Values are encrypted under a key that has to be somewhere, and outlast the tour. */
    private void useKeyFile() throws IOException {
      if (connection.configuration().get(ClientKeys.KEY_FILE) != null) {
        return;
      }
      Path file =
          connection
              .folder()
              .map(folder -> folder.resolve("dartagnan.key"))
              .orElseThrow(
                  () ->
                      new CommandException(
                          "%s names no file; 'dartagnan keys create FILE' makes one"
                              .formatted(ClientKeys.KEY_FILE)));
      if (!Files.exists(file)) {
        KeyFile.create(file);
      }
      connection.setKeyFile(file);
      out.println(
          "Values are encrypted under the key in %s; other clients read them with %s set to it"
              .formatted(file, ClientKeys.KEY_FILE));
    }

    private Void ask(Clouds clouds, Condition equality, Condition range) throws IOException {
      try (Table table = clouds.safe().getTable(name)) {
        TableColumns columns = clouds.columns(name);
        Result row = get(table, columns);
        scan(table, columns);
        filter("An equality filter", table, columns, equality);
        filter("A range filter", table, columns, range);
        WhereClause both = Combination.and(List.of(equality, range));
        explain(clouds, both);
        filter("A predicate over two columns", table, columns, both);
        if (!isOnOneCluster) {
          count(clouds, both);
        }
        clouds(clouds, row, columns, List.of(equality.column(), range.column()));
      }
      return null;
    }

    private Result get(Table table, TableColumns columns) throws IOException {
      Expectation.Row expected = expectation.all().get(plan.size() / 2);
      String question = "get " + Bytes.toStringBinary(expected.key());
      heading("One row: " + question);
      Answer answer = Answer.get(table, expected.key());
      String verified = expectation.verify(question, List.of(expected), answer.rows());
      out.println(RowTable.render(TextTable.WIDTH, columns, answer.rows().get(0)));
      out.println(answer.summary());
      out.println(verified);
      return answer.rows().get(0);
    }

    private void scan(Table table, TableColumns columns) throws IOException {
      heading("A scan of " + SCANNED_ROWS + " rows");
      Answer answer = Answer.scan(table, new Scan().setCaching(SCANNED_ROWS), SCANNED_ROWS);
      show("the scan", columns, answer, expectation.first(SCANNED_ROWS), List.of());
    }

    private void filter(String what, Table table, TableColumns columns, WhereClause clause)
        throws IOException {
      heading(what + ": " + clause.text());
      Scan scan = new Scan().setFilter(clause.filter());
      Answer answer = Answer.scan(table, scan, Integer.MAX_VALUE);
      List<String> kept = clause.columns().stream().map(Column::qualifier).toList();
      show(clause.text(), columns, answer, expectation.matching(clause), kept);
    }

    private void explain(Clouds clouds, WhereClause clause) throws IOException {
      heading("Where a predicate is judged: scan --explain --where " + clause.text());
      Scan scan = new Scan().setFilter(clause.filter());
      out.println(ExplanationText.of(FilterExplanation.of(clouds.safe(), name, scan)));
    }

    /** Counts without telling the clouds which rows, or how many. */
    private void count(Clouds clouds, WhereClause clause) throws IOException {
      heading("A private count: " + clause.text());
      long start = System.nanoTime();
      long count =
          PrivateAggregation.over(clouds.safe()).count(name, new Scan().setFilter(clause.filter()));
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      int expected = expectation.matching(clause).size();
      if (count != expected) {
        throw new CommandException(
            "the count of %s is %,d, the file says %,d".formatted(clause.text(), count, expected));
      }
      out.println("%,d rows, in %,d ms; no cloud has learnt this number".formatted(count, millis));
      out.println("verified: the file says so too");
    }

    /** Shows a row at each cloud; of a wide table, few columns beside those filtered on. */
    private void clouds(Clouds clouds, Result row, TableColumns columns, List<Column> wanted)
        throws IOException {
      String key = Bytes.toStringBinary(row.getRow());
      heading("Row %s as each cloud stores it".formatted(key));
      List<Column> present =
          columns.all().stream()
              .filter(column -> row.containsColumn(column.familyBytes(), column.qualifierBytes()))
              .toList();
      List<Column> shown = new ArrayList<>(present);
      for (int i = shown.size() - 1; i >= 0 && shown.size() > SHOWN_COLUMNS; i--) {
        if (!wanted.contains(shown.get(i))) {
          shown.remove(i);
        }
      }
      out.print(CloudCells.draw(clouds, name, row, shown));
      out.println(CloudCells.explanation(clouds.placement()));
      if (shown.size() < present.size()) {
        out.println(
            "All columns of it: clusters/dartagnan clouds " + name + " " + ShellWord.quoted(key));
      }
    }

    /** Of a table without a protected value there is nothing to lie about. */
    private void lie() throws IOException {
      Optional<LyingCloud> lying =
          LyingCloud.of(name, plan.schema(), options.family(), expectation);
      if (lying.isPresent()) {
        heading("A cloud that lies");
        lying.get().show(connection, out, options.drop());
      }
    }

    private void show(
        String question,
        TableColumns columns,
        Answer answer,
        List<Expectation.Row> expected,
        List<String> kept) {
      String verified = expectation.verify(question, expected, answer.rows());
      AnswerTable drawn = AnswerTable.ofAll(columns, answer.rows());
      out.println(drawn.render(TextTable.WIDTH, answer.rows(), SHOWN_ROWS, kept));
      out.println(answer.summary());
      out.println(verified);
    }

    private void heading(String text) {
      out.println();
      out.println("== " + text + " ==");
    }

    private void next(Condition equality) {
      heading("What to try next");
      out.println(
          """
        clusters/local up%3$s                       %4$s up, until clusters/local down%5$s
        clusters/dartagnan import FILE.csv --table %1$s
        clusters/dartagnan scan %1$s --where %2$s
        eval "$(clusters/local env)"            then any HBase program of yours runs on it:
        java $DARTAGNAN_JAVA_OPTS -cp "$DARTAGNAN_CONF:$DARTAGNAN_CLASSPATH:your.jar" YourProgram
        README.md has a short Java example."""
              .formatted(
                  name,
                  ShellWord.quoted(equality.text()),
                  isOnOneCluster ? " --clouds 1" : "",
                  isOnOneCluster ? "one cluster that stays" : "three clouds that stay",
                  isOnOneCluster
                      ? "\nclusters/dartagnan keys create FILE      and dartagnan.client.key.file = FILE where clients run"
                      : ""));
    }
  }
}
