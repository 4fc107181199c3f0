package io.dartagnan.mpc.harness;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.session.Session;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs the three sides of a protocol, each in a thread of its own, within one new session. */
public final class ThreeParties {

  /** One party's side of a protocol. */
  public interface Side<R> {
    /** Runs it. */
    R run(Context context, Party self);
  }

  /**
   * What the three sides returned and what they sent each other, the agreement on keys left out.
   *
   * @param results by index of party
   * @param exchanges by index of party
   * @param bytes payload bytes sent by all three within the protocol
   */
  public record Run<R>(List<R> results, List<MemoryExchange> exchanges, long bytes) {}

  private static final int KEY_BYTES = 3 * 32;

  private ThreeParties() {}

  /** Runs a protocol in the first batch of a new session. */
  public static <R> Run<R> run(Side<R> side) {
    List<MemoryExchange> exchanges = MemoryExchange.triple();
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      List<Future<R>> futures = new ArrayList<>();
      for (MemoryExchange exchange : exchanges) {
        futures.add(
            threads.submit(
                () -> {
                  Session session = Session.begin(exchange, new SecureRandom());
                  return side.run(session.nextBatch(), exchange.self());
                }));
      }
      List<R> results = new ArrayList<>();
      for (Future<R> future : futures) {
        results.add(future.get());
      }
      long bytes = exchanges.stream().mapToLong(MemoryExchange::bytesSent).sum() - KEY_BYTES;
      return new Run<>(results, exchanges, bytes);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      threads.shutdownNow();
    }
  }
}
