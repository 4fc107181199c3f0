package io.dartagnan.ycsb.workload;

import io.dartagnan.ycsb.hbase.Aggregates.Aggregate;
import io.dartagnan.ycsb.hbase.Aggregates.Function;
import io.dartagnan.ycsb.hbase.Aggregates.NumberTotals;
import io.dartagnan.ycsb.hbase.BenchmarkTable;
import io.dartagnan.ycsb.model.Column;
import io.dartagnan.ycsb.model.Domain;
import io.dartagnan.ycsb.model.TableModel;
import io.dartagnan.ycsb.workload.ClinicWorkload.Session;
import io.dartagnan.ycsb.workload.TableRows.RowChooser;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongPredicate;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
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
      case FILTER_EQUAL, FILTER_GREATER, FILTER_RANGE, FILTER_EQUAL_GREATER, FILTER_EQUAL_RANGE ->
          filter(operation, session);
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
    // Both operands of a row, whose answer has that row.
    long row = settings.filterStoredValues() ? chooser.next() : -1;
    if (operation.isOfTwo()) {
      return question(operation.both().get(0), settings.filterColumn(), row)
          .and(question(operation.both().get(1), settings.filterSecond(), row));
    }
    return question(operation, settings.filterColumn(), row);
  }

  private Question question(OperationKind operation, Column column, long row) {
    long operand =
        row >= 0
            ? column.number(row)
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

  /**
   * Recomputation of an answer from the numbers of the rows, while its rows come: none may be
   * missing, none may be there that does not belong to it, and each holds what was written.
   *
   * <p>A row that was being inserted while the question was asked may be in the answer or not. It
   * is for one question and one thread.
   */
  static final class AnswerCheck implements BenchmarkTable.RowReader {
    private final TableModel model;
    private final TableRows rows;
    private final String question;
    private final LongPredicate belongs;
    private final long lastWritten;
    private final long limit;
    private long next;
    private long count;
    private Optional<String> wrong = Optional.empty();

    /**
     * Begins the check; the question is asked afterwards.
     *
     * @param question says in an error what was asked
     * @param belongs whether a row, by what was written in it, belongs to the answer
     * @param first row that was asked for
     * @param limit rows after which the answer may end; {@code Long.MAX_VALUE} for none
     */
    AnswerCheck(
        TableModel model,
        TableRows rows,
        String question,
        LongPredicate belongs,
        long first,
        long limit) {
      this.model = model;
      this.rows = rows;
      this.question = question;
      this.belongs = belongs;
      this.lastWritten = rows.lastWritten();
      this.limit = limit;
      this.next = first;
    }

    @Override
    public boolean read(Result result) {
      count++;
      if (wrong.isPresent()) {
        return false;
      }
      byte[] key = result.getRow();
      OptionalLong number = model.keys().row(key, 0, key.length);
      if (number.isEmpty()) {
        wrong = Optional.of("a row whose key is none of this table's was returned");
        return false;
      }
      long row = number.getAsLong();
      if (row < next) {
        wrong = Optional.of("row %s was returned twice or out of order".formatted(text(row)));
        return false;
      }
      wrong = missingBefore(row);
      if (wrong.isEmpty() && !belongs.test(row)) {
        wrong = Optional.of("row %s was returned and does not match".formatted(text(row)));
      }
      if (wrong.isEmpty()) {
        wrong = model.difference(row, result, model.columns());
      }
      next = row + 1;
      return wrong.isEmpty();
    }

    private Optional<String> missingBefore(long end) {
      long stop = Math.min(end, lastWritten + 1);
      for (long row = next; row < stop; row++) {
        if (belongs.test(row) && !rows.isUncertain(row)) {
          return Optional.of("row %s matches and was not returned".formatted(text(row)));
        }
      }
      return Optional.empty();
    }

    private String text(long row) {
      return model.keys().text(row);
    }

    /** The defect of the answer, once all its rows have come; empty if it was right. */
    Optional<String> finish() {
      if (wrong.isEmpty() && count > limit) {
        wrong = Optional.of("%d rows were returned, and the limit is %d".formatted(count, limit));
      }
      if (wrong.isEmpty() && count < limit) {
        wrong = missingBefore(Long.MAX_VALUE);
      }
      if (wrong.isEmpty() && next - 1 > rows.lastPossible()) {
        wrong = Optional.of("row %s was returned and never written".formatted(text(next - 1)));
      }
      return wrong.map(reason -> question + ": " + reason);
    }
  }

  /**
   * A comparison of a column, or of two, as HBase's filter and as a condition on the numbers of
   * their values. Both order values by their bytes.
   */
  static final class Question {
    private final Column column;
    private final OperationKind operation;
    private final long operand;
    private final long span;
    private final Optional<Question> second;

    private Question(
        Column column,
        OperationKind operation,
        long operand,
        long span,
        Optional<Question> second) {
      this.column = column;
      this.operation = operation;
      this.operand = operand;
      this.span = span;
      this.second = second;
    }

    /**
     * The question of an operation; aggregates ask for equality.
     *
     * @param operand number of a value within the column's domain
     * @param span number of values within the range of {@link OperationKind#FILTER_RANGE}
     */
    static Question of(OperationKind operation, Column column, long operand, long span) {
      return new Question(column, operation, operand, span, Optional.empty());
    }

    /** This one and another. */
    Question and(Question other) {
      return new Question(column, operation, operand, span, Optional.of(other));
    }

    /** The filter that HBase is given. */
    Filter filter() {
      Filter own = ownFilter();
      return second
          .<Filter>map(
              other -> new FilterList(FilterList.Operator.MUST_PASS_ALL, own, other.filter()))
          .orElse(own);
    }

    private Filter ownFilter() {
      Domain domain = column.domain();
      return switch (operation) {
        case FILTER_GREATER -> comparison(CompareOperator.GREATER_OR_EQUAL, operand);
        case FILTER_RANGE ->
            new FilterList(
                FilterList.Operator.MUST_PASS_ALL,
                comparison(CompareOperator.GREATER_OR_EQUAL, operand),
                comparison(CompareOperator.LESS_OR_EQUAL, last(domain)));
        default -> comparison(CompareOperator.EQUAL, operand);
      };
    }

    private Filter comparison(CompareOperator operator, long number) {
      SingleColumnValueFilter filter =
          new SingleColumnValueFilter(
              column.family(), column.qualifier(), operator, column.domain().value(number));
      filter.setFilterIfMissing(true);
      return filter;
    }

    private long last(Domain domain) {
      long greatest = domain.size() - 1;
      long last = operand + span - 1;
      boolean beyond =
          Long.compareUnsigned(last, operand) < 0 || Long.compareUnsigned(last, greatest) > 0;
      return beyond ? greatest : last;
    }

    /** Whether a row, by what was written in it, belongs to the answer. */
    boolean holdsFor(long row) {
      return ownHoldsFor(row) && second.map(other -> other.holdsFor(row)).orElse(true);
    }

    private boolean ownHoldsFor(long row) {
      long number = column.number(row);
      return switch (operation) {
        case FILTER_GREATER -> Long.compareUnsigned(number, operand) >= 0;
        case FILTER_RANGE ->
            Long.compareUnsigned(number, operand) >= 0
                && Long.compareUnsigned(number, last(column.domain())) <= 0;
        default -> number == operand;
      };
    }

    /** The column and operator; never the operand. */
    @Override
    public String toString() {
      return operation.measurement()
          + " on "
          + column
          + second.map(other -> " and " + other).orElse("");
    }
  }
}
