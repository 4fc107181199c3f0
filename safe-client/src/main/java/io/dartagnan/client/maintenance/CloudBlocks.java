package io.dartagnan.client.maintenance;

import io.dartagnan.audit.BlockDigest;
import io.dartagnan.audit.BlockPage;
import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.client.rpc.IOSupplier;
import io.dartagnan.client.scan.SessionFailure;
import java.io.Closeable;
import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.util.Bytes;

/** Blocks as a cloud sends them, held to the order of rows. */
final class CloudBlocks implements IOSupplier<BlockDigest>, Closeable {
  private final CloudReader<BlockPage> reader;
  private final RowInterval rows;
  private Iterator<BlockDigest> blocks = Collections.emptyIterator();
  private boolean last;
  private byte[] before;

  /**
   * Blocks of some rows.
   *
   * @param reader closed with this
   */
  CloudBlocks(CloudReader<BlockPage> reader, RowInterval rows) {
    this.reader = reader;
    this.rows = rows;
  }

  @Override
  public BlockDigest get() throws IOException {
    while (!blocks.hasNext()) {
      if (last) {
        throw outOfOrder();
      }
      BlockPage page = reader.next(BlockPage::last);
      blocks = page.blocks().iterator();
      last = page.last();
    }
    BlockDigest block = blocks.next();
    boolean isOrdered =
        block.endsRange()
            ? last && !blocks.hasNext()
            : rows.contains(block.lastRow())
                && (before == null || Bytes.compareTo(before, block.lastRow()) < 0);
    if (!isOrdered) {
      throw outOfOrder();
    }
    before = block.lastRow();
    return block;
  }

  private DoNotRetryIOException outOfOrder() {
    return new DoNotRetryIOException(
        SessionFailure.cloud(reader.party()) + " answered an audit with rows out of order");
  }

  @Override
  public void close() {
    reader.close();
  }
}
