package io.dartagnan.cli.aggregate;

import io.dartagnan.cli.column.ColumnFormat;
import io.dartagnan.cli.column.TableColumns.Column;
import io.dartagnan.cli.terminal.CommandException;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Scan;

/** A function of the values of one column. */
public enum AggregateFunction {
  /** The sum of numbers. */
  SUM(
      true,
      "Add up the numbers of a column. A sum is kept in 64 bits: one beyond 9,223,372,036,854,775,807"
          + " smallest units of the column (cents of a decimal(2)) wraps around to the negative ones.") {
    @Override
    Optional<String> of(Aggregates from, TableName table, Scan scan, ColumnFormat format)
        throws IOException {
      return Optional.of(format.amount(from.sum(table, scan)));
    }
  },
  /** The mean of numbers. */
  AVG(true, "Compute the mean of the numbers of a column.") {
    @Override
    Optional<String> of(Aggregates from, TableName table, Scan scan, ColumnFormat format)
        throws IOException {
      return from.avg(table, scan).stream().mapToObj(format::mean).findFirst();
    }
  },
  /** The least value. */
  MIN(false, "Find the least value of a column: numbers by amount, text by its bytes.") {
    @Override
    Optional<String> of(Aggregates from, TableName table, Scan scan, ColumnFormat format)
        throws IOException {
      return from.min(table, scan).map(format::decode);
    }
  },
  /** The greatest value. */
  MAX(false, "Find the greatest value of a column: numbers by amount, text by its bytes.") {
    @Override
    Optional<String> of(Aggregates from, TableName table, Scan scan, ColumnFormat format)
        throws IOException {
      return from.max(table, scan).map(format::decode);
    }
  };

  private final boolean ofNumbers;
  private final String description;

  AggregateFunction(boolean ofNumbers, String description) {
    this.ofNumbers = ofNumbers;
    this.description = description;
  }

  /** The name of its command. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The help of its command. */
  String description() {
    return description;
  }

  /**
   * Returns when it can be computed of a column.
   *
   * @throws CommandException if it needs numbers and the column holds text, or the column is plain
   */
  void require(Column column) {
    if (!column.format().protection().isProtected()) {
      throw new CommandException(
          "%s is of a protected column, and column '%s' is plain: its values are on each cloud as they are, and nothing says whether they are numbers or text; scan it and compute from what comes"
              .formatted(word(), column.qualifier()));
    }
    if (ofNumbers && !column.format().isNumeric()) {
      throw new CommandException(
          "%s needs numbers and column '%s' is declared %s; columns declared int64 or decimal(d) hold numbers"
              .formatted(word(), column.qualifier(), column.format()));
    }
  }

  /** Its value, as the command line shows it; empty if no row has a value in the column. */
  abstract Optional<String> of(Aggregates from, TableName table, Scan scan, ColumnFormat format)
      throws IOException;
}
