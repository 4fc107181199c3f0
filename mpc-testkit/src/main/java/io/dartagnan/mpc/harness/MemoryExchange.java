package io.dartagnan.mpc.harness;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.exchange.ProtocolException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One party's side of an exchange between threads of one process. It counts what it sends and keeps
 * what it receives.
 *
 * <p>Rounds are causal: a message's depth is one more than the greatest depth that its sender had
 * received before, so the greatest depth received by anybody is the length of the longest chain.
 */
public final class MemoryExchange implements Exchange {
  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static final byte SPOILT = 0x5A;

  private final Party self;
  private final Medium medium;
  private final int stream;
  private final Map<Integer, MemoryExchange> others = new ConcurrentHashMap<>();
  private final Map<Party, byte[]> lent = new EnumMap<>(Party.class);
  private final List<byte[]> received = new ArrayList<>();
  private final List<View> views = new ArrayList<>();
  private Fault fault;
  private Lie lie;
  private volatile long bytesSent;
  private long bytesBefore;
  private int messages;
  private int depth;

  private MemoryExchange(Party self, Medium medium, int stream) {
    this.self = self;
    this.medium = medium;
    this.stream = stream;
  }

  /** Three sides that reach each other, by index of party. */
  public static List<MemoryExchange> triple() {
    return triple(DEADLINE);
  }

  /** Three sides that reach each other, by index of party, and wait for so long. */
  public static List<MemoryExchange> triple(Duration deadline) {
    return triple(deadline, Collections.nCopies(Party.ALL.size(), new SecureRandom()));
  }

  /**
   * Three sides as above.
   *
   * @param keys where each party's key with the next comes from, by index of party
   */
  static List<MemoryExchange> triple(Duration deadline, List<? extends Random> keys) {
    Medium medium = new Medium(deadline, keys);
    return Party.ALL.stream().map(party -> new MemoryExchange(party, medium, 0)).toList();
  }

  @Override
  public Party self() {
    return self;
  }

  @Override
  public void send(Party to, long step, ByteBuffer payload) {
    if (to == self || payload.remaining() > MAX_PAYLOAD_BYTES) {
      throw new IllegalArgumentException(
          "%d bytes from %s to %s were given, a message goes to a peer and has at most %d"
              .formatted(payload.remaining(), self, to, MAX_PAYLOAD_BYTES));
    }
    byte[] copy = new byte[payload.remaining()];
    payload.get(copy);
    bytesSent += copy.length;
    byte[] said = lie == null ? copy : lie.instead(messages, to, step, copy);
    View message = new View(self, step, depth + 1, said);
    boolean faulty = fault != null && fault.message() == messages;
    messages++;
    medium.put(to, stream, faulty ? withFault(message) : message);
  }

  private View withFault(View message) {
    byte[] payload = message.payload();
    switch (fault.kind()) {
      case VANISHES -> throw new Vanished(self);
      case IS_SLOW -> medium.awaitAbort(self);
      case TRUNCATES -> payload = Arrays.copyOf(payload, Math.max(0, payload.length - 1));
      case LENGTHENS -> payload = Arrays.copyOf(payload, payload.length + 1);
      case MISTAKES_THE_STEP -> {
        return new View(self, message.step() + 1, message.depth(), payload);
      }
    }
    return new View(self, message.step(), message.depth(), payload);
  }

  @Override
  public ByteBuffer receive(Party from, long step) {
    View message = medium.take(self, from, stream);
    if (message.step() != step) {
      throw new ProtocolException(from, "sent another step than the one waited for");
    }
    depth = Math.max(depth, message.depth());
    received.add(message.payload());
    views.add(message);
    // Lent until the next, so that whoever keeps it longer computes nonsense. A copy: what the
    // caller does to the buffer is not to change what was seen.
    byte[] copy = message.payload().clone();
    byte[] before = lent.put(from, copy);
    if (before != null) {
      Arrays.fill(before, SPOILT);
    }
    return ByteBuffer.wrap(copy);
  }

  /** Records and counts for itself, but for {@link #bytesSent}. */
  @Override
  public MemoryExchange stream(int index) {
    if (index < 0 || index >= STREAMS || stream != 0) {
      throw new IllegalArgumentException(
          "stream %d of stream %d given, stream 0 has streams 0 to %d"
              .formatted(index, stream, STREAMS - 1));
    }
    return index == 0
        ? this
        : others.computeIfAbsent(index, other -> new MemoryExchange(self, medium, other));
  }

  @Override
  public byte[] sharedKey(Party peer) {
    return medium.key(self, peer);
  }

  @Override
  public long bytesSent() {
    return bytesSent + others.values().stream().mapToLong(MemoryExchange::bytesSent).sum();
  }

  /** Every payload this party has received, in order. */
  public List<byte[]> received() {
    return received;
  }

  /**
   * Begins to measure anew: depth, bytes, messages and views count from here. All three do so at
   * the same point of the protocol, where no message is under way that was not received.
   */
  public void measureFromHere() {
    bytesBefore = bytesSent();
    depth = 0;
    messages = 0;
    views.clear();
  }

  /** Payload bytes sent since the measurement began. */
  public long measuredBytes() {
    return bytesSent() - bytesBefore;
  }

  /** The greatest depth received since the measurement began. */
  public int measuredDepth() {
    return depth;
  }

  /** Messages sent since the measurement began. */
  public int measuredMessages() {
    return messages;
  }

  /** Messages received since the measurement began, in order. */
  public List<View> views() {
    return Collections.unmodifiableList(views);
  }

  /**
   * Ends the session for all three: whoever waits, or would, fails at once.
   *
   * @param reason why; no share, mask or key
   */
  public void abort(String reason) {
    medium.abort(self, reason);
  }

  /** Makes this party err from here on; null for not at all. */
  void misbehave(Fault next) {
    fault = next;
  }

  /** Makes this party lie from here on, on this stream. */
  void lie(Lie next) {
    lie = next;
  }

  /** Thrown in a party that is to be gone without a word. */
  static final class Vanished extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Vanished(Party party) {
      super(party + " vanished, as the test asked for");
    }
  }
}
