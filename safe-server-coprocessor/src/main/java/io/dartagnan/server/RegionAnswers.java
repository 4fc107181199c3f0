package io.dartagnan.server;

import io.dartagnan.audit.AuditRequest;
import io.dartagnan.mpc.Party;
import io.dartagnan.query.Query;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.repair.RepairRequest;
import io.dartagnan.schema.DescriptorQuestion;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.SealedProtection;
import io.dartagnan.server.maintenance.RegionAudit;
import io.dartagnan.server.maintenance.RegionRepair;
import io.dartagnan.server.storage.PackedScanner;
import io.dartagnan.server.storage.PagedScanner;
import io.dartagnan.server.storage.RegionColumns;
import io.dartagnan.server.storage.RegionQueries;
import io.dartagnan.server.write.RegionSchema;
import io.dartagnan.status.StatusAnswer;
import io.dartagnan.wire.OutdatedKeysException;
import io.dartagnan.wire.PackedRows;
import io.dartagnan.wire.QueryAbortedException;
import io.dartagnan.wire.QueryFailure;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers what clients ask of one region beside its rows: scans that carry a {@link Query}, an
 * {@link AuditRequest} or a {@link RepairRequest}, and gets that ask for the status of the server
 * or for the descriptor of the table.
 */
final class RegionAnswers {
  private static final Logger LOG = LoggerFactory.getLogger(RegionAnswers.class);
  private static final byte[] STATUS_FAMILY = Bytes.toBytes(StatusAnswer.FAMILY);

  private final ServerName server;
  private final Region region;
  private final RegionSchema schema;
  private final RegionColumns columns;

  RegionAnswers(ServerName server, Region region, RegionSchema schema, RegionColumns columns) {
    this.server = server;
    this.region = region;
    this.schema = schema;
    this.columns = columns;
  }

  /** The answer to the request that a scan carries. */
  @FunctionalInterface
  private interface Answer {
    RegionScanner begin() throws IOException;
  }

  /** Whether a scan carries a request, so that its rows are not what it is answered with. */
  static boolean isRequest(Scan scan) {
    return scan.getAttribute(Query.ATTRIBUTE) != null
        || scan.getAttribute(AuditRequest.ATTRIBUTE) != null
        || scan.getAttribute(RepairRequest.ATTRIBUTE) != null;
  }

  /**
   * Answers a get if it asks for a status or a descriptor; nothing is read from the region then.
   *
   * @return whether it did
   */
  boolean answer(
      ObserverContext<RegionCoprocessorEnvironment> context, Get get, List<Cell> results) {
    byte[] status = get.getAttribute(StatusAnswer.ATTRIBUTE);
    if (status != null) {
      results.add(
          new KeyValue(
              get.getRow(),
              STATUS_FAMILY,
              HConstants.EMPTY_BYTE_ARRAY,
              System.currentTimeMillis(),
              status().encode(status)));
    } else if (DescriptorQuestion.isAskedBy(get)) {
      results.add(DescriptorQuestion.answer(get, region.getTableDescriptor()));
    } else {
      return false;
    }
    context.bypass();
    return true;
  }

  private StatusAnswer status() {
    try {
      return MeshEndpoint.of(server).status().answer();
    } catch (IOException e) {
      return new StatusAnswer.Unavailable(e.getMessage());
    } catch (RuntimeException e) {
      // HBase takes what it does not expect of a coprocessor for a reason to abort the server.
      LOG.error("the status of {} cannot be told", server, e);
      return new StatusAnswer.Unavailable("its status cannot be told; its log says why");
    }
  }

  /**
   * The scanner that answers a scan: HBase's own unless it carries a request, or asks for packed
   * rows.
   *
   * @param opened the scanner that HBase opened for it
   */
  RegionScanner answer(Scan scan, RegionScanner opened) throws IOException {
    byte[] query = scan.getAttribute(Query.ATTRIBUTE);
    if (query != null) {
      return answer(() -> evaluate(Query.decode(query), scan, opened), "query", opened);
    }
    byte[] audit = scan.getAttribute(AuditRequest.ATTRIBUTE);
    if (audit != null) {
      return answer(() -> audit(AuditRequest.decode(audit), scan, opened), "audit", opened);
    }
    byte[] repair = scan.getAttribute(RepairRequest.ATTRIBUTE);
    if (repair != null) {
      return answer(() -> repair(RepairRequest.decode(repair), scan, opened), "repair", opened);
    }
    try {
      Optional<PackedRows.Bounds> packets = PackedRows.askedBy(scan);
      return packets.isPresent() ? new PackedScanner(opened, packets.get()) : opened;
    } catch (IllegalArgumentException e) {
      opened.close();
      throw new DoNotRetryIOException(e.getMessage());
    }
  }

  private RegionScanner answer(Answer answer, String request, RegionScanner opened) {
    try {
      return answer.begin();
    } catch (IOException e) {
      return PagedScanner.refusing(QueryFailure.of(e), opened);
    } catch (IllegalArgumentException e) {
      return PagedScanner.refusing(
          new QueryFailure(false, "the %s was refused: %s".formatted(request, e.getMessage())),
          opened);
    } catch (RuntimeException e) {
      // HBase takes what it does not expect of a coprocessor for a reason to abort the server.
      LOG.error("an answer on {} failed", region.getTableDescriptor().getTableName(), e);
      return PagedScanner.refusing(
          new QueryFailure(
              false, "the %s failed: %s".formatted(request, e.getClass().getSimpleName())),
          opened);
    }
  }

  private RegionScanner evaluate(Query query, Scan scan, RegionScanner opened) throws IOException {
    MeshEndpoint endpoint = endpoint();
    check(query.party(), endpoint.party());
    for (QueryColumn column : query.stored()) {
      check(column);
    }
    check(query.servers().get(query.party().index()), scan);
    Scan rows = new Scan(scan);
    rows.setAttribute(Query.ATTRIBUTE, null);
    return RegionQueries.begin(
        endpoint.evaluations(), query, rows, region, columns, endpoint.columns(), opened);
  }

  private RegionScanner audit(AuditRequest request, Scan scan, RegionScanner opened)
      throws IOException {
    MeshEndpoint endpoint = endpoint();
    check(request.party(), endpoint.party());
    check(request.server(), scan);
    check(request.start(), request.stop(), scan);
    return RegionAudit.begin(request, schema.require(), region, endpoint.writes(), opened);
  }

  private RegionScanner repair(RepairRequest request, Scan scan, RegionScanner opened)
      throws IOException {
    MeshEndpoint endpoint = endpoint();
    check(request.party(), endpoint.party());
    check(request.servers().get(request.party().index()), scan);
    check(request.start(), request.stop(), scan);
    return RegionRepair.begin(
        endpoint.evaluations(), request, schema.require(), region, endpoint.writes(), opened);
  }

  /** HBase's client moves the start of a scan that it opens again, by what it takes for rows. */
  private static void check(byte[] start, byte[] stop, Scan scan) throws QueryAbortedException {
    if (!Arrays.equals(scan.getStartRow(), start) || !Arrays.equals(scan.getStopRow(), stop)) {
      throw new QueryAbortedException("the scan was opened again behind the start of its rows");
    }
  }

  private MeshEndpoint endpoint() throws IOException {
    if (!schema.isDeclared()) {
      schema.require();
    }
    try {
      return MeshEndpoint.of(server);
    } catch (IOException e) {
      // Passing: HBase stops a server's coprocessors ahead of its regions.
      throw new QueryAbortedException(e.getMessage());
    }
  }

  private static void check(Party asked, Party party) throws DoNotRetryIOException {
    if (asked != party) {
      throw new DoNotRetryIOException(
          "a query for %s reached %s; the client's three clouds are configured in another order"
              .formatted(asked, party));
    }
  }

  /** Both failures are passing: the client locates the regions anew and begins again. */
  private void check(String askedServer, Scan scan) throws DoNotRetryIOException {
    if (!askedServer.equals(server.toString())) {
      throw new QueryAbortedException("the region has moved to " + server);
    }
    if (!covers(region.getRegionInfo(), scan)) {
      throw new QueryAbortedException("the region's boundaries have changed");
    }
  }

  private void check(QueryColumn column) throws DoNotRetryIOException {
    if (column.isAnyCell()) {
      return;
    }
    Protection protection = schema.require().require(column.family(), column.qualifier());
    if (!protection.equals(column.protection())) {
      throw new DoNotRetryIOException(
          "column %s is declared '%s' on this cloud, the client took it for '%s'"
              .formatted(column.name(), protection, column.protection()));
    }
    String keys = schema.require().keysOfSealed().orElse("");
    if (column.protection() instanceof SealedProtection asked && asked.isOutdatedBy(keys)) {
      throw new OutdatedKeysException(
          "column %s is compared under keys %s, and the table has %s"
              .formatted(column.name(), asked.keys(), keys));
    }
  }

  /** Whether the scan's rows all lie in the region; the higher end of a range is exclusive. */
  private static boolean covers(RegionInfo info, Scan scan) {
    byte[] low = scan.isReversed() ? scan.getStopRow() : scan.getStartRow();
    byte[] high = scan.isReversed() ? scan.getStartRow() : scan.getStopRow();
    byte[] end = info.getEndKey();
    boolean startsInside = Bytes.compareTo(low, info.getStartKey()) >= 0;
    boolean stopsInside = end.length == 0 || (high.length > 0 && Bytes.compareTo(high, end) <= 0);
    return startsInside && stopsInside && info.getReplicaId() == RegionInfo.DEFAULT_REPLICA_ID;
  }
}
