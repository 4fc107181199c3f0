package io.dartagnan.client.scan;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.Uninterruptibles;
import io.dartagnan.mpc.Party;
import io.dartagnan.wire.Page;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.hbase.CallQueueTooBigException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PageReaderTest {
  private final ExecutorService pool = Executors.newCachedThreadPool();

  @AfterEach
  void stopPool() {
    pool.shutdownNow();
  }

  @Test
  void aQueueIsFullNoMoreOnceACallWasAnswered() {
    Page first = MemoryClouds.page(Page.Kind.MORE, "a", "a");
    Page last = MemoryClouds.page(Page.Kind.LAST, "b", "b");
    PageReader reader =
        new PageReader(Party.P1, new FullAtFirst(List.of(first, last)), pool, () -> {});

    assertThat(reader.read()).succeedsWithin(20, SECONDS).isSameAs(first);
    assertThat(reader.crowded()).isNull();
    assertThat(reader.read()).succeedsWithin(20, SECONDS).isSameAs(last);
    assertThat(reader.ended()).succeedsWithin(20, SECONDS);
  }

  @Test
  void aPauseEndsEarlyWhenThePageIsProbablyThere() {
    Page last = MemoryClouds.page(Page.Kind.LAST, "a", "a");
    Queue<Page> pages = new ArrayDeque<>(List.of(Page.heartbeat(0, 0, new byte[0]), last));
    CountDownLatch paused = new CountDownLatch(1);
    PageReader reader =
        new PageReader(
            Party.P1, source(pages), pool, () -> {}, (endless, ms) -> paused.countDown());
    CompletableFuture<Page> read = reader.read();
    assertThat(Uninterruptibles.awaitUninterruptibly(paused, 20, SECONDS)).isTrue();
    assertThat(read).isNotDone();

    reader.hurry();

    assertThat(read).succeedsWithin(20, SECONDS).isSameAs(last);
  }

  @Test
  void pausesGrowWithTheWaitAndFasterInAQueue() {
    for (int i = 0; i < 1_000; i++) {
      assertThat(PageReader.pauseMs(0, true)).isEqualTo(1);
      assertThat(PageReader.pauseMs(0, false)).isEqualTo(1);
      assertThat(PageReader.pauseMs(239, true)).isBetween(10L, 20L);
      assertThat(PageReader.pauseMs(239, false)).isBetween(30L, 60L);
      assertThat(PageReader.pauseMs(60_000, true)).isBetween(25L, 50L);
      assertThat(PageReader.pauseMs(60_000, false)).isBetween(250L, 500L);
    }
  }

  private static PageReader.Source source(Queue<Page> pages) {
    return new PageReader.Source() {
      @Override
      public Page next() {
        return pages.remove();
      }

      @Override
      public void close() {}
    };
  }

  /** A source of pages whose first call a full queue turns away. */
  private static final class FullAtFirst implements PageReader.Source {
    private final Queue<Page> pages;
    private boolean asked;

    FullAtFirst(List<Page> pages) {
      this.pages = new ArrayDeque<>(pages);
    }

    @Override
    public Page next() throws IOException {
      if (!asked) {
        asked = true;
        throw new CallQueueTooBigException("Call queue is full");
      }
      return pages.remove();
    }

    @Override
    public void close() {}
  }
}
