package io.dartagnan.server.evaluation;

import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.session.Session;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.wire.FilterQuery;
import io.dartagnan.wire.Page;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValueUtil;

/**
 * This party's side of one filter over one range, from the first row to the last page. It runs on
 * one thread of its own and never on an RPC handler: it needs all three parties at once, and a
 * handler that waited for a peer could be what that peer waits for.
 */
final class Evaluation {
  private static final int FIRST_BATCH_ROWS = 512;

  private final RowReader reader;
  private final Exchange exchange;
  private final PageQueue pages;
  private final LaneFilter filter;
  private final int maxRows;

  Evaluation(
      FilterQuery query,
      ProtocolSuite suite,
      RowReader reader,
      Exchange exchange,
      PageQueue pages) {
    this.reader = reader;
    this.exchange = exchange;
    this.pages = pages;
    this.filter = new LaneFilter(query, suite);
    this.maxRows = BatchSize.mostRows(query.protection(), query.comparison(), suite);
  }

  /**
   * Evaluates the whole range.
   *
   * @throws ProtocolException if a peer fails or the client is gone
   * @throws IOException if the region cannot be read
   */
  void run() throws IOException, InterruptedException {
    Session session = Session.begin(exchange);
    List<ScannedRow> rows = new ArrayList<>();
    int batchRows = Math.min(FIRST_BATCH_ROWS, maxRows);
    byte[] throughRow = HConstants.EMPTY_BYTE_ARRAY;
    boolean last = false;
    while (!last) {
      boolean exhausted = reader.fill(rows, batchRows);
      Context batch = session.nextBatch();
      Agreement agreement = new Alignment(batch.narrow("align")).agree(rows, exhausted);
      List<Cell> matching = new ArrayList<>();
      for (ScannedRow row : filter.matching(batch, agreement.rows())) {
        for (Cell cell : row.cells()) {
          matching.add(KeyValueUtil.copyToNewKeyValue(cell));
        }
      }
      last = agreement.isLast();
      if (!last) {
        throughRow = agreement.throughRow();
      }
      rows = last ? List.of() : beyond(rows, throughRow);
      reader.release();
      pages.put(
          new Page(
              last ? Page.Kind.LAST : Page.Kind.MORE, exchange.bytesSent(), throughRow, matching));
      batchRows = Math.min(2 * batchRows, maxRows);
    }
  }

  /** The rows that wait for the next batch, as copies that outlive the scanner's blocks. */
  private List<ScannedRow> beyond(List<ScannedRow> rows, byte[] throughRow) {
    List<ScannedRow> waiting = new ArrayList<>();
    for (ScannedRow row : rows) {
      if (Arrays.compareUnsigned(row.row(), throughRow) > 0) {
        waiting.add(reader.copy(row));
      }
    }
    return waiting;
  }
}
