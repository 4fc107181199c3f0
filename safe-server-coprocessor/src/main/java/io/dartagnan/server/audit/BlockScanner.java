package io.dartagnan.server.audit;

import io.dartagnan.audit.AuditRequest;
import io.dartagnan.audit.BlockPage;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.TableSchema;
import io.dartagnan.server.region.AnswerScanner;
import java.io.IOException;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;

/** A scanner that answers with digests of blocks of rows. */
final class BlockScanner extends AnswerScanner {
  private static final int MOST_BLOCKS = 4096;

  private final MomentaryReader reader;
  private final Blocks blocks;

  BlockScanner(
      AuditRequest request, TableSchema schema, Region region, Party party, RegionScanner opened)
      throws IOException {
    super(opened);
    this.blocks = new Blocks(request, schema, region.getTableDescriptor(), party);
    this.reader =
        new MomentaryReader(
            region, RegionAudit.scanOf(request).readVersions(blocks.mostVersions()));
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
