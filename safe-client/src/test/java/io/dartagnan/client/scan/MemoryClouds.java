package io.dartagnan.client.scan;

import static org.awaitility.Awaitility.await;

import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.client.scan.RangePlanner.ScanRange;
import io.dartagnan.mpc.Party;
import io.dartagnan.wire.Page;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Three clouds that hold the same matching rows and page them out of memory. A test bends what one
 * party sends through {@link #bend}.
 */
final class MemoryClouds implements RangeRun.Opener, RegionDirectory {

  /** What a party does in place of its honest page. */
  interface Bend {

    /**
     * Called for every page a source is asked for.
     *
     * @param session how many sessions were opened before this one
     * @param call how often this source was asked before
     * @param honest the page to send next
     */
    Page apply(int session, Party party, int call, Page honest) throws IOException;
  }

  static final Bend HONEST = (session, party, call, honest) -> honest;

  /** Mesh bytes that each party claims per page. */
  static final long BYTES_PER_PAGE = 10;

  final TreeSet<byte[]> rows = new TreeSet<>(Bytes.BYTES_COMPARATOR);
  final List<List<HRegionLocation>> regions = new ArrayList<>();
  final List<ScanRange> opened = Collections.synchronizedList(new ArrayList<>());
  final List<Source> sources = Collections.synchronizedList(new ArrayList<>());
  final AtomicInteger lookedUpAnew = new AtomicInteger();
  volatile Bend bend = HONEST;
  int rowsPerPage = 2;
  int valueBytes = 1;
  boolean reversed;
  Optional<TableName> verdicts = Optional.empty();

  MemoryClouds(String... rows) {
    for (String row : rows) {
      this.rows.add(Bytes.toBytes(row));
    }
    Party.ALL.forEach(party -> regions.add(Regions.cutAt(party)));
  }

  @Override
  public HRegionLocation region(Party party, byte[] row, boolean anew) {
    if (anew) {
      lookedUpAnew.incrementAndGet();
    }
    return Regions.holding(row, regions.get(party.index()));
  }

  @Override
  public List<PageReader.Source> open(ScanRange range) {
    int session = opened.size();
    opened.add(range);
    List<PageReader.Source> three = new ArrayList<>();
    for (Party party : Party.ALL) {
      Source source = new Source(session, party, pages(range.rows()));
      sources.add(source);
      three.add(source);
    }
    return three;
  }

  @Override
  public Optional<TableName> opensVerdicts() {
    return verdicts;
  }

  /** Start rows of the sessions, in the order in which they were opened. */
  List<String> starts() {
    return opened.stream().map(range -> Bytes.toString(range.rows().start())).toList();
  }

  /** Waits until every source is closed: a scanner that is closed does not. */
  static void awaitClosed(MemoryClouds clouds) {
    await("every source is closed")
        .atMost(Duration.ofSeconds(20))
        .until(() -> clouds.sources.stream().allMatch(source -> source.closed));
  }

  private List<Page> pages(RowInterval range) {
    List<byte[]> matching = new ArrayList<>(rows.stream().filter(range::contains).toList());
    if (reversed) {
      Collections.reverse(matching);
    }
    List<Page> pages = new ArrayList<>();
    byte[] through = new byte[0];
    for (int at = 0; at < matching.size(); at += rowsPerPage) {
      List<byte[]> some = matching.subList(at, Math.min(at + rowsPerPage, matching.size()));
      through = some.get(some.size() - 1);
      long meshBytes = (pages.size() + 1) * BYTES_PER_PAGE;
      pages.add(page(Page.Kind.MORE, meshBytes, through, some, new byte[valueBytes]));
    }
    pages.add(page(Page.Kind.LAST, (pages.size() + 1) * BYTES_PER_PAGE, through, List.of()));
    return pages;
  }

  static Page page(Page.Kind kind, long meshBytes, byte[] through, List<byte[]> rows) {
    return page(kind, meshBytes, through, rows, new byte[1]);
  }

  private static Page page(
      Page.Kind kind, long meshBytes, byte[] through, List<byte[]> rows, byte[] value) {
    List<Cell> cells =
        rows.stream()
            .<Cell>map(row -> new KeyValue(row, Bytes.toBytes("v"), Bytes.toBytes("q"), 1L, value))
            .toList();
    return new Page(kind, meshBytes, 0, through, new byte[0], Page.rowsOf(cells));
  }

  static Page page(Page.Kind kind, String through, String... rows) {
    return page(
        kind,
        BYTES_PER_PAGE,
        Bytes.toBytes(through),
        List.of(rows).stream().map(Bytes::toBytes).toList());
  }

  /** Does not return before the thread is interrupted. */
  static Page hang() throws InterruptedIOException {
    try {
      new CountDownLatch(1).await();
      throw new IllegalStateException("nothing counts down");
    } catch (InterruptedException e) {
      throw new InterruptedIOException("interrupted");
    }
  }

  /** One party's pages of one range. */
  final class Source implements PageReader.Source {
    final int session;
    final Party party;
    final List<Page> pages;
    volatile boolean closed;
    private volatile Thread reading;
    private int sent;
    private volatile int calls;

    Source(int session, Party party, List<Page> pages) {
      this.session = session;
      this.party = party;
      this.pages = pages;
    }

    @Override
    public Page next() throws IOException {
      enter();
      try {
        if (sent == pages.size()) {
          throw new IllegalStateException("asked for a page after the last");
        }
        Page page = bend.apply(session, party, calls, pages.get(sent));
        calls = calls + 1;
        if (page.kind() != Page.Kind.HEARTBEAT) {
          sent++;
        }
        return page;
      } finally {
        reading = null;
      }
    }

    /** Whether it was asked twice, so that what the first call returned has arrived. */
    boolean askedTwice() {
      return calls > 1;
    }

    private void enter() {
      if (closed || reading != null) {
        throw new IllegalStateException("used by two threads, or after it was closed");
      }
      reading = Thread.currentThread();
    }

    @Override
    public void close() {
      enter();
      closed = true;
    }
  }
}
