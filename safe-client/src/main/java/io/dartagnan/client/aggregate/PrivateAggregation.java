package io.dartagnan.client.aggregate;

import io.dartagnan.client.filter.FilterPlan;
import io.dartagnan.client.filter.FilterPlanner;
import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.client.filter.WhereClause;
import io.dartagnan.client.read.ReadPlan;
import io.dartagnan.client.rowkeys.StoredRanges;
import io.dartagnan.client.rpc.AllThree;
import io.dartagnan.client.rpc.CloudTables;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.client.scan.AgreedPage;
import io.dartagnan.client.scan.CloudQueries;
import io.dartagnan.client.scan.PageStream;
import io.dartagnan.client.scan.Question;
import io.dartagnan.client.scan.QuestionGroup;
import io.dartagnan.client.table.ConnectionParts;
import io.dartagnan.client.table.PartsOwner;
import io.dartagnan.mpc.encoding.ValueType;
import io.dartagnan.query.Operation.Function;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.wire.CloudRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.Filter;

/**
 * Aggregates over the rows of a table that three clouds compute together and only the client
 * learns, in the manner of HBase's {@code AggregationClient}.
 *
 * <pre>{@code
 * PrivateAggregation aggregation = PrivateAggregation.over(connection);
 * Scan adults = new Scan().setFilter(
 *     new SingleColumnValueFilter(f, age, GREATER_OR_EQUAL, new LongComparator(18)));
 * long count = aggregation.count(patients, adults);
 * OptionalDouble mean = aggregation.avg(patients, f, weight, adults);
 * }</pre>
 *
 * <p>A scan says which rows: its start and stop, its filter, its time range, and the families and
 * columns that it selects, which are all that a filter sees. Versions and order play no part, but
 * that filters mean in a reversed scan what HBase takes them for there; limits and batches are
 * refused. The filter must be one that the clouds can judge alone: what HBase's own filter would
 * judge at the client is refused with every part of it named.
 *
 * <p><b>Security.</b> A cloud learns the columns and operators, which rows have those columns, and
 * which aggregates are asked for. It does not learn which rows satisfy the filter, how many, or the
 * aggregates. {@code SECURITY.md} says more.
 *
 * <p>It holds nothing, and is for many threads.
 */
public final class PrivateAggregation {
  private final Connection application;
  private final ConnectionParts connection;

  private PrivateAggregation(Connection application, ConnectionParts connection) {
    this.application = application;
    this.connection = connection;
  }

  /**
   * Aggregates through a connection.
   *
   * @param connection to three clouds; not closed
   * @throws IllegalArgumentException if it is another
   */
  public static PrivateAggregation over(Connection connection) {
    return new PrivateAggregation(
        connection, PartsOwner.partsOfThree(connection, "private aggregates take"));
  }

  /**
   * The number of rows that the scan would return without a limit.
   *
   * @throws UnsupportedOperationException listing every part of the scan that the clouds cannot
   *     judge alone; nothing was sent
   */
  public long count(TableName table, Scan scan) throws IOException {
    return aggregate(table, Optional.empty(), scan, Set.of(Function.COUNT)).count();
  }

  /**
   * The sum of an {@code int64} column, or of a plain one that holds {@code Bytes.toBytes(long)},
   * over the scan's rows that have it: modulo 2^64, as {@code long} arithmetic is; 0 without any.
   *
   * @throws UnsupportedOperationException as {@link #count}
   * @throws IllegalArgumentException if the column is no number; nothing was sent
   */
  public long sum(TableName table, byte[] family, byte[] qualifier, Scan scan) throws IOException {
    return aggregate(table, column(family, qualifier), scan, Set.of(Function.SUM)).sum();
  }

  /**
   * The mean of such a column, from its sum modulo 2^64; empty without any value.
   *
   * @throws UnsupportedOperationException as {@link #count}
   * @throws IllegalArgumentException if the column is no number; nothing was sent
   */
  public OptionalDouble avg(TableName table, byte[] family, byte[] qualifier, Scan scan)
      throws IOException {
    Totals totals =
        aggregate(table, column(family, qualifier), scan, Set.of(Function.SUM, Function.COUNT));
    return totals.count() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) totals.sum() / totals.count());
  }

  /**
   * The least value of a column over the scan's rows that have it: in the order of signed numbers
   * for {@code int64} and plain columns, bytewise for the rest; empty without any.
   *
   * @throws UnsupportedOperationException as {@link #count}
   */
  public Optional<byte[]> min(TableName table, byte[] family, byte[] qualifier, Scan scan)
      throws IOException {
    return aggregate(table, column(family, qualifier), scan, Set.of(Function.MIN)).least();
  }

  /** The greatest value of a column, likewise. */
  public Optional<byte[]> max(TableName table, byte[] family, byte[] qualifier, Scan scan)
      throws IOException {
    return aggregate(table, column(family, qualifier), scan, Set.of(Function.MAX)).greatest();
  }

  private record Column(byte[] family, byte[] qualifier) {}

  private static Optional<Column> column(byte[] family, byte[] qualifier) {
    return Optional.of(new Column(family.clone(), qualifier.clone()));
  }

  private Totals aggregate(
      TableName name, Optional<Column> column, Scan scan, Set<Function> functions)
      throws IOException {
    try (CloudTables tables = CloudTables.of(connection.fanOut(), connection.clouds(), name)) {
      return connection
          .catalogue()
          .read(
              name,
              tables.operationTimeout(TimeUnit.MILLISECONDS),
              table -> aggregate(tables, table, column, scan, functions));
    }
  }

  private Totals aggregate(
      CloudTables tables,
      ProtectedTable table,
      Optional<Column> column,
      Scan scan,
      Set<Function> functions)
      throws IOException {
    TableName name = table.schema().table();
    ReadPlan.require(scan, table);
    FilterPlan plan = FilterPlanner.plan(table, scan);
    requireAggregable(name, scan, plan);
    QueryColumn aggregated =
        column.isEmpty() ? QueryColumn.anyCell() : declared(table, scan, column.get());
    if (functions.contains(Function.SUM)) {
      requireNumber(aggregated);
    }
    Optional<WhereClause> counted =
        aggregated.isAnyCell()
            ? Optional.of(AggregateQuestion.counted(plan.where()))
            : Optional.empty();
    AggregateQuestion question =
        counted
            .map(AggregateQuestion::count)
            .orElseGet(() -> AggregateQuestion.of(aggregated, plan.where(), functions));
    Totals totals = new Totals(aggregated);
    Scan rows =
        table
            .settings()
            .mark(new Scan(scan))
            .setReversed(false)
            .setFilter(plan.columns().orElse((Filter) null))
            .readVersions(1);
    if (plan.columns().isEmpty()) {
      question.narrow(rows);
    }
    CloudQueries clouds =
        CloudQueries.of(
            connection.configuration(),
            connection.regions().of(name),
            tables::scan,
            connection.scanTurns(),
            table.schema());
    for (RowInterval interval : StoredRanges.of(plan.ranges(), table.rowKeys())) {
      if (counted.isPresent()) {
        totals.add(
            GroupedCounts.count(
                connection.counts().of(name, rows, interval),
                interval,
                counted.get(),
                clouds.settings().together(),
                joint -> count(clouds, rows, joint, table)));
      } else {
        add(List.of(totals), clouds.ask(question, rows, interval), List.of(question), rows, table);
      }
    }
    return totals;
  }

  private GroupedCounts.Answer count(
      CloudQueries clouds, Scan rows, QuestionGroup.Joint joint, ProtectedTable table)
      throws IOException {
    List<WhereClause> each = joint.each();
    List<Totals> totals = each.stream().map(any -> new Totals(QueryColumn.anyCell())).toList();
    List<AggregateQuestion> questions = each.stream().map(AggregateQuestion::count).toList();
    Question asked = each.size() == 1 ? questions.get(0) : AggregateQuestion.counts(each);
    long judged = add(totals, clouds.ask(asked, rows, joint.rows()), questions, rows, table);
    return new GroupedCounts.Answer(totals.stream().map(Totals::count).toList(), judged);
  }

  /**
   * Adds the answers to some questions. The rows in them are those that the clouds could not
   * decide.
   *
   * @return how many rows were judged
   */
  private long add(
      List<Totals> totals,
      PageStream pages,
      List<AggregateQuestion> questions,
      Scan rows,
      ProtectedTable table)
      throws IOException {
    long judged = 0;
    try (pages) {
      AgreedPage page = AllThree.QUERY.explaining(pages::next);
      while (page != null) {
        Totals.add(totals, page);
        judged += page.judgedRows();
        for (List<CloudRow> undecided : page.rows()) {
          byte[] row = table.rowKeys().opened(undecided.get(0).key());
          Result now = now(table.schema().table(), ReadPlan.ofRow(row, rows));
          for (int i = 0; i < totals.size(); i++) {
            if (questions.get(i).holds(now)) {
              totals.get(i).add(now);
            }
          }
        }
        page = AllThree.QUERY.explaining(pages::next);
      }
    }
    return judged;
  }

  /**
   * The row as it is now, read by its key: to ask the clouds whether it matches would tell them.
   */
  private Result now(TableName name, Get row) throws IOException {
    try (Table table = application.getTable(name)) {
      return table.get(row);
    }
  }

  private static void requireAggregable(TableName name, Scan scan, FilterPlan plan) {
    List<String> reasons = new ArrayList<>();
    if (scan.getLimit() > 0) {
      reasons.add("setLimit: an aggregate is over all rows; bound them with start and stop row");
    }
    if (ReadPlan.isCutWithinRows(scan)) {
      reasons.add("setBatch and limits within a row: an aggregate is over whole rows");
    }
    plan.local().stream().map(FilterPlan.Part::toString).forEach(reasons::add);
    if (!plan.showsWhatItJudges()) {
      reasons.add(
          "the filter takes cells out of rows that it compares, and HBase returns no row without cells; select columns with addColumn, or compare with SingleColumnValueFilter");
    }
    if (!reasons.isEmpty()) {
      throw new UnsupportedOperationException(
          "the aggregate over table %s was not sent, the clouds cannot compute it alone: %s; scan the rows and aggregate at the client, or leave these out"
              .formatted(name, String.join("; ", reasons)));
    }
  }

  private static QueryColumn declared(ProtectedTable table, Scan scan, Column column)
      throws IOException {
    table.require(column.family(), column.qualifier());
    QueryColumn declared = table.column(column.family(), column.qualifier()).orElseThrow();
    boolean selected =
        !scan.hasFamilies()
            || (scan.getFamilyMap().containsKey(column.family())
                && (scan.getFamilyMap().get(column.family()) == null
                    || scan.getFamilyMap().get(column.family()).isEmpty()
                    || scan.getFamilyMap().get(column.family()).contains(column.qualifier())));
    if (!selected) {
      throw new IllegalArgumentException(
          "column %s is aggregated and the scan does not select it; add it, or select all families"
              .formatted(declared.name()));
    }
    return declared;
  }

  private static void requireNumber(QueryColumn column) {
    if (column.lanes().laneType().kind() != ValueType.Kind.INT64) {
      throw new IllegalArgumentException(
          "column %s is declared '%s' and has no sum; int64 columns have"
              .formatted(column.name(), column.protection()));
    }
  }
}
