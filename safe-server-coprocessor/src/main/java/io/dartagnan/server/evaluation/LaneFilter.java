package io.dartagnan.server.evaluation;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.schema.Protection;
import io.dartagnan.wire.FilterQuery;
import io.dartagnan.wire.ShareBytes;
import io.dartagnan.wire.ShareCell;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.util.Bytes;

/** Decides which rows of an agreed batch match: one lane for each row that has the column. */
final class LaneFilter {
  private final FilterQuery query;
  private final ProtocolSuite suite;

  LaneFilter(FilterQuery query, ProtocolSuite suite) {
    this.query = query;
    this.suite = suite;
  }

  /**
   * The matching rows, in order.
   *
   * @throws IOException if a plain value cannot be compared, or the column was changed in place
   */
  List<ScannedRow> matching(Context context, List<Agreement.Row> rows) throws IOException {
    List<Agreement.Row> lanes = rows.stream().filter(row -> row.version() != null).toList();
    long[] bits =
        query.protection().isProtected() ? compareShares(context, lanes) : compareValues(lanes);
    List<ScannedRow> matching = new ArrayList<>();
    int lane = 0;
    for (Agreement.Row row : rows) {
      boolean matches = row.version() == null ? query.keepMissing() : BitPlanes.bit(bits, lane++);
      if (matches) {
        matching.add(row.scanned());
      }
    }
    return matching;
  }

  private long[] compareShares(Context context, List<Agreement.Row> lanes)
      throws DoNotRetryIOException {
    if (lanes.isEmpty()) {
      return new long[0];
    }
    Protection protection = query.protection();
    List<Cell> cells = lanes.stream().map(row -> row.version().cell()).toList();
    for (Cell cell : cells) {
      if (ShareCell.isOfAnotherSchema(cell, protection)) {
        throw new DoNotRetryIOException(ShareCell.ofAnotherSchema(column(), protection));
      }
    }
    Shares values = ShareCell.read(cells, protection, context.self());
    Shares operand = ShareBytes.read(query.operand(), context.self(), protection);
    return suite.reveal(context.narrow(suite.name()), query.comparison(), values, operand);
  }

  private String column() {
    return "column "
        + Bytes.toStringBinary(query.family())
        + ":"
        + Bytes.toStringBinary(query.qualifier());
  }

  private long[] compareValues(List<Agreement.Row> lanes) throws IOException {
    PublicComparison comparison = new PublicComparison(query.comparison(), query.operand());
    long[] bits = new long[BitPlanes.words(lanes.size())];
    for (int lane = 0; lane < lanes.size(); lane++) {
      if (comparison.matches(lanes.get(lane).version().cell())) {
        bits[lane / Long.SIZE] |= 1L << (lane % Long.SIZE);
      }
    }
    return bits;
  }
}
