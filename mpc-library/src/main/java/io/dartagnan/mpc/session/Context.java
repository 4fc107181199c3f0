package io.dartagnan.mpc.session;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.sharing.Ring;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
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
 *
 * <p>A step that reveals something is taken with {@link #opening} and no other: the session keeps a
 * record of those.
 *
 * <p>Words travel least significant byte first, so that a message is copied and not turned around.
 */
public final class Context {
  private static final int PAYLOAD_WORDS = Exchange.MAX_PAYLOAD_BYTES / Long.BYTES;

  private final Session session;
  private final Exchange exchange;
  private final KeyStream withNext;
  private final KeyStream withPrev;
  private final Set<String> spent;
  private final String path;
  private final long step;
  private final boolean opens;

  Context(Session session, String path, KeyStream withNext, KeyStream withPrev) {
    this(session, path, withNext, withPrev, new HashSet<>(), false);
  }

  private Context(
      Session session,
      String path,
      KeyStream withNext,
      KeyStream withPrev,
      Set<String> spent,
      boolean opens) {
    this.session = session;
    this.exchange = session.exchange();
    this.path = path;
    this.withNext = withNext;
    this.withPrev = withPrev;
    this.spent = spent;
    this.step = stepOf(path);
    this.opens = opens;
  }

  /** Whose side this is. */
  public Party self() {
    return exchange.self();
  }

  /** The context of a named step within this one. */
  public Context narrow(String name) {
    return new Context(session, path + "/" + name, withNext, withPrev, spent, opens);
  }

  /** The context of a step within this one whose messages reveal {@code what}. */
  public Context opening(String what) {
    return new Context(session, path + "/open-" + what, withNext, withPrev, spent, true);
  }

  /** Words that this party and the next draw alike and the third cannot tell from uniform. */
  public long[] randomWithNext(int words) {
    spend("stream with next");
    return withNext.draw(step, words);
  }

  /** Words that this party and the one before draw alike and the third cannot tell from uniform. */
  public long[] randomWithPrev(int words) {
    spend("stream with prev");
    return withPrev.draw(step, words);
  }

  /** Adds {@link #randomWithNext} to {@code words} by xor, in place. */
  public void maskWithNext(long[] words) {
    spend("stream with next");
    withNext.xorInto(step, words);
  }

  /** Adds {@link #randomWithPrev} to {@code words} by xor, in place. */
  public void maskWithPrev(long[] words) {
    spend("stream with prev");
    withPrev.xorInto(step, words);
  }

  /**
   * Reshares an xor sharing: adds, in place, a sharing of zero, so that the new shares say nothing
   * of how the old ones came about. No communication.
   *
   * <p>Party i adds PRG(K_i) xor PRG(K_prev); over the three parties every stream occurs twice.
   */
  public void reshareXor(long[] words) {
    maskWithNext(words);
    maskWithPrev(words);
  }

  /**
   * Reshares an additive sharing: the sum of the batch and a sharing of zero. No communication.
   *
   * <p>Party i adds PRG(K_i) - PRG(K_prev); over the three parties every stream cancels.
   */
  public long[] reshareAdditive(Ring ring, long[] batch) {
    return ring.subtract(
        ring.add(batch, randomWithNext(batch.length)), randomWithPrev(batch.length));
  }

  /** Sends this step's words to a peer, part after part, as one message. */
  public void send(Party to, long[]... parts) {
    spend("to " + to);
    noteOpening();
    int words = 0;
    for (long[] part : parts) {
      words += part.length;
    }
    ByteBuffer payload = session.buffer(Math.min(words, PAYLOAD_WORDS) * Long.BYTES);
    LongBuffer into = payload.asLongBuffer();
    int room = Math.min(words, PAYLOAD_WORDS);
    for (long[] part : parts) {
      for (int at = 0; at < part.length; ) {
        if (into.position() == PAYLOAD_WORDS) {
          exchange.send(to, step, payload.limit(PAYLOAD_WORDS * Long.BYTES));
          payload.clear();
          into.clear();
        }
        int length = Math.min(room - into.position(), part.length - at);
        into.put(part, at, length);
        at += length;
      }
    }
    exchange.send(to, step, payload.limit(into.position() * Long.BYTES));
  }

  /**
   * Receives this step's words from a peer.
   *
   * @throws ProtocolException if the peer sends another number of words
   */
  public long[] receive(Party from, int words) {
    spend("from " + from);
    noteOpening();
    long[] received = new long[words];
    int at = 0;
    do {
      int expected = Math.min(words - at, PAYLOAD_WORDS);
      ByteBuffer payload = exchange.receive(from, step);
      if (payload.remaining() != expected * Long.BYTES) {
        throw new ProtocolException(
            from,
            "sent %d bytes in step %s, which takes %d"
                .formatted(payload.remaining(), path, expected * Long.BYTES));
      }
      payload.order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(received, at, expected);
      at += expected;
    } while (at < words);
    return received;
  }

  /** Sends this step's bytes to a peer, at most {@link Exchange#MAX_PAYLOAD_BYTES}. */
  public void sendBytes(Party to, byte[] bytes) {
    spend("to " + to);
    noteOpening();
    exchange.send(to, step, ByteBuffer.wrap(bytes));
  }

  /** Receives this step's bytes, as many as the peer sent, from a peer. */
  public ByteBuffer receiveBytes(Party from) {
    spend("from " + from);
    noteOpening();
    return exchange.receive(from, step);
  }

  private void noteOpening() {
    if (opens) {
      session.recordOpening(step, path);
    }
  }

  private void spend(String use) {
    if (!spent.add(step + " " + use)) {
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
