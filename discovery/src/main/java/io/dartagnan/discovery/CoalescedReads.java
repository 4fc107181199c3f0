package io.dartagnan.discovery;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Reads of records: callers that want the same one at the same time share one question to Redis.
 */
final class CoalescedReads {
  private static final long LONGEST_WAIT_MS = 2L * RedisConnector.EXCHANGE_MS;

  private final Source source;
  private final Map<String, CompletableFuture<RecordReader.LeasedRecord>> running =
      new ConcurrentHashMap<>();

  /** Source of the answers. */
  @FunctionalInterface
  interface Source {
    /** The record under a key, null if there is none. */
    RecordReader.LeasedRecord read(String key) throws DiscoveryException;
  }

  CoalescedReads(Source source) {
    this.source = source;
  }

  /** The record under a key as it was after this was called, null if there was none. */
  RecordReader.LeasedRecord ask(String key) throws DiscoveryException {
    boolean joined = false;
    while (true) {
      CompletableFuture<RecordReader.LeasedRecord> mine = new CompletableFuture<>();
      CompletableFuture<RecordReader.LeasedRecord> others = running.putIfAbsent(key, mine);
      if (others == null) {
        return answer(key, mine);
      }
      RecordReader.LeasedRecord read = await(others);
      // Nothing there: but that question may be older than this one. The next one is not.
      if (read != null || joined) {
        return read;
      }
      joined = true;
    }
  }

  private RecordReader.LeasedRecord answer(
      String key, CompletableFuture<RecordReader.LeasedRecord> mine) throws DiscoveryException {
    try {
      RecordReader.LeasedRecord read = source.read(key);
      running.remove(key, mine);
      mine.complete(read);
      return read;
    } catch (DiscoveryException | RuntimeException | Error e) {
      // Whatever it is: nobody else would take this question back.
      running.remove(key, mine);
      mine.completeExceptionally(e);
      throw e;
    }
  }

  private static RecordReader.LeasedRecord await(
      CompletableFuture<RecordReader.LeasedRecord> others) throws DiscoveryException {
    try {
      return others.get(LONGEST_WAIT_MS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof DiscoveryException failure) {
        throw failure;
      }
      throw new DiscoveryException("discovery failed: " + e.getCause(), e.getCause());
    } catch (TimeoutException e) {
      throw new DiscoveryException("discovery did not answer within " + LONGEST_WAIT_MS + " ms", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DiscoveryException("interrupted while waiting for discovery", e);
    }
  }
}
