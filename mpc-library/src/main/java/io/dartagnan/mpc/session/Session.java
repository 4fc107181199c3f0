package io.dartagnan.mpc.session;

import io.dartagnan.mpc.exchange.Exchange;
import java.security.SecureRandom;

/**
 * One party's side of one session: any number of batches, one after the other, under keys that are
 * drawn for this session. Used by one thread.
 */
public final class Session {
  private final Exchange exchange;
  private final PairwiseKeys keys;
  private long batches;

  private Session(Exchange exchange, PairwiseKeys keys) {
    this.exchange = exchange;
    this.keys = keys;
  }

  /**
   * Agrees on the session's keys with the two peers.
   *
   * <p>Rounds: 1. Bytes: 32 per party.
   *
   * @param random a cryptographic generator
   * @throws io.dartagnan.mpc.exchange.ProtocolException if a peer does not take part
   */
  public static Session begin(Exchange exchange, SecureRandom random) {
    return new Session(
        exchange, PairwiseKeys.agree(exchange, Context.stepOf("session/keys"), random));
  }

  /** The context of the next batch; the three parties count their batches alike. */
  public Context nextBatch() {
    return new Context(exchange, keys, "batch" + batches++);
  }
}
