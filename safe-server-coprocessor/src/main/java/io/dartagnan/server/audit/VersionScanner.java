package io.dartagnan.server.audit;

import io.dartagnan.audit.AuditRequest;
import io.dartagnan.audit.HeldVersion;
import io.dartagnan.audit.VersionPage;
import io.dartagnan.schema.TableSchema;
import io.dartagnan.server.region.AnswerScanner;
import io.dartagnan.server.write.ServerWrites;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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

  private final HeldCells cells;
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
    this.cells = new HeldCells(schema, writes);
    this.versions =
        new MomentaryReader(region, RegionAudit.scanOf(request).readVersions(EVERY_VERSION));
    try {
      this.markers =
          new MomentaryReader(region, RegionAudit.scanOf(request).readAllVersions().setRaw(true));
    } catch (IOException | RuntimeException e) {
      versions.close();
      throw e;
    }
  }

  @Override
  protected byte[] answer() throws IOException {
    List<HeldVersion> held = new ArrayList<>();
    versions.read(cell -> held.add(cells.version(cell)), () -> held.size() >= MOST_HELD);
    if (versions.isExhausted()) {
      markers.read(cell -> cells.marker(cell).ifPresent(held::add), () -> held.size() >= MOST_HELD);
    }
    versions.release();
    markers.release();
    return new VersionPage(isDone(), held).encode();
  }

  @Override
  protected boolean isDone() {
    return versions.isExhausted() && markers.isExhausted();
  }

  @Override
  public void close() throws IOException {
    try (versions;
        markers) {
      super.close();
    }
  }
}
