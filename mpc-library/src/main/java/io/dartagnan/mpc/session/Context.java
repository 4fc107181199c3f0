package io.dartagnan.mpc.session;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.exchange.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.Set;

/**
 * Where in a batch a protocol stands. Messages and correlated randomness come from here and nowhere
 * else.
 *
 * <p>A protocol gives each of its steps a name with {@link #narrow}; the path of names labels the
 * streams and the messages of that step, the same at all parties. Each stream and each message of a
 * path can be had once: asking again is a defect of the protocol and ends it with an {@link
 * IllegalStateException}, since a mask used twice is no mask.
 */
public final class Context {
  private final Exchange exchange;
  private final PairwiseKeys keys;
  private final String path;
  private final Set<String> spent;

  Context(Exchange exchange, PairwiseKeys keys, String path) {
    this(exchange, keys, path, new HashSet<>());
  }

  private Context(Exchange exchange, PairwiseKeys keys, String path, Set<String> spent) {
    this.exchange = exchange;
    this.keys = keys;
    this.path = path;
    this.spent = spent;
  }

  /** Whose side this is. */
  public Party self() {
    return exchange.self();
  }

  /** The context of a named step within this one. */
  public Context narrow(String step) {
    return new Context(exchange, keys, path + "/" + step, spent);
  }

  /** Words that this party and the next draw alike and the third cannot tell from uniform. */
  public long[] randomWithNext(int words) {
    spend("next");
    return keys.streamWithNext(path, words);
  }

  /** Words that this party and the one before draw alike and the third cannot tell from uniform. */
  public long[] randomWithPrev(int words) {
    spend("prev");
    return keys.streamWithPrev(path, words);
  }

  /**
   * Reshares an xor sharing: adds, in place, a sharing of zero, so that the new shares say nothing
   * of how the old ones came about. No communication.
   *
   * <p>Party i adds PRG(K_i) xor PRG(K_prev); over the three parties every stream occurs twice.
   */
  public void reshareXor(long[] words) {
    long[] next = randomWithNext(words.length);
    long[] prev = randomWithPrev(words.length);
    for (int i = 0; i < words.length; i++) {
      words[i] ^= next[i] ^ prev[i];
    }
  }

  /** Sends this step's words to a peer. */
  public void send(Party to, long[] words) {
    spend("to " + to);
    ByteBuffer payload = ByteBuffer.allocate(words.length * Long.BYTES);
    payload.asLongBuffer().put(words);
    exchange.send(to, stepOf(path), payload);
  }

  /**
   * Receives this step's words from a peer.
   *
   * @throws ProtocolException if the peer sends another number of words
   */
  public long[] receive(Party from, int words) {
    ByteBuffer payload = receiveBytes(from);
    if (payload.remaining() != words * Long.BYTES) {
      throw new ProtocolException(
          from,
          "sent %d bytes in step %s, which takes %d"
              .formatted(payload.remaining(), path, words * Long.BYTES));
    }
    long[] received = new long[words];
    payload.asLongBuffer().get(received);
    return received;
  }

  /** Sends this step's bytes, of any length, to a peer. */
  public void sendBytes(Party to, byte[] bytes) {
    spend("to " + to);
    exchange.send(to, stepOf(path), ByteBuffer.wrap(bytes));
  }

  /** Receives this step's bytes, of any length, from a peer. */
  public ByteBuffer receiveBytes(Party from) {
    spend("from " + from);
    return exchange.receive(from, stepOf(path));
  }

  private void spend(String use) {
    if (!spent.add(path + " " + use)) {
      throw new IllegalStateException(
          "step "
              + path
              + " was used twice ("
              + use
              + "); a step's streams and messages are single use");
    }
  }

  /** The number that a step's messages carry: the first eight bytes of the path's SHA-256. */
  static long stepOf(String path) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(path.getBytes(StandardCharsets.UTF_8));
      return ByteBuffer.wrap(digest).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK lacks SHA-256", e);
    }
  }
}
