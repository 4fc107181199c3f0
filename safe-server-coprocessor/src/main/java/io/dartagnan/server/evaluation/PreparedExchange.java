package io.dartagnan.server.evaluation;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import java.nio.ByteBuffer;

/**
 * Exchange of an evaluation that prepares itself before it begins: what it has to say first is sent
 * at once, and what it receives first it receives once it has begun.
 */
final class PreparedExchange implements Exchange {
  private final Exchange exchange;
  private final Runnable begin;
  private boolean begun;

  /**
   * An exchange.
   *
   * @param begin waits until the evaluation may begin; run once, before anything is received
   */
  PreparedExchange(Exchange exchange, Runnable begin) {
    this.exchange = exchange;
    this.begin = begin;
  }

  @Override
  public Party self() {
    return exchange.self();
  }

  @Override
  public void send(Party to, long step, ByteBuffer payload) {
    exchange.send(to, step, payload);
  }

  @Override
  public ByteBuffer receive(Party from, long step) {
    if (!begun) {
      begun = true;
      begin.run();
    }
    return exchange.receive(from, step);
  }

  /**
   * {@inheritDoc} Others are used once the evaluation has begun, for batches that were agreed on.
   */
  @Override
  public Exchange stream(int index) {
    return index == 0 ? this : exchange.stream(index);
  }

  @Override
  public byte[] sharedKey(Party peer) {
    return exchange.sharedKey(peer);
  }

  @Override
  public long bytesSent() {
    return exchange.bytesSent();
  }
}
