package io.dartagnan.server.storage;

import io.dartagnan.server.Deadline;
import io.dartagnan.wire.CloudRow;
import io.dartagnan.wire.Page;
import io.dartagnan.wire.QueryFailure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What a client has fetched of one party's pages.
 *
 * @param rows keys of the matching rows, in the order they came
 * @param pages how many pages there were, without heartbeats
 * @param meshBytes what the last of them said
 * @param failure what came in the place of a last page
 */
record FetchedPages(List<String> rows, int pages, long meshBytes, Optional<QueryFailure> failure) {

  /** Fetches to the last page or a failure. */
  static FetchedPages of(RegionScanner scanner) throws IOException {
    return of(scanner, () -> {});
  }

  /**
   * Fetches to the last page or a failure.
   *
   * @param afterEach what the client does after each page
   */
  static FetchedPages of(RegionScanner scanner, Runnable afterEach) throws IOException {
    List<String> rows = new ArrayList<>();
    int pages = 0;
    Deadline deadline = new Deadline("a last page");
    while (true) {
      deadline.check();
      List<Cell> cells = new ArrayList<>();
      boolean more = scanner.nextRaw(cells);
      byte[] value = CellUtil.cloneValue(cells.get(0));
      if (QueryFailure.isOne(value)) {
        return new FetchedPages(rows, pages, 0, Optional.of(QueryFailure.decode(value)));
      }
      Page page = Page.decode(value);
      for (CloudRow row : page.rows()) {
        rows.add(Bytes.toString(row.key()));
      }
      if (page.kind() != Page.Kind.HEARTBEAT) {
        pages++;
        afterEach.run();
      }
      if (!more) {
        return new FetchedPages(rows, pages, page.meshBytes(), Optional.empty());
      }
    }
  }
}
