package io.dartagnan.cli.aggregate;

import io.dartagnan.cli.terminal.JsonLine;
import io.dartagnan.cli.terminal.OutputOption;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import picocli.CommandLine;

/**
 * Answer of an aggregate, which is all that goes to standard output.
 *
 * @param column the full name of the column; empty for a count of rows
 * @param value as the command line shows it; empty if no row has one
 * @param isNumber whether the value is a number
 */
record AggregateAnswer(
    TableName table,
    String function,
    Optional<String> column,
    Optional<String> value,
    boolean isNumber,
    long millis) {

  /** Prints the value and, beside it on standard error, how long it took. */
  void print(CommandLine terminal, OutputOption output) {
    PrintWriter out = terminal.getOut();
    PrintWriter err = terminal.getErr();
    if (output.isJson()) {
      out.println(json());
      return;
    }
    if (value.isEmpty()) {
      err.println("no value: no row that was asked for has column " + column.orElseThrow());
      return;
    }
    out.println(value.get());
    err.println("computed in %,d ms".formatted(millis));
  }

  private JsonLine json() {
    return new JsonLine()
        .with("table", table.getNameAsString())
        .with("function", function)
        .with("column", column.orElse(null))
        .with("value", value.<Object>map(v -> isNumber ? new BigDecimal(v) : v).orElse(null))
        .with("ms", millis);
  }
}
