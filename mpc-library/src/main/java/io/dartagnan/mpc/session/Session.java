package io.dartagnan.mpc.session;

import io.dartagnan.mpc.SystemRandom;
import io.dartagnan.mpc.exchange.Exchange;
import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * One party's side of one session: any number of batches under keys that are this session's alone.
 *
 * <p>The batches are begun by one thread, in the same order at all three parties. Evaluating them
 * may overlap: {@link Context#onStream} puts a batch's steps on a stream of their own.
 */
public final class Session {
  private final Exchange exchange;
  private final SessionKeys keys;
  private final Carrier[] carriers = new Carrier[Exchange.STREAMS];
  private final Kept kept = new Kept();
  private long batches;

  private Session(Exchange exchange, SecureRandom random) {
    this.exchange = exchange;
    this.keys = new SessionKeys(exchange, random);
  }

  /** This party's side of the session that the exchange belongs to. Sends nothing. */
  public static Session begin(Exchange exchange) {
    return begin(exchange, SystemRandom.get());
  }

  /**
   * The same with a generator of the caller's.
   *
   * @param random where the key comes from that this party draws its own randomness from ({@link
   *     Context#randomAlone}); predictable in tests alone
   */
  public static Session begin(Exchange exchange, SecureRandom random) {
    return new Session(exchange, random);
  }

  /** The context of the next batch, on stream 0; the three parties count their batches alike. */
  public Context nextBatch() {
    return new Context(this, new Batch(batches++, keys));
  }

  Exchange exchange() {
    return exchange;
  }

  /** Objects that suites keep for the whole session. */
  Kept kept() {
    return kept;
  }

  /** The carrier of a stream's words. */
  synchronized Carrier carrier(int stream) {
    Exchange of = exchange.stream(stream);
    if (carriers[stream] == null) {
      carriers[stream] = new Carrier(of);
    }
    return carriers[stream];
  }

  /** Objects that suites keep for as long as something lasts: one of each type. */
  static final class Kept {
    private final Map<Class<?>, Object> objects = new ConcurrentHashMap<>();

    /** The object of a type; {@code first} makes it when there is none yet. */
    <T> T of(Class<T> type, Supplier<? extends T> first) {
      return type.cast(objects.computeIfAbsent(type, missing -> first.get()));
    }
  }
}
