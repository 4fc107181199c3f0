package io.dartagnan.server.maintenance;

import io.dartagnan.audit.HeldVersion;
import io.dartagnan.audit.HeldVersion.Column;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.repair.RepairCounts;
import io.dartagnan.repair.RepairRequest;
import io.dartagnan.schema.InnerVersions;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.ShareCell;
import io.dartagnan.schema.SharedProtection;
import io.dartagnan.schema.TableSchema;
import io.dartagnan.server.write.RebuiltRow;
import io.dartagnan.server.write.ServerWrites;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.OperationStatus;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Rebuilds rows of a region from what both givers have alike: of each column as many versions as
 * the application declared, at their timestamps and under their write ids. What only one has is
 * left, and so is what this cloud has deleted.
 */
final class Rebuilding {
  private final Region region;
  private final TableSchema schema;
  private final ServerWrites writes;
  private final boolean dry;
  private final boolean durable;
  private final byte[] stop;
  private byte[] from;

  // Of the batch at hand.
  private final NavigableMap<byte[], List<Cell>> lost = new TreeMap<>(Bytes.BYTES_COMPARATOR);
  private final NavigableSet<byte[]> rows = new TreeSet<>(Bytes.BYTES_COMPARATOR);
  private long versions;
  private long unsettled;
  private long deleted;
  private long alone;

  Rebuilding(Region region, TableSchema schema, ServerWrites writes, RepairRequest request) {
    this.region = region;
    this.schema = schema;
    this.writes = writes;
    this.dry = request.dry();
    this.durable = request.durable();
    this.from = request.start();
    this.stop = request.stop();
  }

  /** Number of rows of the last batch. */
  int rows() {
    return rows.size();
  }

  /**
   * Rebuilds the next rows.
   *
   * @param through up to this one, that one included; null for all that is left
   */
  RepairCounts rebuild(GivenRows fromPrev, GivenRows fromNext, byte[] through) throws IOException {
    lost.clear();
    rows.clear();
    versions = 0;
    unsettled = 0;
    deleted = 0;
    alone = 0;
    byte[] to = through == null ? stop : Bytes.add(through, new byte[1]);
    OwnRows own =
        OwnRows.read(
            region,
            () -> new Scan().withStartRow(from).withStopRow(to).setCacheBlocks(false),
            schema,
            writes);
    Party self = writes.party();
    var ofPrev = byColumn(self.prev(), fromPrev, to);
    var ofNext = byColumn(self.next(), fromNext, to);
    NavigableSet<Column> columns = new TreeSet<>(ofPrev.keySet());
    columns.addAll(ofNext.keySet());
    for (Column column : columns) {
      rows.add(column.row());
      compare(
          column,
          ofPrev.getOrDefault(column, new TreeMap<>()),
          ofNext.getOrDefault(column, new TreeMap<>()),
          own);
    }
    if (!dry && !lost.isEmpty()) {
      write();
    }
    from = to;
    return new RepairCounts(lost.size(), versions, unsettled, deleted, alone);
  }

  /** The versions that a giver has of each column, the newest first. */
  private NavigableMap<Column, NavigableMap<Long, GivenRows.Version>> byColumn(
      Party giver, GivenRows given, byte[] to) {
    NavigableMap<Column, NavigableMap<Long, GivenRows.Version>> columns = new TreeMap<>();
    for (GivenRows.Version version : given.versions()) {
      byte[] row = version.column().row();
      if (Arrays.compareUnsigned(row, from) < 0
          || (stop.length > 0 && Arrays.compareUnsigned(row, stop) >= 0)) {
        throw new ProtocolException(giver, "gave rows that nobody asked for");
      }
      if (to.length == 0 || Arrays.compareUnsigned(row, to) < 0) {
        columns
            .computeIfAbsent(version.column(), column -> new TreeMap<>(Comparator.reverseOrder()))
            .put(version.timestamp(), version);
      }
    }
    return columns;
  }

  private void compare(
      Column column,
      NavigableMap<Long, GivenRows.Version> ofPrev,
      NavigableMap<Long, GivenRows.Version> ofNext,
      OwnRows own)
      throws IOException {
    int left = InnerVersions.declaredVersions(region.getTableDescriptor(), column.family());
    NavigableSet<Long> timestamps = new TreeSet<>(Comparator.reverseOrder());
    timestamps.addAll(ofPrev.keySet());
    timestamps.addAll(ofNext.keySet());
    for (long timestamp : timestamps) {
      GivenRows.Version one = ofPrev.get(timestamp);
      GivenRows.Version other = ofNext.get(timestamp);
      if (left == 0) {
        return;
      }
      if (one == null || other == null || !one.isOneWith(other) || !haveOneTag(one, other)) {
        alone++;
      } else if (!durable || isDurable(one, other)) {
        left--;
        take(one, other, own);
      }
    }
  }

  /** Whether both give the tag of one value; only a client can tell whether it is the value's. */
  private boolean haveOneTag(GivenRows.Version one, GivenRows.Version other) {
    return schema
        .protectionOf(one.column().family(), one.column().qualifier())
        .filter(Protection::isTagged)
        .map(tagged -> ShareCell.haveOneTag(tagged, one.content(), other.content()))
        .orElse(true);
  }

  private void take(GivenRows.Version ofPrev, GivenRows.Version ofNext, OwnRows own)
      throws IOException {
    if (own.has(ofPrev)) {
      return;
    }
    if (own.hasDeleted(ofPrev)) {
      deleted++;
      return;
    }
    versions++;
    if (!ofPrev.settled() && !ofNext.settled()) {
      unsettled++;
    }
    Column column = ofPrev.column();
    Cell version =
        new KeyValue(
            column.row(),
            column.family(),
            column.qualifier(),
            ofPrev.timestamp(),
            value(ofPrev, ofNext));
    lost.computeIfAbsent(column.row(), row -> new ArrayList<>())
        .add(isDurable(ofPrev, ofNext) ? version : RebuiltRow.notDurable(version));
  }

  private static boolean isDurable(GivenRows.Version ofPrev, GivenRows.Version ofNext) {
    return ofPrev.durable() && ofNext.durable();
  }

  private byte[] value(GivenRows.Version ofPrev, GivenRows.Version ofNext) throws IOException {
    Column column = ofPrev.column();
    Protection protection =
        schema
            .protectionOf(column.family(), column.qualifier())
            .filter(of -> of instanceof SharedProtection != ofPrev.isPlain())
            .orElseThrow(
                () ->
                    new ProtocolException(
                        writes.party().prev(), "gave a version that its column cannot have"));
    if (!(protection instanceof SharedProtection shared)) {
      return ofPrev.content();
    }
    try {
      return ShareCell.join(
          shared, ofPrev.id(), writes.party(), ofPrev.content(), ofNext.content());
    } catch (IllegalArgumentException e) {
      throw new ProtocolException("a giver gave a share of a wrong length");
    }
  }

  private void write() throws IOException {
    List<Mutation> rebuilt = new ArrayList<>(lost.size());
    for (Map.Entry<byte[], List<Cell>> row : lost.entrySet()) {
      rebuilt.add(new RebuiltRow(row.getKey(), row.getValue()));
    }
    for (OperationStatus status : region.batchMutate(rebuilt.toArray(Mutation[]::new))) {
      if (status.getOperationStatusCode() != HConstants.OperationStatusCode.SUCCESS) {
        throw new IOException("a rebuilt row could not be written: " + status.getExceptionMsg());
      }
    }
  }

  /** The versions and the delete markers that the cloud that is rebuilt has of some rows. */
  static final class OwnRows {
    private static final int EVERY_VERSION = 1 << 20;

    private final Map<Column, Map<Long, HeldVersion>> versions = new HashMap<>();
    private final Map<byte[], List<HeldVersion>> markers = new TreeMap<>(Bytes.BYTES_COMPARATOR);

    /**
     * Reads them.
     *
     * @param rows makes a scan of them, each time a new one
     */
    static OwnRows read(Region region, Supplier<Scan> rows, TableSchema schema, ServerWrites writes)
        throws IOException {
      OwnRows own = new OwnRows();
      HeldCells cells = new HeldCells(schema, writes);
      try (MomentaryReader reader =
          new MomentaryReader(region, rows.get().readVersions(EVERY_VERSION))) {
        reader.readAll(
            cell -> {
              HeldVersion held = cells.version(cell);
              own.versions
                  .computeIfAbsent(held.column(), column -> new HashMap<>())
                  .put(held.timestamp(), held);
            });
      }
      try (MomentaryReader reader =
          new MomentaryReader(region, rows.get().readAllVersions().setRaw(true))) {
        reader.readAll(
            cell ->
                cells
                    .marker(cell)
                    .ifPresent(
                        marker ->
                            own.markers
                                .computeIfAbsent(marker.column().row(), row -> new ArrayList<>())
                                .add(marker)));
      }
      return own;
    }

    /** Whether it has this very version. */
    boolean has(GivenRows.Version given) {
      HeldVersion held = versions.getOrDefault(given.column(), Map.of()).get(given.timestamp());
      return held != null && held.kind() == HeldVersion.Kind.VERSION && held.id() == given.id();
    }

    /** Whether a delete marker hides what is at the place of a version. */
    boolean hasDeleted(GivenRows.Version given) {
      return markers.getOrDefault(given.column().row(), List.of()).stream()
          .anyMatch(marker -> marker.deletes(given.column(), given.timestamp()));
    }
  }
}
