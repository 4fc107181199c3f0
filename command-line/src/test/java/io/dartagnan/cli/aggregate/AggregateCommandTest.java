package io.dartagnan.cli.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.cli.fixture.Csv;
import io.dartagnan.cli.load.ImportPlan;
import io.dartagnan.cli.terminal.CommandException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class AggregateCommandTest {

  @Command(name = "dartagnan")
  private static final class Root {}

  private static final String CSV =
      """
      Id,Name,Fee,Count
      b,Ann,10.50,3
      a,,7.5,-12
      c,Bob,,900
      d,Cleo,-0.02,
      """;

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Aggregates.Opening database;

  @BeforeEach
  void importRows() {
    ImportPlan plan = Csv.plan(folder, CSV);
    database = connection -> new PlainAggregates(TableName.valueOf("t"), plan);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "count t | 4",
        "count t --where Count<0 | 1",
        "count t --where Name=nobody | 0",
        "count t --where Fee>=0 --where Count>0 | 1",
        "count t --where Fee<0.OR.Count>500 | 2",
        "sum t Count | 891",
        "sum t Fee | 17.98",
        "sum t f:Fee | 17.98",
        "sum t Fee --where Name=nobody | 0.00",
        "avg t Count | 297",
        "avg t Fee --where Count<=3 | 9.00",
        "avg t Fee | 5.993333333333334",
        "min t Fee | -0.02",
        "max t Fee | 10.50",
        "min t Count | -12",
        "max t Name | Cleo",
        "min t Name --where NOT.Count=3 | Bob",
      })
  void printsNothingButTheAnswer(String command, String answer) {
    assertThat(run(command)).isZero();
    assertThat(out).hasToString(answer + System.lineSeparator());
    assertThat(err.toString()).matches("computed in [\\d,]+ ms\\R");
  }

  @ParameterizedTest
  @CsvSource({"avg", "min", "max"})
  void printsNoAnswerWhereThereIsNone(String function) {
    assertThat(run(function + " t Fee --where Name=Bob")).isZero();
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString().strip())
        .isEqualTo("no value: no row that was asked for has column f:Fee");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sum t Name | sum needs numbers and column 'Name' is declared xor string(7); columns declared int64 or decimal(d) hold numbers",
        "avg t Name | avg needs numbers and column 'Name' is declared xor string(7); columns declared int64 or decimal(d) hold numbers",
        "min t Id | 'Id' is the row key of t, not a column; read one row with 'get'",
        "count u | there is no table u; 'dartagnan tables' lists the tables",
        "sum t Fee --where Count==3 | --where, character 6: '==' is not an operator, write '='",
        "sum t Fee --where Count=3 --where Count=x | --where (number 2), character 7: a condition on column 'Count' cannot be used: the value is not an integer, the column is declared additive int64",
      })
  void refusesWhatCannotBeComputed(String command, String sentence) {
    assertThat(run(command)).isPositive();
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString().strip()).isEqualTo(sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "count t --json | {\"table\":\"t\",\"function\":\"count\",\"column\":null,\"value\":4,\"ms\":#}",
        "sum t Fee --json | {\"table\":\"t\",\"function\":\"sum\",\"column\":\"f:Fee\",\"value\":17.98,\"ms\":#}",
        "min t Name --json | {\"table\":\"t\",\"function\":\"min\",\"column\":\"f:Name\",\"value\":\"Ann\",\"ms\":#}",
        "max t Fee --where Name=nobody --json | {\"table\":\"t\",\"function\":\"max\",\"column\":\"f:Fee\",\"value\":null,\"ms\":#}",
      })
  void aProgramGetsOneLineOfJson(String command, String line) {
    assertThat(run(command)).isZero();
    assertThat(out.toString().replaceAll("\"ms\":\\d+", "\"ms\":#")).isEqualTo(line + "\n");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void helpSaysWhatEachDoes() {
    assertThat(run("sum --help")).isZero();
    assertThat(out.toString()).contains("dartagnan sum", "wraps around", "--where=PREDICATE");
    assertThat(run("count --help")).isZero();
    assertThat(out.toString()).contains("dartagnan count");
  }

  /** Words are divided at spaces; a dot in a predicate stands for a space. */
  private int run(String command) {
    CommandLine line = new CommandLine(new Root());
    AggregateCommand.addAll(line, database);
    return line.setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .setExecutionExceptionHandler(
            (failure, failed, given) -> {
              failed.getErr().println(failure.getMessage());
              return failure instanceof CommandException known ? known.exitCode() : 99;
            })
        .execute(
            Arrays.stream(command.split(" "))
                .map(
                    word ->
                        word.contains("=") || word.contains("<") ? word.replace('.', ' ') : word)
                .toArray(String[]::new));
  }
}
