package io.dartagnan.cli.tour;

import io.dartagnan.cli.cloud.CloudsOption;
import io.dartagnan.cli.column.TableColumns;
import io.dartagnan.cli.column.TableNames;
import io.dartagnan.cli.load.ImportPlan;
import io.dartagnan.cli.load.SchemaOptions;
import io.dartagnan.cli.predicate.Condition;
import io.dartagnan.cli.predicate.WhereClause;
import io.dartagnan.cli.predicate.WhereOption;
import io.dartagnan.cli.predicate.WhereParser;
import io.dartagnan.cli.terminal.CommandException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Imports a file, asks it four questions, checks the answers, and shows what each cloud holds. */
@Command(
    name = "tour",
    description =
        "Import a CSV file, ask it four questions, check each answer against the file, and show"
            + " what each cloud holds.",
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
    ImportPlan plan = options.plan(file);
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
}
