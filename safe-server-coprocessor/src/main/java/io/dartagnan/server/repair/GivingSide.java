package io.dartagnan.server.repair;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.server.evaluation.page.BatchOutcome;
import io.dartagnan.server.evaluation.page.PageQueue;
import io.dartagnan.server.region.CellRow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** A giver's side of the repair of one range, from its first row to its last page. */
final class GivingSide {
  private final RepairSource rows;
  private final Party receiver;

  GivingSide(RepairSource rows, Party receiver) {
    this.rows = rows;
    this.receiver = receiver;
  }

  void run(Exchange exchange, PageQueue<CellRow> pages) throws IOException, InterruptedException {
    boolean last = false;
    for (long round = 0; !last; round++) {
      exchange.send(receiver, Steps.given(round), ByteBuffer.wrap(rows.next().encode()));
      Verdict verdict = Verdict.decode(receiver, exchange.receive(receiver, Steps.verdict(round)));
      rows.dropThrough(verdict.throughRow());
      last = verdict.last();
      // The counts are the receiver's to tell.
      pages.put(
          pages.reserve(1),
          new BatchOutcome<>(last, verdict.throughRow(), verdict.judged(), List.of(), new byte[0]));
    }
  }
}
