package io.dartagnan.server.maintenance;

import io.dartagnan.audit.AuditRequest;
import io.dartagnan.audit.BlockPage;
import io.dartagnan.audit.HeldVersion;
import io.dartagnan.audit.VersionPage;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.TableSchema;
import io.dartagnan.server.storage.AnswerScanner;
import io.dartagnan.server.write.ServerWrites;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;

/** Answers audits of the rows of a region. */
public final class RegionAudit {
  private RegionAudit() {}

  /**
   * Begins an audit.
   *
   * @param request to this party
   * @param schema of the region's table
   * @param writes what this server knows of writes
   * @param opened the scanner that HBase opened for the scan; closed with the one returned
   * @return a scanner that returns the answer's pages
   */
  public static RegionScanner begin(
      AuditRequest request,
      TableSchema schema,
      Region region,
      ServerWrites writes,
      RegionScanner opened)
      throws IOException {
    return switch (request.detail()) {
      case BLOCKS -> new BlockScanner(request, schema, region, writes.party(), opened);
      case VERSIONS -> new VersionScanner(request, schema, region, writes, opened);
    };
  }

  /** A scan of the rows of a request that leaves the cache to the application's reads. */
  private static Scan scanOf(AuditRequest request) {
    return new Scan()
        .withStartRow(request.start())
        .withStopRow(request.stop())
        .setCacheBlocks(false);
  }

  /** A scanner that answers with digests of blocks of rows. */
  private static final class BlockScanner extends AnswerScanner {
    private static final int MOST_BLOCKS = 4096;

    private final MomentaryReader reader;
    private final Blocks blocks;

    BlockScanner(
        AuditRequest request, TableSchema schema, Region region, Party party, RegionScanner opened)
        throws IOException {
      super(opened);
      this.blocks = new Blocks(request, schema, region.getTableDescriptor(), party);
      this.reader =
          new MomentaryReader(region, scanOf(request).readVersions(blocks.mostVersions()));
    }

    @Override
    protected byte[] answer() throws IOException {
      reader.read(blocks::add, () -> blocks.finished() >= MOST_BLOCKS);
      if (reader.isExhausted()) {
        blocks.endRange();
      }
      blocks.detach();
      reader.release();
      return new BlockPage(reader.isExhausted(), blocks.take()).encode();
    }

    @Override
    protected boolean isDone() {
      return reader.isExhausted();
    }

    @Override
    public void close() throws IOException {
      try (reader) {
        super.close();
      }
    }
  }

  /**
   * A scanner that answers with the coordinates and write ids of every version that a read shows,
   * and then of every delete marker that is still there.
   */
  private static final class VersionScanner extends AnswerScanner {
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
      this.versions = new MomentaryReader(region, scanOf(request).readVersions(EVERY_VERSION));
      try {
        this.markers = new MomentaryReader(region, scanOf(request).readAllVersions().setRaw(true));
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
        markers.read(
            cell -> cells.marker(cell).ifPresent(held::add), () -> held.size() >= MOST_HELD);
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
}
