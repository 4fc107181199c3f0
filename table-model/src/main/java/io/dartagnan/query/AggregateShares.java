package io.dartagnan.query;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.sharing.NumberShare;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One party's shares of the aggregates over one batch of rows, and how they travel. Sizes in bytes,
 * numbers big-endian:
 *
 * <pre>
 *   count     modulus (1) | shares (8 each)
 *   sum       modulus (1) | shares (8 each)
 *   least     sharing (1) | limbs (2) | shares (8 x limbs each)
 *   greatest  sharing (1) | limbs (2) | shares (8 x limbs each)
 * </pre>
 *
 * A modulus is its exponent of two, plus 128 if the number is replicated by xor and not shared
 * additively; a sharing is its {@link Sharing#code() code} plus 1. Of a replicated sharing there
 * are two shares, the holder's own and the next party's, otherwise one. What was not asked for, or
 * of which there is none in this batch, is a single 0.
 *
 * @param count of the number of rows; for batches of which none satisfies the predicate the least
 *     and greatest mean nothing
 * @param sum of the sum of a column, mod 2^64
 * @param least of its least value, one element
 * @param greatest of its greatest value, likewise
 */
public record AggregateShares(
    Optional<NumberShare> count,
    Optional<NumberShare> sum,
    Optional<Shares> least,
    Optional<Shares> greatest) {

  private static final int ABSENT = 0;
  private static final int REPLICATED_XOR = 0x80;
  private static final int MOST_BYTES = 2 * (1 + 2 * Long.BYTES) + 2 * 3;

  /** The bytes of the aggregates over the batch. */
  public byte[] encode() {
    int words = words(least) + words(greatest);
    ByteBuffer into = ByteBuffer.allocate(MOST_BYTES + 2 * words * Long.BYTES);
    write(into, count);
    write(into, sum);
    writeElement(into, least);
    writeElement(into, greatest);
    byte[] bytes = new byte[into.position()];
    into.flip().get(bytes);
    return bytes;
  }

  private static int words(Optional<Shares> element) {
    return element.map(shares -> shares.own().length).orElse(0);
  }

  private static void write(ByteBuffer into, Optional<NumberShare> number) {
    if (number.isEmpty()) {
      into.put((byte) ABSENT);
      return;
    }
    Shares element = number.get().element();
    into.put((byte) (number.get().bits() | (isReplicatedXor(element) ? REPLICATED_XOR : 0)));
    writeWords(into, element);
  }

  private static void writeElement(ByteBuffer into, Optional<Shares> element) {
    if (element.isEmpty()) {
      into.put((byte) ABSENT);
      return;
    }
    Shares shares = element.get();
    if (shares.lanes() != 1) {
      throw new IllegalArgumentException(shares + " were given, those of 1 lane are needed");
    }
    into.put((byte) (shares.sharing().code() + 1)).putShort((short) shares.ring().limbs());
    writeWords(into, shares);
  }

  private static boolean isReplicatedXor(Shares element) {
    if (element.sharing() != Sharing.ADDITIVE && element.sharing() != Sharing.REPLICATED_XOR) {
      throw new IllegalArgumentException(
          element + " were given for a number, additive or replicated xor ones are needed");
    }
    return element.sharing() == Sharing.REPLICATED_XOR;
  }

  private static void writeWords(ByteBuffer into, Shares shares) {
    into.asLongBuffer().put(shares.own());
    into.position(into.position() + shares.own().length * Long.BYTES);
    if (shares.next() != null) {
      into.asLongBuffer().put(shares.next());
      into.position(into.position() + shares.next().length * Long.BYTES);
    }
  }

  /**
   * Reads a page's aggregates: those of its batches, one behind the other. Trusts nothing.
   *
   * @param holder whose page it is
   * @throws IllegalArgumentException if they are not well formed
   */
  public static List<AggregateShares> decode(byte[] bytes, Party holder) {
    ByteBuffer from = ByteBuffer.wrap(bytes);
    List<AggregateShares> batches = new ArrayList<>();
    try {
      do {
        batches.add(
            new AggregateShares(
                number(from, holder),
                number(from, holder),
                element(from, holder),
                element(from, holder)));
      } while (from.hasRemaining());
      return batches;
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("aggregates that end too early were received", e);
    }
  }

  private static Optional<NumberShare> number(ByteBuffer from, Party holder) {
    int modulus = Byte.toUnsignedInt(from.get());
    if (modulus == ABSENT) {
      return Optional.empty();
    }
    Sharing sharing = (modulus & REPLICATED_XOR) == 0 ? Sharing.ADDITIVE : Sharing.REPLICATED_XOR;
    Shares element = readWords(from, holder, sharing, new Ring(1));
    return Optional.of(new NumberShare(modulus & ~REPLICATED_XOR, element));
  }

  private static Optional<Shares> element(ByteBuffer from, Party holder) {
    int code = Byte.toUnsignedInt(from.get());
    if (code == ABSENT) {
      return Optional.empty();
    }
    Sharing sharing = Sharing.ofCode(code - 1);
    Ring ring = new Ring(Short.toUnsignedInt(from.getShort()));
    return Optional.of(readWords(from, holder, sharing, ring));
  }

  private static Shares readWords(ByteBuffer from, Party holder, Sharing sharing, Ring ring) {
    long[] own = readWords(from, ring.limbs());
    return new Shares(
        holder, sharing, ring, own, sharing.isReplicated() ? readWords(from, ring.limbs()) : null);
  }

  private static long[] readWords(ByteBuffer from, int count) {
    if (count * Long.BYTES > from.remaining()) {
      throw new IllegalArgumentException("an aggregate of a wrong length was received");
    }
    long[] words = new long[count];
    for (int i = 0; i < count; i++) {
      words[i] = from.getLong();
    }
    return words;
  }

  /** The aggregates that there are, never a share. */
  @Override
  public String toString() {
    return "shares of aggregates: count %s, sum %s, least %s, greatest %s"
        .formatted(count.isPresent(), sum.isPresent(), least.isPresent(), greatest.isPresent());
  }
}
