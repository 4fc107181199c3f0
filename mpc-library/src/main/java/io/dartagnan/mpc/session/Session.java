package io.dartagnan.mpc.session;

import io.dartagnan.mpc.exchange.Exchange;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.SecureRandom;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One party's side of one session: any number of batches, one after the other, under keys that are
 * drawn for this session. Used by one thread.
 */
public final class Session {
  private static final int FIRST_BUFFER_BYTES = 1 << 12;

  private final Exchange exchange;
  private final PairwiseKeys keys;
  private final Map<Long, String> openings = new LinkedHashMap<>();
  private ByteBuffer buffer = allocate(FIRST_BUFFER_BYTES);
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
    openings.clear();
    String name = "batch" + batches++;
    return new Context(this, name, keys.withNext(name), keys.withPrev(name));
  }

  /**
   * The openings of the latest batch that this party took part in, by the number their messages
   * carry: what was revealed, for audits and tests.
   */
  public Map<Long, String> openings() {
    return Collections.unmodifiableMap(openings);
  }

  Exchange exchange() {
    return exchange;
  }

  void recordOpening(long step, String path) {
    openings.put(step, path);
  }

  /** An empty little-endian buffer of at least so many bytes, until the next call. */
  ByteBuffer buffer(int bytes) {
    if (buffer.capacity() < bytes) {
      buffer = allocate(Math.max(bytes, 2 * buffer.capacity()));
    }
    return buffer.clear();
  }

  private static ByteBuffer allocate(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
