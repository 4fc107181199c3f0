package io.dartagnan.server.audit;

import io.dartagnan.audit.AuditRequest;
import io.dartagnan.audit.HeldVersion;
import io.dartagnan.audit.HeldVersion.Kind;
import io.dartagnan.audit.VersionPage;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.TableSchema;
import io.dartagnan.server.region.AnswerScanner;
import io.dartagnan.server.write.ServerWrites;
import io.dartagnan.server.write.WriteTag;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;

/**
 * A scanner that answers with the coordinates and write ids of every version that a read shows, and
 * then of every delete marker that is still there.
 */
final class VersionScanner extends AnswerScanner {
  private static final int MOST_HELD = 4096;

  /** More than a family keeps: what is unsettled stays beyond that number. */
  private static final int EVERY_VERSION = 1 << 20;

  private final TableSchema schema;
  private final ServerWrites writes;
  private final MomentaryReader versions;
  private final MomentaryReader markers;

  VersionScanner(
      AuditRequest request,
      TableSchema schema,
      Region region,
      ServerWrites writes,
      RegionScanner opened)
      throws IOException {
    super(opened);
    this.schema = schema;
    this.writes = writes;
    this.versions =
        new MomentaryReader(region, RegionAudit.scanOf(request).readVersions(EVERY_VERSION));
    this.markers =
        new MomentaryReader(region, RegionAudit.scanOf(request).readAllVersions().setRaw(true));
  }

  @Override
  protected byte[] answer() throws IOException {
    List<HeldVersion> held = new ArrayList<>();
    versions.read(cell -> held.add(version(cell)), () -> held.size() >= MOST_HELD);
    if (versions.isExhausted()) {
      markers.read(cell -> addMarker(cell, held), () -> held.size() >= MOST_HELD);
    }
    versions.release();
    markers.release();
    return new VersionPage(isDone(), held).encode();
  }

  private HeldVersion version(Cell cell) {
    HeldVersion.Column column = column(cell);
    Protection protection =
        schema.protectionOf(column.family(), column.qualifier()).orElse(Protection.PLAIN);
    OptionalLong id = protection.writeId(cell, writes.party());
    return new HeldVersion(
        column,
        cell.getTimestamp(),
        id.isPresent() ? Kind.VERSION : Kind.NO_SHARE,
        id.orElse(0),
        writes.isSettled(cell),
        WriteTag.in(cell).filter(WriteTag::known).map(WriteTag::stamp).orElse(cell.getTimestamp()));
  }

  private static void addMarker(Cell cell, List<HeldVersion> held) {
    Kind kind =
        switch (cell.getType()) {
          case Delete -> Kind.DELETE_VERSION;
          case DeleteColumn -> Kind.DELETE_COLUMN;
          case DeleteFamily -> Kind.DELETE_FAMILY;
          case DeleteFamilyVersion -> Kind.DELETE_FAMILY_VERSION;
          default -> null;
        };
    if (kind != null) {
      long timestamp = cell.getTimestamp();
      held.add(new HeldVersion(column(cell), timestamp, kind, 0, true, timestamp));
    }
  }

  private static HeldVersion.Column column(Cell cell) {
    return new HeldVersion.Column(
        CellUtil.cloneRow(cell), CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell));
  }

  @Override
  protected boolean isDone() {
    return versions.isExhausted() && markers.isExhausted();
  }

  @Override
  public void close() throws IOException {
    versions.close();
    markers.close();
    super.close();
  }
}
