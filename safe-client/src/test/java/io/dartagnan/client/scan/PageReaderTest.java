package io.dartagnan.client.scan;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.wire.Page;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
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

  /** A source of pages whose first call a full queue turns away. */
  private static final class FullAtFirst implements PageSource {
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
