package io.dartagnan.ycsb.workload;

import io.dartagnan.ycsb.hbase.Aggregates.Aggregate;
import io.dartagnan.ycsb.hbase.Aggregates.Function;
import io.dartagnan.ycsb.hbase.BenchmarkTable;
import io.dartagnan.ycsb.hbase.NumberTotals;
import io.dartagnan.ycsb.model.Column;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongPredicate;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import site.ycsb.generator.NumberGenerator;

/**
 * Operations of a workload, each on a row or a question of its own. What is timed is the database
 * alone: neither drawing values nor verifying answers.
 */
final class Operations {
  private final WorkloadSettings settings;
  private final TableRows rows;
  private final RowChooser chooser;
  private final NumberGenerator scanLength;
  private final Outcome outcome;

  Operations(
      WorkloadSettings settings,
      TableRows rows,
      RowChooser chooser,
      NumberGenerator scanLength,
      Outcome outcome) {
    this.settings = settings;
    this.rows = rows;
    this.chooser = chooser;
    this.scanLength = scanLength;
    this.outcome = outcome;
  }

  /**
   * Does one operation.
   *
   * @return nanoseconds that the database took
   */
  long perform(OperationKind operation, Session session) throws IOException {
    return switch (operation) {
      case READ -> read(session, chooser.next());
      case UPDATE -> update(session, chooser.next());
      case INSERT -> insert(session);
      case READ_MODIFY_WRITE -> {
        long row = chooser.next();
        yield read(session, row) + update(session, row);
      }
      case SCAN -> scan(session);
      case FILTER_EQUAL, FILTER_GREATER, FILTER_RANGE -> filter(operation, session);
      case COUNT, SUM, AVG, MIN, MAX -> aggregate(operation, session);
    };
  }

  /** The put of a whole row. */
  Put row(long row) {
    return put(row, settings.model().columnsOf(row));
  }

  private Put put(long row, List<Column> columns) {
    Put put = new Put(settings.key(row));
    for (Column column : columns) {
      put.addColumn(
          column.family(),
          column.qualifier(),
          settings.dataIntegrity() ? column.value(row) : column.anyValue());
    }
    return put;
  }

  private long read(Session session, long row) throws IOException {
    Get get = new Get(settings.key(row));
    List<Column> asked = settings.model().columns();
    if (!settings.readsAllFields()) {
      asked = oneOf(settings.model().columnsOf(row));
      asked.forEach(column -> get.addColumn(column.family(), column.qualifier()));
    }
    long began = System.nanoTime();
    Result result = session.table().get(get);
    long took = System.nanoTime() - began;
    if (settings.dataIntegrity() && !rows.isUncertain(row)) {
      judge(settings.model().difference(row, result, asked).map(reason -> "READ: " + reason));
    }
    return took;
  }

  private static List<Column> oneOf(List<Column> columns) {
    return List.of(columns.get(ThreadLocalRandom.current().nextInt(columns.size())));
  }

  private long update(Session session, long row) throws IOException {
    List<Column> columns = settings.model().columnsOf(row);
    return write(session, put(row, settings.writesAllFields() ? columns : oneOf(columns)));
  }

  private static long write(Session session, Put put) throws IOException {
    long began = System.nanoTime();
    session.table().put(List.of(put));
    return System.nanoTime() - began;
  }

  private long insert(Session session) throws IOException {
    long row = rows.begin();
    boolean written = false;
    try {
      long took = write(session, row(row));
      written = true;
      return took;
    } finally {
      rows.end(row, written);
    }
  }

  private long scan(Session session) throws IOException {
    long first = chooser.next();
    Scan scan = new Scan().withStartRow(settings.key(first));
    long limit = Long.MAX_VALUE;
    if (!settings.scanToEnd()) {
      limit = scanLength.nextValue().longValue();
      scan.setLimit((int) limit);
    }
    return ask(session, scan, "SCAN", row -> true, first, limit);
  }

  private long filter(OperationKind operation, Session session) throws IOException {
    Question question = question(operation);
    long first = settings.filterWholeTable() ? 0 : chooser.next();
    Scan scan = new Scan().setFilter(question.filter());
    if (!settings.filterWholeTable()) {
      scan.withStartRow(settings.key(first));
    }
    long limit = Long.MAX_VALUE;
    if (settings.filterLimit() > 0) {
      limit = settings.filterLimit();
      scan.setLimit(settings.filterLimit());
    }
    return ask(session, scan, question.toString(), question::holdsFor, first, limit);
  }

  private Question question(OperationKind operation) {
    Column column = settings.filterColumn();
    long operand =
        settings.filterStoredValues()
            ? column.number(chooser.next())
            : column.domain().drawn(ThreadLocalRandom.current().nextLong());
    return Question.of(operation, column, operand, settings.filterSpan());
  }

  private long ask(
      Session session, Scan scan, String question, LongPredicate belongs, long first, long limit)
      throws IOException {
    if (!settings.verifyFilters()) {
      return session.table().scan(scan, row -> true);
    }
    AnswerCheck check = new AnswerCheck(settings.model(), rows, question, belongs, first, limit);
    long took = session.table().scan(scan, check);
    judge(check.finish());
    return took;
  }

  /** An aggregate over rows that no insert changes meanwhile: up to the last that is written. */
  private long aggregate(OperationKind operation, Session session) throws IOException {
    Question question = question(operation);
    Column column = settings.aggregateColumn();
    Function function = operation.function().orElseThrow();
    long first = settings.filterWholeTable() ? 0 : chooser.next();
    long last = rows.lastWritten();
    Scan scan =
        new Scan()
            .withStartRow(settings.key(first))
            .withStopRow(settings.key(last), true)
            .setFilter(question.filter())
            .addColumn(settings.filterColumn().family(), settings.filterColumn().qualifier());
    if (function != Function.COUNT) {
      scan.addColumn(column.family(), column.qualifier());
    }
    long began = System.nanoTime();
    Aggregate aggregate =
        session.aggregates().of(function, column.family(), column.qualifier(), scan);
    long took = System.nanoTime() - began;
    if (settings.verifyFilters() && !rows.areUncertain()) {
      judge(difference(function, question, aggregate, column, first, last));
    }
    return took;
  }

  private static Optional<String> difference(
      Function function,
      Question question,
      Aggregate aggregate,
      Column column,
      long first,
      long last) {
    NumberTotals totals = new NumberTotals();
    for (long row = first; row <= last; row++) {
      if (question.holdsFor(row)) {
        totals.add(function == Function.COUNT ? 0 : column.number(row));
      }
    }
    return totals.of(function).equals(aggregate)
        ? Optional.empty()
        : Optional.of("%s: the result is another than that of the rows".formatted(question));
  }

  private void judge(Optional<String> wrong) {
    wrong.ifPresentOrElse(outcome::wrong, outcome::right);
  }

  /** The first row of a scan; empty if there is none. */
  static Optional<Result> firstRow(BenchmarkTable table, Scan scan) throws IOException {
    Result[] first = new Result[1];
    table.scan(
        scan.setLimit(1),
        row -> {
          first[0] = row;
          return false;
        });
    return Optional.ofNullable(first[0]);
  }
}
