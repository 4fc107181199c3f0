package io.dartagnan.server.maintenance;

import io.dartagnan.audit.HeldVersion.Column;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.schema.InnerVersions;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.ShareCell;
import io.dartagnan.schema.SharedProtection;
import io.dartagnan.schema.TableSchema;
import io.dartagnan.server.write.ServerWrites;
import io.dartagnan.server.write.WriteTag;
import io.dartagnan.write.VersionStanding;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * Rows of a giver's region, in batches, with those versions that the cloud that is rebuilt may
 * have: no share but the one that it has in common with it, nothing that may be under way, and
 * nothing that its writer calls torn.
 */
final class RepairSource implements Closeable {
  private static final int BATCH_ROWS = 512;
  private static final int BATCH_BYTES = 1 << 20;
  private static final int MOST_MOMENTS = 10;

  private final TableSchema schema;
  private final ServerWrites writes;
  private final Party receiver;
  private final MomentaryReader reader;
  private final BooleanSupplier abandoned;
  private final Deque<Row> whole = new ArrayDeque<>();
  private Row begun;
  private int bytes;

  /** A row, and what is given of it. */
  private record Row(byte[] key, List<GivenRows.Version> versions) {}

  /**
   * Rows of a range.
   *
   * @param rows which
   * @param receiver the party whose cloud is rebuilt
   * @param abandoned asked between reads whether anybody still waits for the rows
   */
  RepairSource(
      Region region,
      Scan rows,
      TableSchema schema,
      ServerWrites writes,
      Party receiver,
      BooleanSupplier abandoned)
      throws IOException {
    this.schema = schema;
    this.writes = writes;
    this.receiver = receiver;
    this.abandoned = abandoned;
    this.reader =
        new MomentaryReader(region, rows.readVersions(mostVersions(region.getTableDescriptor())));
  }

  /** As many as were declared, and some incomplete ones above. */
  private static int mostVersions(TableDescriptor table) {
    return Arrays.stream(table.getColumnFamilies())
        .mapToInt(family -> InnerVersions.declaredVersions(table, family.getName()))
        .map(InnerVersions::withSlack)
        .max()
        .orElse(1);
  }

  /** The rows behind those that were dropped: a batch, or the rest of one. */
  GivenRows next() throws IOException {
    for (int moment = 0; moment < MOST_MOMENTS && !reader.isExhausted() && !isFull(); moment++) {
      if (abandoned.getAsBoolean()) {
        throw new ProtocolException("the client closed the scan");
      }
      reader.read(this::add, this::isFull);
      reader.release();
    }
    if (reader.isExhausted() && begun != null) {
      whole.add(begun);
      begun = null;
    }
    List<GivenRows.Version> versions = new ArrayList<>();
    whole.forEach(row -> versions.addAll(row.versions));
    return new GivenRows(
        schema.digest(),
        reader.isExhausted(),
        whole.size(),
        whole.isEmpty() ? new byte[0] : whole.getLast().key,
        versions);
  }

  private boolean isFull() {
    return whole.size() >= BATCH_ROWS || bytes >= BATCH_BYTES;
  }

  /** Forgets the rows up to this one, that one included. */
  void dropThrough(byte[] row) {
    while (!whole.isEmpty() && Arrays.compareUnsigned(whole.getFirst().key, row) <= 0) {
      whole.removeFirst().versions.forEach(version -> bytes -= version.content().length);
    }
  }

  private void add(Cell cell) {
    byte[] key = CellUtil.cloneRow(cell);
    if (begun == null || !Arrays.equals(begun.key, key)) {
      if (begun != null) {
        whole.add(begun);
      }
      begun = new Row(key, new ArrayList<>());
    }
    GivenRows.Version given = given(key, cell);
    if (given != null) {
      begun.versions.add(given);
      bytes += given.content().length;
    }
  }

  /** Null for what is not given. */
  private GivenRows.Version given(byte[] key, Cell cell) {
    Column column = new Column(key, CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell));
    Protection protection = schema.protectionOf(column.family(), column.qualifier()).orElse(null);
    long stamp = WriteTag.in(cell).filter(WriteTag::known).map(WriteTag::stamp).orElse(0L);
    boolean mayBeUnderWay =
        Math.max(stamp, cell.getTimestamp())
                > EnvironmentEdgeManager.currentTime() - VersionStanding.UNDER_WAY_MS
            && !writes.isSettled(cell);
    if (protection == null
        || protection.defect(cell, writes.party()).isPresent()
        // It may be wrong, and is not passed on.
        || ShareCell.isGiven(cell, protection)
        || mayBeUnderWay
        || writes.isTorn(cell)) {
      return null;
    }
    byte[] content =
        protection instanceof SharedProtection shared
            ? ShareCell.common(cell, shared, writes.party(), receiver)
            : CellUtil.cloneValue(cell);
    return new GivenRows.Version(
        column,
        cell.getTimestamp(),
        protection.writeId(cell, writes.party()).orElseThrow(),
        writes.isSettled(cell),
        writes.isDurable(cell),
        !(protection instanceof SharedProtection),
        content);
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
