package io.dartagnan.client.scan;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import io.dartagnan.wire.CloudDeviationException;
import io.dartagnan.wire.Page;
import io.dartagnan.wire.QueryAbortedException;
import io.dartagnan.wire.QueryTurnedAwayException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RangeSessionTest {
  private final ExecutorService pool = Executors.newCachedThreadPool();

  @AfterEach
  void stopPool() {
    pool.shutdownNow();
  }

  /** The last page arrives while poll looks at them: often between two of its looks. */
  @RepeatedTest(200)
  void aPageThatFailsWhileItIsLookedForIsNamed() {
    CountDownLatch othersAreRead = new CountDownLatch(1);
    List<PageReader.Source> sources =
        Party.ALL.stream()
            .<PageReader.Source>map(party -> new OnePage(party, othersAreRead))
            .toList();
    RangeSession session = new RangeSession(sources, false, pool, () -> {});
    try {
      assertThatThrownBy(
              () -> {
                while (session.poll() == null) {
                  if (session.awaited().equals(List.of(Party.P0))) {
                    othersAreRead.countDown();
                  }
                }
              })
          .isInstanceOf(SessionFailure.class)
          .hasMessage("cloud 0: moved");
    } finally {
      session.close();
    }
  }

  /** Who lies may say first that it is somebody else, or that it has too much to do. */
  @Test
  void whereAPartyMayLieTheOthersAreHeardAsWell() {
    assertThatAllAreHeard(new QueryTurnedAwayException("party 1 is full"), "cloud 1: party 0 lied");
    assertThatAllAreHeard(
        new CloudDeviationException("party 1 lied"),
        "cloud 0: party 1 lied; cloud 1: party 0 lied");
  }

  private void assertThatAllAreHeard(IOException first, String told) {
    CountDownLatch isToldOfTheFirst = new CountDownLatch(1);
    List<PageReader.Source> sources =
        List.of(
            new Failing(new CountDownLatch(0), first),
            new Failing(isToldOfTheFirst, new CloudDeviationException("party 0 lied")),
            new Failing(isToldOfTheFirst, new QueryAbortedException("ended")));
    RangeSession session = new RangeSession(sources, true, pool, () -> {});
    try {
      assertThatThrownBy(
              () -> {
                while (session.poll() == null) {
                  if (session.awaited().size() == 2) {
                    isToldOfTheFirst.countDown();
                  }
                }
              })
          .isInstanceOf(SessionFailure.class)
          .hasMessage(told);
    } finally {
      session.close();
    }
  }

  /** A source that fails when it may. */
  private record Failing(CountDownLatch mayFail, IOException failure) implements PageReader.Source {

    @Override
    public Page next() throws IOException {
      try {
        mayFail.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      throw failure;
    }

    @Override
    public void close() {}
  }

  /** A source of one page, which at party 0 fails when the others have theirs. */
  private record OnePage(Party party, CountDownLatch othersAreRead) implements PageReader.Source {

    @Override
    public Page next() throws IOException {
      if (party != Party.P0) {
        return MemoryClouds.page(Page.Kind.LAST, "a", "a");
      }
      try {
        othersAreRead.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      throw new NotServingRegionException("moved");
    }

    @Override
    public void close() {}
  }
}
