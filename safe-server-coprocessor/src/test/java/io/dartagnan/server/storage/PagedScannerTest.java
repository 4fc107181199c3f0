package io.dartagnan.server.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.server.query.PageQueue;
import io.dartagnan.server.query.PageQueue.BatchOutcome;
import io.dartagnan.server.query.RunningEvaluation;
import io.dartagnan.wire.Page;
import io.dartagnan.wire.QueryFailure;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PagedScannerTest {
  private static final long LONG_MS = 20_000;

  private final PageQueue<RegionRow> pages = new PageQueue<>(LONG_MS);
  private final AtomicLong meshBytes = new AtomicLong();
  private final AtomicInteger givenUp = new AtomicInteger();
  private final PagedScanner scanner =
      new PagedScanner(closeable(), evaluation(), false, new WaitingPlaces(0));

  private RunningEvaluation<RegionRow> evaluation() {
    return new RunningEvaluation<>(pages, meshBytes::get, givenUp::incrementAndGet);
  }

  @Test
  void eachCallReturnsOnePageAndTheLastEndsTheScan() throws Exception {
    meshBytes.set(5);
    put(false, "b");
    Page first = next(true);
    assertThat(first.throughRow()).isEqualTo(new byte[] {'b'});
    assertThat(first.meshBytes()).isEqualTo(5);
    assertThat(first.judgedRows()).isEqualTo(3);

    meshBytes.set(6);
    Page heartbeat = next(true);
    assertThat(heartbeat.kind()).isEqualTo(Page.Kind.HEARTBEAT);
    assertThat(heartbeat.throughRow()).isEqualTo(new byte[] {'b'});
    assertThat(heartbeat.meshBytes()).isEqualTo(6);
    assertThat(heartbeat.judgedRows()).isEqualTo(3);

    put(true, "c");
    meshBytes.set(9);
    Page last = next(false);
    assertThat(last.meshBytes()).isEqualTo(9);
    assertThat(last.judgedRows()).isEqualTo(6);
    assertThat(scanner.nextRaw(new ArrayList<>())).isFalse();
  }

  @Test
  void aCallWaitsForAPageWhereItFindsAPlaceAndFreesIt() throws Exception {
    WaitingPlaces one = new WaitingPlacesWithAPage(1);
    PagedScanner waiting = new PagedScanner(closeable(), evaluation(), false, one);

    assertThat(next(waiting, true).kind()).isEqualTo(Page.Kind.MORE);
    assertThat(one.take()).as("freed").isTrue();
  }

  @Test
  void aCallThatFindsNoPlaceAnswersWithAHeartbeatAtOnce() throws Exception {
    PagedScanner waiting =
        new PagedScanner(closeable(), evaluation(), false, new WaitingPlacesWithAPage(0));

    assertThat(next(waiting, true).kind()).isEqualTo(Page.Kind.HEARTBEAT);
    assertThat(next(waiting, true).kind()).as("which is there now").isEqualTo(Page.Kind.MORE);
  }

  /** Places; the page comes just when a call looks for one. */
  private final class WaitingPlacesWithAPage extends WaitingPlaces {
    WaitingPlacesWithAPage(int most) {
      super(most);
    }

    @Override
    boolean take() {
      try {
        put(false, "b");
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      return super.take();
    }
  }

  @Test
  void closingBeforeTheLastPageGivesTheEvaluationUp() throws Exception {
    put(false, "b");
    next(true);

    scanner.close();

    assertThat(givenUp).hasValue(1);
    assertThat(pages.isClosed()).isTrue();
  }

  /** HBase closes a scanner by itself behind its end, while the peers may still be at theirs. */
  @Test
  void closingBehindTheLastPageGivesNothingUp() throws Exception {
    put(true, "b");
    next(false);

    scanner.close();

    assertThat(givenUp).hasValue(0);
    assertThat(pages.isClosed()).isTrue();
  }

  @Test
  void aFailureTakesThePlaceOfThePagesThatWait() throws Exception {
    put(false, "b");
    pages.fail(new QueryFailure(true, "party 1: gone"));

    List<Cell> cells = new ArrayList<>();
    assertThat(scanner.nextRaw(cells)).isFalse();
    assertThat(QueryFailure.decode(CellUtil.cloneValue(cells.get(0))).reason())
        .isEqualTo("party 1: gone");
  }

  @Test
  void aPageHoldsTheCellsOfItsRowsAndTheAggregates() throws Exception {
    Cell cell = new KeyValue(new byte[] {'r'}, new byte[] {'f'}, new byte[] {'q'}, 7, new byte[1]);
    RegionRow row = RegionRow.of(List.of(cell), List.of(), Party.P0);
    pages.put(
        pages.reserve(1),
        new BatchOutcome<>(true, new byte[] {'r'}, 1, List.of(row, row), new byte[] {5, 6}));

    Page page = next(false);

    assertThat(page.kind()).isEqualTo(Page.Kind.LAST);
    assertThat(page.rows().get(0).result().rawCells()).containsExactly(cell, cell);
    assertThat(page.aggregates()).isEqualTo(new byte[] {5, 6});
  }

  @Test
  void aQueryThatIsRefusedIsAnsweredWithTheReason() throws Exception {
    PagedScanner refusing = PagedScanner.refusing(new QueryFailure(false, "no"), closeable());

    List<Cell> cells = new ArrayList<>();
    assertThat(refusing.nextRaw(cells)).isFalse();
    assertThat(QueryFailure.decode(CellUtil.cloneValue(cells.get(0))).reason()).isEqualTo("no");
    refusing.close();
  }

  @Test
  void rowsArePackedForAClientThatAsksForIt() throws Exception {
    put(true, "c");
    List<Cell> cells = new ArrayList<>();
    new PagedScanner(closeable(), evaluation(), true, new WaitingPlaces(0)).nextRaw(cells);

    byte[] page = CellUtil.cloneValue(cells.get(0));
    assertThat(page)
        .isEqualTo(
            new Page(Page.Kind.LAST, 0, 3, new byte[] {'c'}, new byte[0], List.of())
                .encodePacked());
  }

  private void put(boolean last, String through) throws InterruptedException {
    pages.put(pages.reserve(4), rows(last, through));
  }

  private static BatchOutcome<RegionRow> rows(boolean last, String through) {
    return new BatchOutcome<>(
        last, through.getBytes(StandardCharsets.UTF_8), 3, List.of(), new byte[0]);
  }

  private Page next(boolean more) throws IOException {
    return next(scanner, more);
  }

  private static Page next(PagedScanner of, boolean more) throws IOException {
    List<Cell> cells = new ArrayList<>();
    assertThat(of.nextRaw(cells)).isEqualTo(more);
    assertThat(cells).hasSize(1);
    return Page.decode(CellUtil.cloneValue(cells.get(0)));
  }

  /** What HBase opened; the scanner under test only ever closes it. */
  private static RegionScanner closeable() {
    return (RegionScanner)
        Proxy.newProxyInstance(
            RegionScanner.class.getClassLoader(),
            new Class<?>[] {RegionScanner.class},
            (proxy, method, arguments) -> {
              assertThat(method.getName()).isEqualTo("close");
              return null;
            });
  }
}
