package io.dartagnan.server.maintenance;

import io.dartagnan.audit.AuditRequest;
import io.dartagnan.audit.BlockDigest;
import io.dartagnan.audit.VersionHash;
import io.dartagnan.audit.VersionSum;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.InnerVersions;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Digests of the blocks into which rows fall. Of each column the newest versions count, as many as
 * the application declared: below those, clouds may keep more or fewer.
 */
final class Blocks {
  private final AuditRequest request;
  private final TableSchema schema;
  private final Party party;
  private final VersionHash hash;
  private final Map<byte[], Integer> declared = new TreeMap<>(Bytes.BYTES_COMPARATOR);

  private List<BlockDigest> finished = new ArrayList<>();
  private VersionSum sum = VersionSum.NONE;
  private long rows;
  private Cell column;
  private int versions;
  private int counted;
  private Protection protection;

  Blocks(AuditRequest request, TableSchema schema, TableDescriptor descriptor, Party party) {
    this.request = request;
    this.schema = schema;
    this.party = party;
    this.hash = new VersionHash(request.salt());
    for (byte[] family : descriptor.getColumnFamilyNames()) {
      declared.put(family, InnerVersions.declaredVersions(descriptor, family));
    }
  }

  /** Most versions of a column that count. */
  int mostVersions() {
    return declared.values().stream().mapToInt(Integer::intValue).max().orElse(1);
  }

  /** Takes the next cell that a read shows, in HBase's order. */
  void add(Cell cell) {
    boolean sameRow = column != null && CellUtil.matchingRows(column, cell);
    if (!sameRow) {
      endRow();
      rows++;
    }
    if (!sameRow || !CellUtil.matchingColumn(column, cell)) {
      byte[] family = CellUtil.cloneFamily(cell);
      counted = declared.get(family);
      protection =
          schema.protectionOf(family, CellUtil.cloneQualifier(cell)).orElse(Protection.PLAIN);
      versions = 0;
    }
    column = cell;
    if (versions < counted) {
      sum = hash.add(sum, cell, protection, party);
      versions++;
    }
  }

  private void endRow() {
    if (column != null) {
      byte[] row = CellUtil.cloneRow(column);
      if (hash.endsBlock(row, request.blockBits())) {
        end(row);
      }
    }
  }

  private void end(byte[] lastRow) {
    finished.add(new BlockDigest(lastRow, rows, sum));
    rows = 0;
    sum = VersionSum.NONE;
  }

  /** Takes note that no cell follows. */
  void endRange() {
    endRow();
    column = null;
    end(HConstants.EMPTY_BYTE_ARRAY);
  }

  /** Number of blocks that wait to be taken. */
  int finished() {
    return finished.size();
  }

  /** Copies what is remembered of the last cell, whose bytes HBase may take back from here. */
  void detach() {
    if (column != null) {
      column =
          new KeyValue(
              CellUtil.cloneRow(column),
              CellUtil.cloneFamily(column),
              CellUtil.cloneQualifier(column));
    }
  }

  /** The blocks that have ended since the last call. */
  List<BlockDigest> take() {
    List<BlockDigest> taken = finished;
    finished = new ArrayList<>();
    return taken;
  }
}
