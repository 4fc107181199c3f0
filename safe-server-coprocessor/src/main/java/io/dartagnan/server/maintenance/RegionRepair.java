package io.dartagnan.server.maintenance;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.repair.RepairCounts;
import io.dartagnan.repair.RepairRequest;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.TableSchema;
import io.dartagnan.server.query.Evaluations;
import io.dartagnan.server.query.PageQueue;
import io.dartagnan.server.query.PageQueue.BatchOutcome;
import io.dartagnan.server.storage.PagedScanner;
import io.dartagnan.server.storage.RegionRow;
import io.dartagnan.server.write.ServerWrites;
import io.dartagnan.wire.Fields;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;

/** Has a region take part in the repair of one cloud. */
public final class RegionRepair {
  private final RepairRequest request;
  private final TableSchema schema;
  private final Region region;
  private final ServerWrites writes;

  private RegionRepair(
      RepairRequest request, TableSchema schema, Region region, ServerWrites writes) {
    this.request = request;
    this.schema = schema;
    this.region = region;
    this.writes = writes;
  }

  /**
   * Begins a repair.
   *
   * @param evaluations of this server, among whose threads and sessions it is one
   * @param request to this party
   * @param schema of the region's table
   * @param writes what this server knows of writes
   * @param opened the scanner that HBase opened for the scan; closed with the one returned
   * @return a scanner that returns a page for each batch of rows
   * @throws IllegalArgumentException if a column's shares are on one cloud each
   */
  public static RegionScanner begin(
      Evaluations evaluations,
      RepairRequest request,
      TableSchema schema,
      Region region,
      ServerWrites writes,
      RegionScanner opened) {
    if (!schema.protections().allMatch(Protection::survivesOneCloud)) {
      throw new IllegalArgumentException(
          "table %s has columns that are not replicated: what one cloud has lost of them, the two others do not have"
              .formatted(schema.table()));
    }
    RegionRepair repair = new RegionRepair(request, schema, region, writes);
    return new PagedScanner(
        opened,
        evaluations.begin(request.toString(), request.session(), request.servers(), repair::run),
        false);
  }

  private void run(Exchange exchange, PageQueue<RegionRow> pages)
      throws IOException, InterruptedException {
    if (request.party() == request.lost()) {
      receive(exchange, pages);
    } else {
      give(exchange, pages);
    }
  }

  /** The step of a giver's rows in a round. */
  private static long given(long round) {
    return 2 * round;
  }

  /** The step of the receiver's answer to them. */
  private static long verdict(long round) {
    return 2 * round + 1;
  }

  /** A giver's side of the repair of one range, from its first row to its last page. */
  private void give(Exchange exchange, PageQueue<RegionRow> pages)
      throws IOException, InterruptedException {
    Party receiver = request.lost();
    Scan range =
        new Scan().withStartRow(request.start()).withStopRow(request.stop()).setCacheBlocks(false);
    try (RepairSource rows =
        new RepairSource(region, range, schema, writes, receiver, pages::isClosed)) {
      boolean last = false;
      for (long round = 0; !last; round++) {
        exchange.send(receiver, given(round), ByteBuffer.wrap(rows.next().encode()));
        Verdict verdict = Verdict.decode(receiver, exchange.receive(receiver, verdict(round)));
        rows.dropThrough(verdict.throughRow);
        last = verdict.last;
        // The counts are the receiver's to tell.
        put(pages, verdict, new byte[0]);
      }
    }
  }

  /**
   * The side of the cloud that is rebuilt. In each round it hears a batch of rows from each giver,
   * rebuilds the rows that both have come past, and tells how far it is.
   */
  private void receive(Exchange exchange, PageQueue<RegionRow> pages)
      throws IOException, InterruptedException {
    Party self = writes.party();
    Rebuilding rebuilding = new Rebuilding(region, schema, writes, request);
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
        exchange.send(giver, verdict(round), ByteBuffer.wrap(verdict.encode()));
      }
      put(pages, verdict, counts.encode());
    }
  }

  private static void put(PageQueue<RegionRow> pages, Verdict verdict, byte[] counts)
      throws InterruptedException {
    pages.put(
        pages.reserve(1),
        new BatchOutcome<>(verdict.last, verdict.throughRow, verdict.judged, List.of(), counts));
  }

  private GivenRows receive(Exchange exchange, Party giver, long round) {
    GivenRows given = GivenRows.decode(giver, exchange.receive(giver, given(round)));
    if (given.schema() != schema.digest()) {
      throw new ProtocolException(giver, "has another schema for the table than " + writes.party());
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

  /**
   * The answer of the cloud that is rebuilt to a batch from each giver.
   *
   * <pre>
   *   last (1) | judged (4) | length (2) | through row
   * </pre>
   *
   * @param last whether the range is done
   * @param judged rows that were looked at
   * @param throughRow the last row that needs no further look; empty if there is none yet
   */
  record Verdict(boolean last, int judged, byte[] throughRow) {

    byte[] encode() {
      ByteArrayOutputStream into = new ByteArrayOutputStream(64);
      into.write(last ? 1 : 0);
      into.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(judged).array());
      Fields.writeShortBytes(into, throughRow);
      return into.toByteArray();
    }

    /**
     * Reads it.
     *
     * @throws ProtocolException naming the sender if it is none
     */
    static Verdict decode(Party sender, ByteBuffer from) {
      try {
        Verdict verdict = new Verdict(from.get() != 0, from.getInt(), Fields.getShortBytes(from));
        if (verdict.judged < 0 || from.hasRemaining()) {
          throw new ProtocolException(sender, "answered a batch of a repair with something else");
        }
        return verdict;
      } catch (BufferUnderflowException e) {
        throw new ProtocolException(sender, "answered a batch of a repair with too few bytes");
      }
    }
  }
}
