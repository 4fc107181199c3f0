package io.dartagnan.mpc.bench;

import io.dartagnan.mpc.exchange.Exchange;
import java.io.IOException;
import java.util.List;

/** One way for three parties in this process to reach each other. */
public interface Exchanges extends AutoCloseable {

  /** Brings up what the sessions run over. */
  @FunctionalInterface
  interface Starter {
    /** Brings it up; whoever calls closes it. */
    Exchanges start() throws IOException, InterruptedException;
  }

  /**
   * The three sides of one session.
   *
   * @param sides by index of party
   * @param end lets go of what the session holds; called once, when no side is in use any more
   */
  record Triple(List<? extends Exchange> sides, Runnable end) {}

  /** Opens all three sides of a new session. */
  Triple open();

  @Override
  void close() throws IOException;
}
