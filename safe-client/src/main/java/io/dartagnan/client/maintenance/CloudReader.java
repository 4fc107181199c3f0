package io.dartagnan.client.maintenance;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.rpc.CloudFailures;
import io.dartagnan.client.scan.CloudAnswer;
import io.dartagnan.client.scan.SessionFailure;
import io.dartagnan.mpc.Party;
import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.ResultScanner;

/**
 * Reads one cloud's answer part by part, one ahead of the caller, so that the three clouds work at
 * the same time.
 *
 * @param <T> a part
 */
final class CloudReader<T> implements Closeable {
  private final Party party;
  private final ResultScanner scanner;
  private final Function<byte[], T> decoder;
  private final ExecutorService turns;
  private final long timeoutMs;
  private CompletableFuture<T> coming;

  /**
   * Begins to read.
   *
   * @param scanner closed by this reader
   * @param turns runs the calls to the cloud
   * @param timeoutMs longest wait for a part
   */
  CloudReader(
      Party party,
      ResultScanner scanner,
      Function<byte[], T> decoder,
      ExecutorService turns,
      long timeoutMs) {
    this.party = party;
    this.scanner = scanner;
    this.decoder = decoder;
    this.turns = turns;
    this.timeoutMs = timeoutMs;
    readAhead();
  }

  Party party() {
    return party;
  }

  private void readAhead() {
    try {
      coming = CompletableFuture.supplyAsync(this::read, turns);
    } catch (RejectedExecutionException e) {
      coming =
          CompletableFuture.failedFuture(
              new DoNotRetryIOException("the connection was closed meanwhile", e));
    }
  }

  private T read() {
    try {
      return CloudAnswer.of(scanner.next(), decoder);
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }

  /**
   * The next part.
   *
   * @param isLast whether nothing follows a part
   * @throws SessionFailure naming the cloud
   */
  T next(Function<T, Boolean> isLast) throws IOException {
    try {
      T part = coming.get(timeoutMs, TimeUnit.MILLISECONDS);
      if (!isLast.apply(part)) {
        readAhead();
      }
      return part;
    } catch (ExecutionException e) {
      throw SessionFailure.of(party, e.getCause());
    } catch (TimeoutException e) {
      throw new IOException(
          "%s did not answer an audit for %d ms; if it is only slow, set %s higher"
              .formatted(SessionFailure.cloud(party), timeoutMs, ClientKeys.QUERY_TIMEOUT_MS),
          e);
    } catch (InterruptedException e) {
      throw CloudFailures.interrupted("interrupted while the clouds were compared", e);
    }
  }

  /** Lets the call at hand end, and then closes the scanner, without waiting for either. */
  @Override
  public void close() {
    coming.whenCompleteAsync((part, failure) -> scanner.close(), turns);
  }
}
