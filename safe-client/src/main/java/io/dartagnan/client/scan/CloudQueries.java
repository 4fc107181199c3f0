package io.dartagnan.client.scan;

import io.dartagnan.client.configuration.QuerySettings;
import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.client.rpc.CloudScans;
import io.dartagnan.mpc.SystemRandom;
import io.dartagnan.query.QuerySession;
import io.dartagnan.schema.TableSchema;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Scan;

/**
 * The way to put questions about one table to the three clouds.
 *
 * @param regions the locations of the table's regions
 * @param scans opener of the inner scans
 * @param turns runs the calls to the clouds, one short turn after the other; must take every turn
 *     without blocking, and not be a bounded pool that the connections themselves use, since each
 *     call may wait for one of theirs
 * @param table the table's name
 * @param suite name of the protocol suite that the clouds run
 * @param settings of the client
 */
public record CloudQueries(
    RegionDirectory regions,
    CloudScans scans,
    ExecutorService turns,
    TableName table,
    String suite,
    QuerySettings settings) {

  /**
   * The way to put questions about a table with this schema. Nothing is sent.
   *
   * @throws IllegalArgumentException if a setting is out of range or the protocol suite is not
   *     installed
   */
  public static CloudQueries of(
      Configuration configuration,
      RegionDirectory regions,
      CloudScans scans,
      ExecutorService turns,
      TableSchema schema) {
    QuerySettings settings = QuerySettings.of(configuration);
    return new CloudQueries(
        regions, scans, turns, schema.table(), settings.suiteFor(schema), settings);
  }

  /**
   * The pages of what the clouds do as a request asks them to, range after range. Nothing is sent
   * before the first is asked for.
   *
   * @param rows the rows that it is about
   */
  public PageStream ask(RangeRequest request, RowInterval rows) {
    SecureRandom random = SystemRandom.get();
    AtomicInteger opened = new AtomicInteger();
    RangeOpener opener =
        range -> {
          QuerySession session =
              new QuerySession(random.nextLong(), random.nextLong(), opened.getAndIncrement());
          return CloudRanges.open(
              scans,
              party ->
                  CloudAnswer.ask(
                      new Scan(),
                      range.rows(),
                      request.attribute(),
                      request.encode(party, session, range)));
        };
    return pages(request.name(), rows, false, 1, opener);
  }

  /**
   * The answer's pages, in the scan's order of rows. Nothing is sent before the first is asked for.
   *
   * @param scan families, columns, versions, time range, order, and a filter on keys or none; its
   *     rows, limit and batch do not count
   * @param rows the rows to ask about
   */
  public PageStream ask(Question question, Scan scan, RowInterval rows) throws IOException {
    return pages(
        "a filtered scan",
        rows,
        scan.isReversed(),
        question.isWantedWhole() ? settings.ranges() : 1,
        new CloudRanges(this, scan, question));
  }

  private PageStream pages(
      String name, RowInterval rows, boolean reversed, int ranges, RangeOpener opener) {
    RangePlanner planner = new RangePlanner(regions, turns, settings.timeoutMs());
    return new PageStream(name, rows, reversed, ranges, planner, opener, turns, settings);
  }
}
