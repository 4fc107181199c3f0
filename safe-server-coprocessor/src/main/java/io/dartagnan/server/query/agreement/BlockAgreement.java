package io.dartagnan.server.query.agreement;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.session.Context;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * Agreement of the three parties on the blocks that are the same at all of them, by one message to
 * each peer for many blocks.
 *
 * <pre>
 *   1 if the range ends behind them, 2 if no more are read ahead, else 0 (1) | count (4)
 *   each:  length (4) | last key | 1 if protocols can compute with it (1) | digest (32)
 * </pre>
 *
 * Each party has the three lists and comes to the same {@link Outcome}. Each party learns the
 * peers' row keys at the blocks' ends, which are plaintext, and whether the rest is alike.
 */
public final class BlockAgreement {
  private static final int DIGEST_BYTES = 32;
  private static final int LABEL_BYTES = 16;
  private static final int ENTRY_BYTES = Integer.BYTES + 1 + DIGEST_BYTES;
  private static final byte MORE = 0;
  private static final byte EXHAUSTED = 1;
  private static final byte FULL = 2;

  private BlockAgreement() {}

  /**
   * The conclusion from the three lists, the same at all parties.
   *
   * @param alike number of blocks at the front that are the same at all three
   * @param isLast whether these are all that is left of the range
   * @param differs whether the stretch that comes first is not the same at all three; then {@code
   *     alike} is 0
   * @param through the last row of that stretch; null for all that is left of the range
   * @param label names the blocks that are alike
   */
  public record Outcome(int alike, boolean isLast, boolean differs, byte[] through, String label) {

    /** Whether a party has to read more before anything can be said. */
    public boolean isNothingYet() {
      return alike == 0 && !isLast && !differs;
    }
  }

  /** A block as its party tells of it. */
  private record Entry(byte[] lastKey, boolean computable, byte[] digest) {

    boolean isSame(Entry other) {
      return computable && other.computable && Arrays.equals(digest, other.digest);
    }
  }

  /** One party's list. */
  private record Blocks(byte state, List<Entry> entries) {

    boolean mayGrow() {
      return state == MORE;
    }

    boolean endsAt(byte[] key) {
      return entries.stream().anyMatch(entry -> Arrays.equals(entry.lastKey, key));
    }
  }

  /**
   * Agrees on this party's next blocks.
   *
   * @param step used for nothing else
   * @param blocks in order
   * @param exhausted whether the range ends behind them
   * @param full whether no more are read ahead
   * @param most how many blocks a party may tell of
   * @throws ProtocolException if a peer fails or sends what is no such list
   */
  public static Outcome agree(
      Context step, List<ColumnBlock> blocks, boolean exhausted, boolean full, int most) {
    Blocks own =
        new Blocks(
            exhausted ? EXHAUSTED : full ? FULL : MORE,
            blocks.stream()
                .map(block -> new Entry(block.lastKey(), block.isComputable(), block.digest()))
                .toList());
    Party self = step.self();
    byte[] message = encode(own);
    step.sendBytes(self.next(), message);
    step.sendBytes(self.prev(), message);
    Blocks next = decode(self.next(), step.receiveBytes(self.next()), most);
    Blocks prev = decode(self.prev(), step.receiveBytes(self.prev()), most);
    return outcome(own, next, prev);
  }

  private static Outcome outcome(Blocks own, Blocks next, Blocks prev) {
    List<Blocks> all = List.of(own, next, prev);
    int shortest = all.stream().mapToInt(blocks -> blocks.entries.size()).min().orElseThrow();
    int alike = 0;
    while (alike < shortest
        && own.entries.get(alike).isSame(next.entries.get(alike))
        && own.entries.get(alike).isSame(prev.entries.get(alike))) {
      alike++;
    }
    int through = alike;
    boolean isLast =
        all.stream()
            .allMatch(blocks -> blocks.state == EXHAUSTED && blocks.entries.size() == through);
    if (alike > 0 || isLast) {
      return new Outcome(alike, isLast, false, null, label(own.entries.subList(0, alike)));
    }
    for (Entry entry : own.entries) {
      if (next.endsAt(entry.lastKey) && prev.endsAt(entry.lastKey)) {
        return new Outcome(0, false, true, entry.lastKey, "");
      }
    }
    // With no end in common a party that may read on does, or all that is left is looked at.
    return new Outcome(0, false, all.stream().noneMatch(Blocks::mayGrow), null, "");
  }

  private static String label(List<Entry> alike) {
    Hasher digest = Hashing.sha256().newHasher();
    alike.forEach(entry -> digest.putBytes(entry.digest));
    return "blocks-" + HexFormat.of().formatHex(digest.hash().asBytes(), 0, LABEL_BYTES);
  }

  private static byte[] encode(Blocks blocks) {
    int bytes = 1 + Integer.BYTES;
    for (Entry entry : blocks.entries) {
      bytes += ENTRY_BYTES + entry.lastKey.length;
    }
    ByteBuffer into = ByteBuffer.allocate(bytes).put(blocks.state).putInt(blocks.entries.size());
    for (Entry entry : blocks.entries) {
      into.putInt(entry.lastKey.length).put(entry.lastKey);
      into.put((byte) (entry.computable ? 1 : 0)).put(entry.digest);
    }
    return into.array();
  }

  private static Blocks decode(Party peer, ByteBuffer from, int most) {
    try {
      byte state = from.get();
      int count = from.getInt();
      if (state < MORE || state > FULL || count < 0 || count > most) {
        throw new ProtocolException(
            peer,
            "sent a list of %d blocks in state %d, at most %d in state 0 to 2 are allowed"
                .formatted(count, state, most));
      }
      List<Entry> entries = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        Entry entry = entry(peer, from);
        if (i > 0 && Arrays.compareUnsigned(entry.lastKey, entries.get(i - 1).lastKey) <= 0) {
          throw new ProtocolException(peer, "sent a list of blocks that are not in order");
        }
        entries.add(entry);
      }
      if (from.hasRemaining()) {
        throw new ProtocolException(peer, "sent a list of blocks with bytes after its end");
      }
      return new Blocks(state, entries);
    } catch (BufferUnderflowException e) {
      throw new ProtocolException(peer, "sent a list of blocks that ends too early", e);
    }
  }

  private static Entry entry(Party peer, ByteBuffer from) {
    int length = from.getInt();
    if (length < 0 || length > from.remaining()) {
      throw new ProtocolException(peer, "sent a key of " + length + " bytes in a list of blocks");
    }
    byte[] key = new byte[length];
    from.get(key);
    boolean computable = from.get() == 1;
    byte[] digest = new byte[DIGEST_BYTES];
    from.get(digest);
    return new Entry(key, computable, digest);
  }
}
