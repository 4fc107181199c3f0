package io.dartagnan.server.query.agreement;

import io.dartagnan.mpc.session.Session;
import java.io.IOException;

/**
 * The way from the rows of a range to batches that the three parties have agreed on. The three take
 * the same strategy. Used by one thread; what it reads from is closed by whoever opened it.
 *
 * @param <R> a row as this party stores it
 */
public interface ExecutionStrategy<R> extends AutoCloseable {

  /**
   * The next batch, in the order of the range; not called again after the last. It reads, and
   * agrees with the peers.
   *
   * @param session gives each agreement and each batch its context
   * @return a batch that the caller releases
   * @throws IOException if the store cannot be read; another attempt may succeed
   * @throws io.dartagnan.mpc.exchange.ProtocolException if a peer fails
   */
  AgreedBatch<R> next(Session session) throws IOException;

  /** The number of batches that may be under way or waiting to be fetched at a time. */
  int inFlight();

  /** Frees what it has read and not returned. */
  @Override
  void close();
}
