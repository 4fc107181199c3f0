package io.dartagnan.client.scan;

import io.dartagnan.client.read.RowReconciler;
import io.dartagnan.client.read.RowScanner;
import io.dartagnan.client.rpc.AllThree;
import io.dartagnan.wire.CloudRow;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.apache.hadoop.hbase.client.Result;

/**
 * A scanner of the rows that the clouds return as the answer to a question, put together and in the
 * scan's order. As with HBase's own scanners, one thread at a time reads; any thread may close.
 */
public final class EvaluatedRows implements RowScanner {
  private final PageStream pages;
  private final RowReconciler reconciler;
  private final Queue<List<CloudRow>> rows = new ArrayDeque<>();
  private IOException failure;
  private long judgedRows;
  private long droppedRows;
  private volatile boolean closed;

  /**
   * Creates a scanner.
   *
   * @param pages closed by this scanner
   */
  public EvaluatedRows(PageStream pages, RowReconciler reconciler) {
    this.pages = pages;
    this.reconciler = reconciler;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IOException once a call has failed, every later one fails alike: the end of the rows is
   *     never pretended
   */
  @Override
  public Result next() throws IOException {
    if (failure != null) {
      throw failure;
    }
    try {
      Result row = closed ? null : nextRow();
      if (row == null) {
        pages.close();
      }
      return row;
    } catch (IOException | RuntimeException e) {
      failure = e instanceof IOException io ? io : new IOException("an earlier call failed", e);
      rows.clear();
      pages.close();
      throw e;
    }
  }

  private Result nextRow() throws IOException {
    while (true) {
      while (!rows.isEmpty()) {
        Result row = reconciler.reconcileRows(present(rows.remove()));
        if (!row.isEmpty()) {
          return row;
        }
        droppedRows++;
      }
      AgreedPage page = AllThree.QUERY.explaining(pages::next);
      if (page == null) {
        return null;
      }
      rows.addAll(page.rows());
      judgedRows += page.judgedRows();
      droppedRows += Math.max(0, page.judgedRows() - page.rows().size());
    }
  }

  private static List<CloudRow> present(List<CloudRow> row) {
    row.replaceAll(each -> each.isAbsent() ? CloudRow.NONE : each);
    return row;
  }

  @Override
  public long judgedRows() {
    return judgedRows;
  }

  @Override
  public long droppedRows() {
    return droppedRows;
  }

  @Override
  public void close() {
    closed = true;
    pages.close();
  }

  @Override
  public long meshBytes() {
    return pages.meshBytes();
  }
}
