package io.dartagnan.mpc.contract;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.Trial;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.session.Session;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/**
 * An exchange whose two keys that one party holds are the same in every session, as is what it
 * draws alone. The third key, which that party does not hold, is another in each, and so is what
 * the two others draw alone.
 */
final class ReceiverKeys implements Exchange {
  private final Exchange exchange;
  private final Party receiver;
  private final long seed;
  private final int session;

  /** One party's side of the session of this number. */
  ReceiverKeys(Exchange exchange, Party receiver, long seed, int session) {
    this.exchange = exchange;
    this.receiver = receiver;
    this.seed = seed;
    this.session = session;
  }

  /**
   * Messages that one party receives while an operation is repeated, each time in a new session.
   *
   * @param first number of the first session; those of one number have all three keys alike
   */
  static List<Received> received(
      Operation operation, Party receiver, int first, int sessions, long seed) {
    return Trial.seeded(seed)
        .run(
            (session, exchange) -> {
              List<Received> received = new ArrayList<>();
              for (int i = first; i < first + sessions; i++) {
                exchange.measureFromHere();
                ReceiverKeys keys = new ReceiverKeys(exchange, receiver, seed, i);
                Context batch = Session.begin(keys, keys.ownRandom()).nextBatch();
                operation.steps().run(batch);
                received.add(Received.in(batch, exchange));
              }
              return received;
            })
        .orThrow()
        .get(receiver.index());
  }

  @Override
  public byte[] sharedKey(Party peer) {
    Party first = self().next() == peer ? self() : peer;
    byte[] key = new byte[KEY_BYTES];
    generator(first.index(), first == receiver || first.next() == receiver).nextBytes(key);
    return key;
  }

  /** Source of this party's own key. */
  SecureRandom ownRandom() {
    return generator(Party.ALL.size() + self().index(), self() == receiver);
  }

  private SecureRandom generator(int key, boolean known) {
    long number = known ? 0 : 1L + session;
    return Seed.generator(seed ^ (1 + key + 2 * Party.ALL.size() * number) << Integer.SIZE);
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
    return exchange.receive(from, step);
  }

  @Override
  public Exchange stream(int index) {
    return exchange.stream(index);
  }

  @Override
  public long bytesSent() {
    return exchange.bytesSent();
  }
}
