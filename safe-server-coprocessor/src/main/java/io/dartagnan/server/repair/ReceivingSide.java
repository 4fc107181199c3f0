package io.dartagnan.server.repair;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.repair.RepairCounts;
import io.dartagnan.server.evaluation.page.BatchOutcome;
import io.dartagnan.server.evaluation.page.PageQueue;
import io.dartagnan.server.region.CellRow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * The side of the cloud that is rebuilt, in the repair of one range. In each round it hears a batch
 * of rows from each giver, rebuilds the rows that both have come past, and tells how far it is.
 */
final class ReceivingSide {
  private final Party self;
  private final long schema;
  private final Rebuilding rebuilding;

  /**
   * A side.
   *
   * @param schema the digest of this cloud's schema
   */
  ReceivingSide(Party self, long schema, Rebuilding rebuilding) {
    this.self = self;
    this.schema = schema;
    this.rebuilding = rebuilding;
  }

  void run(Exchange exchange, PageQueue<CellRow> pages) throws IOException, InterruptedException {
    byte[] throughRow = new byte[0];
    boolean last = false;
    for (long round = 0; !last; round++) {
      GivenRows fromPrev = receive(exchange, self.prev(), round);
      GivenRows fromNext = receive(exchange, self.next(), round);
      RepairCounts counts = RepairCounts.NONE;
      int judged = 0;
      if (!fromPrev.isNothingYet() && !fromNext.isNothingYet()) {
        last = fromPrev.exhausted() && fromNext.exhausted();
        byte[] through = nearest(fromPrev, fromNext);
        counts = rebuilding.rebuild(fromPrev, fromNext, through);
        judged = rebuilding.rows();
        throughRow = through == null ? throughRow : through;
      }
      Verdict verdict = new Verdict(last, judged, throughRow);
      for (Party giver : List.of(self.prev(), self.next())) {
        exchange.send(giver, Steps.verdict(round), ByteBuffer.wrap(verdict.encode()));
      }
      pages.put(
          pages.reserve(1),
          new BatchOutcome<>(last, throughRow, judged, List.of(), counts.encode()));
    }
  }

  private GivenRows receive(Exchange exchange, Party giver, long round) {
    GivenRows given = GivenRows.decode(giver, exchange.receive(giver, Steps.given(round)));
    if (given.schema() != schema) {
      throw new ProtocolException(giver, "has another schema for the table than " + self);
    }
    return given;
  }

  /** The last row that both have come past; null if both have come to the end. */
  private static byte[] nearest(GivenRows one, GivenRows other) {
    if (one.exhausted() && other.exhausted()) {
      return null;
    }
    if (one.exhausted()) {
      return other.lastRow();
    }
    if (other.exhausted()) {
      return one.lastRow();
    }
    return Arrays.compareUnsigned(one.lastRow(), other.lastRow()) <= 0
        ? one.lastRow()
        : other.lastRow();
  }
}
