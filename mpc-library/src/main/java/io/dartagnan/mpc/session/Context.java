package io.dartagnan.mpc.session;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.sharing.Ring;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Step of a batch at which a protocol stands. Messages and correlated randomness come from here and
 * nowhere else.
 *
 * <p>A protocol gives each of its steps a name with {@link #narrow}; the path of names labels the
 * streams and the messages of that step, the same at all parties. Each stream and each message of a
 * path can be had once: asking again is a defect of the protocol and ends it with an {@link
 * IllegalStateException}, since a mask used twice is no mask.
 *
 * <table>
 *   <caption>Who can draw what: nothing else is a secret of one or two parties</caption>
 *   <tr><th>stream</th><th>party 0</th><th>party 1</th><th>party 2</th></tr>
 *   <tr><td>K_0</td><td>with next</td><td>with prev</td><td></td></tr>
 *   <tr><td>K_1</td><td></td><td>with next</td><td>with prev</td></tr>
 *   <tr><td>K_2</td><td>with prev</td><td></td><td>with next</td></tr>
 *   <tr><td>its own</td><td>alone</td><td>alone</td><td>alone</td></tr>
 * </table>
 *
 * So what goes to the previous party is masked by a stream with the next, what goes to the next
 * party by a stream with the previous, and what nobody else is to know by one of the party's own.
 *
 * <p>A step that reveals something is taken with {@link #opening} and no other, one that lets
 * others check what was computed with {@link #checking}: each batch keeps a record of those, {@link
 * #openings} and {@link #checks}.
 */
public final class Context {

  /** Words of a seed that {@link #expand} takes. */
  public static final int SEED_WORDS = 4;

  private final Session session;
  private final Batch batch;
  private final Carrier carrier;
  private final String path;
  private final long step;
  private final Says says;

  /** What a step's messages are allowed to say. */
  private enum Says {
    /** Nothing: they are uniform to their receiver. */
    NOTHING,
    /** What lets the receiver check what was computed, and nothing of the values. */
    CHECK,
    /** A result. */
    RESULT
  }

  /** The whole of a batch, on stream 0. */
  Context(Session session, Batch batch) {
    this(session, batch, session.carrier(0), batch.name(), Says.NOTHING);
  }

  private Context(Session session, Batch batch, Carrier carrier, String path, Says says) {
    this.session = session;
    this.batch = batch;
    this.carrier = carrier;
    this.path = path;
    this.step = stepOf(path);
    this.says = says;
  }

  /** The party whose side this is. */
  public Party self() {
    return session.exchange().self();
  }

  /** The context of a named step within this one. */
  public Context narrow(String name) {
    return new Context(session, batch, carrier, path + "/" + name, says);
  }

  /**
   * The same context with its messages, and those of the steps within it, on another stream, so
   * that batches can overlap. The steps of one batch still run one after the other.
   *
   * @param index 0 to {@link Exchange#STREAMS} - 1, the same at all three parties
   */
  public Context onStream(int index) {
    return new Context(session, batch, session.carrier(index), path, says);
  }

  /** The context of a step within this one whose messages reveal {@code what}. */
  public Context opening(String what) {
    return new Context(session, batch, carrier, path + "/open-" + what, Says.RESULT);
  }

  /**
   * The context of a step within this one whose messages let the others check {@code what}. They
   * need not be uniform to their receiver, but say nothing of the values: whoever knows what it
   * sent itself could make up messages that look alike.
   */
  public Context checking(String what) {
    return new Context(session, batch, carrier, path + "/check-" + what, Says.CHECK);
  }

  /** The number of the batch, 0 for the first of the session; the same at all three parties. */
  public long batchNumber() {
    return batch.number();
  }

  /**
   * The object that a suite, which itself has no state, keeps for this batch: one of each type,
   * another in each batch. For what is prepared before it is needed, and for what is to be checked
   * before anything is opened.
   *
   * @param type the suite's own class, so that no other keeps the same
   * @param first makes the object when it is first asked for; it uses no context
   */
  public <T> T ofBatch(Class<T> type, Supplier<? extends T> first) {
    return batch.kept().of(type, first);
  }

  /**
   * The object that a suite keeps for the whole session, in the same way. Batches overlap: several
   * threads use the object, in an order that is another at each party, so that what a batch takes
   * from it follows from the {@linkplain #batchNumber number of the batch} and not from the order.
   *
   * @param type the suite's own class, so that no other keeps the same
   * @param first makes the object when it is first asked for; it uses no context
   */
  public <T> T ofSession(Class<T> type, Supplier<? extends T> first) {
    return session.kept().of(type, first);
  }

  /**
   * Has the batch refuse openings while what was computed in it is not proven: a message of a step
   * that is taken with {@link #opening} then ends the protocol with an {@link
   * IllegalStateException}, before it is sent. Of this batch alone, and not of what leaves it in
   * another way, as an aggregate's shares do.
   */
  public void openOnlyIf(BooleanSupplier isProven) {
    batch.openOnlyIf(isProven);
  }

  /**
   * The openings so far of the whole batch that this step belongs to, for audits and tests: those
   * that this party sent or received something in, in order, by the number their messages carry. A
   * caller that evaluates many batches asks when each is over; nothing of a batch outlives its
   * contexts, so that a long session takes no more memory than a short one.
   *
   * @return the path of each opening's step; a copy
   */
  public Map<Long, String> openings() {
    return batch.openings();
  }

  /** The steps so far of the whole batch that were taken with {@link #checking}, likewise. */
  public Map<Long, String> checks() {
    return batch.checks();
  }

  /** Words that this party and the next draw alike and the third cannot tell from uniform. */
  public long[] randomWithNext(int words) {
    spend("stream with next");
    return batch.withNext().draw(step, words);
  }

  /** Words that this party and the one before draw alike and the third cannot tell from uniform. */
  public long[] randomWithPrev(int words) {
    spend("stream with prev");
    return batch.withPrev().draw(step, words);
  }

  /**
   * Words that this party alone draws; neither peer can tell them from uniform. They come from a
   * key of its own for this session, so a step has them once, like those it draws with a peer.
   */
  public long[] randomAlone(int words) {
    spend("stream of its own");
    return batch.alone().draw(step, words);
  }

  /**
   * Words that follow from a seed: whoever does not have it cannot tell them from uniform.
   *
   * @param seed {@value #SEED_WORDS} words, drawn or received
   */
  public static long[] expand(long[] seed, int words) {
    ByteBuffer key = ByteBuffer.allocate(SEED_WORDS * Long.BYTES);
    key.asLongBuffer().put(seed, 0, SEED_WORDS);
    return new KeyStream(key.array()).draw(0, words);
  }

  /** Adds {@link #randomWithNext} to {@code words} by xor, in place. */
  public void maskWithNext(long[] words) {
    spend("stream with next");
    batch.withNext().xorInto(step, words);
  }

  /** Adds {@link #randomWithPrev} to {@code words} by xor, in place. */
  public void maskWithPrev(long[] words) {
    spend("stream with prev");
    batch.withPrev().xorInto(step, words);
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

  /**
   * Sends this step's words to a peer, part after part, as one message.
   *
   * @throws IllegalArgumentException if they are more than {@link Exchange#MAX_PAYLOAD_BYTES}; none
   *     of them is sent
   */
  public void send(Party to, long[]... parts) {
    spend("to " + to);
    noteWhatItSays();
    carrier.send(to, step, path, parts);
  }

  /**
   * Receives this step's words from a peer.
   *
   * @throws ProtocolException if the peer sends another number of words
   * @throws IllegalArgumentException if they are more than {@link Exchange#MAX_PAYLOAD_BYTES}
   */
  public long[] receive(Party from, int words) {
    spend("from " + from);
    noteWhatItSays();
    return carrier.receive(from, step, path, words);
  }

  /** Sends this step's bytes to a peer, at most {@link Exchange#MAX_PAYLOAD_BYTES}. */
  public void sendBytes(Party to, byte[] bytes) {
    spend("to " + to);
    noteWhatItSays();
    carrier.sendBytes(to, step, bytes);
  }

  /** Receives this step's bytes, as many as the peer sent, from a peer; the caller's own. */
  public ByteBuffer receiveBytes(Party from) {
    spend("from " + from);
    noteWhatItSays();
    return carrier.receiveBytes(from, step);
  }

  private void noteWhatItSays() {
    switch (says) {
      case NOTHING -> {}
      case CHECK -> batch.recordCheck(step, path);
      case RESULT -> batch.recordOpening(step, path);
    }
  }

  private void spend(String use) {
    if (!batch.spend(step, use)) {
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
