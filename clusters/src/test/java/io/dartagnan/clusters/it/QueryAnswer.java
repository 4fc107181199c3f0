package io.dartagnan.clusters.it;

import io.dartagnan.client.filter.random.RandomQuery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The answer of a connection to a query.
 *
 * @param rows the rows, none if the scan failed: how many come before a failure is a matter of how
 *     many travel at a time
 * @param failure what the scan ended with, null if it came to its end
 */
record QueryAnswer(List<String> rows, Throwable failure) {

  static QueryAnswer of(Connection connection, TableName name, RandomQuery query) {
    List<String> rows = new ArrayList<>();
    try (Table table = connection.getTable(name)) {
      Scan scan = new Scan(query.scan());
      Filter filter = query.filter();
      if (filter != null) {
        scan.setFilter(filter);
      }
      try (ResultScanner scanner = table.getScanner(scan)) {
        for (Result result = scanner.next(); result != null; result = scanner.next()) {
          rows.add(text(result));
        }
      }
      return new QueryAnswer(rows, null);
    } catch (IOException | RuntimeException | AssertionError e) {
      // HBase's own client has assertions, which tests switch on, that some scans break.
      return new QueryAnswer(List.of(), e);
    }
  }

  boolean failed() {
    return failure != null;
  }

  /**
   * Whether this answer of the Safe Client is as good as that of plain HBase: the same rows; or,
   * where plain HBase fails, anything but an error that is neither a refusal nor plain HBase's own.
   * A filter that fails on a row which the clouds keep back does not fail here.
   */
  boolean isAsGoodAs(QueryAnswer expected) {
    if (!expected.failed()) {
      return !failed() && rows.equals(expected.rows);
    }
    return !failed()
        || failure instanceof IOException
        || failure instanceof IllegalArgumentException
        || failure instanceof UnsupportedOperationException
        || failure.getClass() == expected.failure.getClass();
  }

  @Override
  public String toString() {
    return failed() ? "failed with " + failure : rows.toString();
  }

  private static String text(Result result) {
    return Arrays.stream(result.rawCells())
        .map(QueryAnswer::text)
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static String text(Cell cell) {
    return "%s %s:%s@%d %s=%s"
        .formatted(
            Bytes.toStringBinary(CellUtil.cloneRow(cell)),
            Bytes.toStringBinary(CellUtil.cloneFamily(cell)),
            Bytes.toStringBinary(CellUtil.cloneQualifier(cell)),
            cell.getTimestamp(),
            cell.getType(),
            Bytes.toStringBinary(CellUtil.cloneValue(cell)));
  }
}
