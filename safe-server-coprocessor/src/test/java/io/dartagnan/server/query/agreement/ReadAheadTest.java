package io.dartagnan.server.query.agreement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Blocks that are read on another thread. */
@Timeout(30)
class ReadAheadTest {
  private static final int BLOCKS = 7;

  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private final List<String> readers = new ArrayList<>();
  private final List<ColumnBlock> made = new ArrayList<>();
  private final Blocks source = new Blocks();
  private final CountDownLatch goOn = new CountDownLatch(1);
  private int failsAt = BLOCKS;
  private int waitsAt = BLOCKS;

  @AfterEach
  void close() {
    goOn.countDown();
    thread.shutdownNow();
  }

  /** Blocks of one row each, three of which are read in one turn. */
  private final class Blocks implements BlockSource<StoredRow> {
    private boolean inMemory;

    @Override
    public boolean fill(List<ColumnBlock> blocks, int most) throws IOException {
      readers.add(Thread.currentThread().getName());
      for (int i = 0; i < 3 && blocks.size() < most && made.size() < BLOCKS; i++) {
        if (made.size() == failsAt) {
          throw new IOException("lost");
        }
        if (made.size() == waitsAt) {
          await();
        }
        BlockBuilder builder = new BlockBuilder(Party.P0, List.of());
        builder.row(new byte[] {(byte) made.size()}, 0, 1);
        made.add(builder.take());
        blocks.add(made.get(made.size() - 1));
      }
      return made.size() == BLOCKS;
    }

    private void await() {
      try {
        assertThat(goOn.await(20, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public boolean isInMemory() {
      return inMemory;
    }

    @Override
    public RowSource<StoredRow> rows(byte[] after, byte[] through) {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<StoredRow> fetch(List<byte[]> keys) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
  }

  private boolean onThread(Runnable task) {
    thread.execute(task);
    return true;
  }

  private List<Integer> all(ReadAhead reading, int most) throws IOException {
    List<Integer> keys = new ArrayList<>();
    boolean ended = false;
    while (!ended) {
      List<ColumnBlock> some = new ArrayList<>();
      ended = reading.fill(some, most);
      assertThat(some).hasSizeLessThanOrEqualTo(most);
      for (ColumnBlock block : some) {
        keys.add((int) block.lastKey()[0]);
        block.release();
      }
    }
    return keys;
  }

  @Test
  void theBlocksComeInOrderAndAfterTheFirstFromTheOtherThread() throws Exception {
    try (ReadAhead reading = new ReadAhead(source, this::onThread)) {
      assertThat(all(reading, 2)).containsExactly(0, 1, 2, 3, 4, 5, 6);
    }
    String own = Thread.currentThread().getName();
    assertThat(readers.get(0)).isEqualTo(own);
    assertThat(readers.subList(1, readers.size())).isNotEmpty().doesNotContain(own);
  }

  @Test
  void withoutASpareThreadAndFromMemoryTheCallerReads() throws Exception {
    try (ReadAhead reading = new ReadAhead(source, BlockStrategy.SpareThread.NONE)) {
      assertThat(all(reading, 64)).containsExactly(0, 1, 2, 3, 4, 5, 6);
    }
    made.clear();
    source.inMemory = true;
    try (ReadAhead reading = new ReadAhead(source, this::onThread)) {
      assertThat(all(reading, 64)).containsExactly(0, 1, 2, 3, 4, 5, 6);
    }
    assertThat(readers).containsOnly(Thread.currentThread().getName());
  }

  @Test
  void aFailureOfTheOtherThreadIsTheCallers() throws Exception {
    failsAt = 4;
    try (ReadAhead reading = new ReadAhead(source, this::onThread)) {
      List<ColumnBlock> some = new ArrayList<>();
      assertThat(reading.fill(some, 64)).isFalse();
      assertThat(some).hasSize(3);
      assertThatThrownBy(() -> reading.fill(some, 64))
          .isInstanceOf(IOException.class)
          .hasMessage("lost");
      some.forEach(ColumnBlock::release);
    }
    assertReleased(4);
  }

  @Test
  void itEndsWhenTheOtherThreadHasAndReleasesWhatNobodyTook() throws Exception {
    waitsAt = 4;
    ReadAhead reading = new ReadAhead(source, this::onThread);
    List<ColumnBlock> some = new ArrayList<>();
    reading.fill(some, 64);
    some.forEach(ColumnBlock::release);
    goOn.countDown();
    reading.close();
    assertReleased(6);
  }

  private void assertReleased(int blocks) {
    assertThat(made).hasSize(blocks);
    for (ColumnBlock block : made) {
      assertThatThrownBy(block::retain).isInstanceOf(IllegalStateException.class);
    }
  }
}
