package io.dartagnan.server.evaluation;

import io.dartagnan.wire.Page;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What a region answers a filter query with: each call returns one cell that holds one {@link
 * Page}.
 *
 * <p>A call waits a moment for the evaluation and then answers with a heartbeat, so that no handler
 * is ever held by a peer. Closing it, which HBase also does when the client's lease ends, ends the
 * evaluation.
 */
final class PagedScanner implements RegionScanner {
  private static final long WAIT_MS = 100;
  private static final byte[] ROW = Bytes.toBytes("page");
  private static final byte[] FAMILY = Bytes.toBytes("d");

  private final RegionScanner opened;
  private final PageQueue pages;
  private final LongSupplier meshBytes;
  private final Runnable onClose;
  private byte[] throughRow = HConstants.EMPTY_BYTE_ARRAY;
  private boolean done;

  /**
   * Pages of one evaluation.
   *
   * @param opened the scanner that HBase opened for the call, which is closed with this one and
   *     never read: {@link RowReader} says why
   * @param meshBytes payload bytes that the evaluation has sent to the peers so far
   * @param onClose ends the evaluation; not run once the last page was fetched
   */
  PagedScanner(RegionScanner opened, PageQueue pages, LongSupplier meshBytes, Runnable onClose) {
    this.opened = opened;
    this.pages = pages;
    this.meshBytes = meshBytes;
    this.onClose = onClose;
  }

  @Override
  public boolean nextRaw(List<Cell> result, ScannerContext scannerContext) throws IOException {
    return nextRaw(result);
  }

  @Override
  public boolean nextRaw(List<Cell> result) throws IOException {
    if (done) {
      return false;
    }
    PageQueue.Entry entry;
    try {
      entry = pages.poll(WAIT_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for a page");
    }
    result.add(
        new KeyValue(
            ROW, FAMILY, HConstants.EMPTY_BYTE_ARRAY, System.currentTimeMillis(), answer(entry)));
    return !done;
  }

  private byte[] answer(PageQueue.Entry entry) {
    if (entry == null) {
      return Page.heartbeat(meshBytes.getAsLong(), throughRow).encode();
    }
    if (entry.failure() != null) {
      done = true;
      return entry.failure().encode();
    }
    MatchingRows rows = entry.rows();
    throughRow = rows.throughRow();
    done = rows.last();
    Page.Kind kind = done ? Page.Kind.LAST : Page.Kind.MORE;
    // Counted now: behind the last page nothing is sent any more, whichever batch ended last.
    return new Page(kind, meshBytes.getAsLong(), throughRow, rows.cells()).encode();
  }

  @Override
  public boolean next(List<Cell> result) throws IOException {
    return nextRaw(result);
  }

  @Override
  public boolean next(List<Cell> result, ScannerContext scannerContext) throws IOException {
    return nextRaw(result);
  }

  @Override
  public void close() throws IOException {
    pages.close();
    // HBase closes the scanner itself behind the last page. The peers may still be at theirs: they
    // must not hear that this evaluation was given up.
    if (!done) {
      onClose.run();
    }
    opened.close();
  }

  @Override
  public RegionInfo getRegionInfo() {
    return opened.getRegionInfo();
  }

  @Override
  public boolean isFilterDone() {
    return false;
  }

  @Override
  public boolean reseek(byte[] row) throws IOException {
    throw new IOException("a scan that is evaluated by the three clouds cannot be repositioned");
  }

  @Override
  public long getMaxResultSize() {
    return opened.getMaxResultSize();
  }

  @Override
  public long getMvccReadPoint() {
    return opened.getMvccReadPoint();
  }

  @Override
  public int getBatch() {
    return opened.getBatch();
  }
}
