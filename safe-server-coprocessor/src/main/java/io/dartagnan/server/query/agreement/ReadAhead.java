package io.dartagnan.server.query.agreement;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Reading of blocks on a spare thread while their evaluation agrees on those before: the stores of
 * three clouds are read at the same time, and none of them waits for an agreement. Blocks that are
 * in memory already are there at once, and are not read ahead. Used by one thread.
 */
final class ReadAhead implements AutoCloseable {
  private final BlockSource<?> source;
  private final BlockStrategy.SpareThread spare;
  // Read, and not asked for yet.
  private final Queue<ColumnBlock> read = new ArrayDeque<>();
  private CompletableFuture<Reading> ahead;
  private boolean exhausted;

  private record Reading(List<ColumnBlock> blocks, boolean exhausted) {}

  /** Reading of a source, whose owner closes it after this. */
  ReadAhead(BlockSource<?> source, BlockStrategy.SpareThread spare) {
    this.source = source;
    this.spare = spare;
  }

  /** See {@link BlockSource#fill}. */
  boolean fill(List<ColumnBlock> blocks, int most) throws IOException {
    int room = most - blocks.size();
    if (read.isEmpty() && !exhausted) {
      take(ahead == null ? readNow(room) : awaited());
    }
    while (blocks.size() < most && !read.isEmpty()) {
      blocks.add(read.remove());
    }
    if (read.isEmpty() && !exhausted && !source.isInMemory()) {
      begin(most);
    }
    return exhausted && read.isEmpty();
  }

  private void take(Reading reading) {
    read.addAll(reading.blocks);
    exhausted = reading.exhausted;
  }

  private Reading readNow(int most) throws IOException {
    List<ColumnBlock> blocks = new ArrayList<>();
    try {
      boolean ended = source.fill(blocks, most);
      return new Reading(blocks, ended);
    } catch (IOException | RuntimeException | Error e) {
      blocks.forEach(ColumnBlock::release);
      throw e;
    }
  }

  /** Without a spare thread nothing is read ahead. */
  private void begin(int most) {
    CompletableFuture<Reading> reading = new CompletableFuture<>();
    boolean begun =
        spare.tryRun(
            () -> {
              try {
                reading.complete(readNow(most));
              } catch (Throwable e) {
                reading.completeExceptionally(e);
              }
            });
    ahead = begun ? reading : null;
  }

  private Reading awaited() throws IOException {
    CompletableFuture<Reading> reading = ahead;
    ahead = null;
    try {
      return reading.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw e;
    }
  }

  /** Waits for what is being read, and releases what nobody asked for. */
  @Override
  public void close() {
    if (ahead != null) {
      ahead
          .handle((reading, failed) -> reading == null ? List.<ColumnBlock>of() : reading.blocks)
          .join()
          .forEach(ColumnBlock::release);
      ahead = null;
    }
    read.forEach(ColumnBlock::release);
    read.clear();
  }
}
