package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Compares a masked value with its mask, digit by digit.
 *
 * <p><b>Functionality.</b> P1 and P2 know m, P0 knows l; m and l are cut into digits of three bits,
 * the most significant one shorter. For each digit, replicated bits of e = [m_g = l_g] and v = [m_g
 * &lt; l_g], lane by lane.
 *
 * <p><b>Adversary.</b> One semi-honest party. P0 receives nothing. P2 receives P0's tables under a
 * stream of P0 and P1; then P1 and P2 receive each other's looked-up bits, each under a stream that
 * the sender shares with P0. Uniform words all.
 *
 * <p><b>How.</b> P0 writes each of its digits in unary, T_j = [j &lt; l_g] for j = 0 to 6, and
 * shares the seven bits between P1, who draws its part, and P2, who is sent the rest. Both look up
 * their own parts at the digit that they know, without a message:
 *
 * <pre>
 *   v = T_m       e = T_(m-1) xor T_m       T_(-1) = 1, T_7 = 0
 * </pre>
 *
 * An xor sharing between P1 and P2 becomes a replicated one with z0 drawn by P2 and P0, z1 by P0
 * and P1, and z2 the rest, which P1 and P2 learn by sending each other their masked halves.
 *
 * <p>Three bits are the cheapest digit: seven table bits and four to replicate take the place of
 * three shared input bits and four gates.
 *
 * <p><b>Rounds.</b> 2. <b>Cost.</b> For n = 64, 148 bits of tables, and 2 for each e and v.
 *
 * <p><b>Source.</b> One-time truth tables: Ishai, Kushilevitz, Meldgaard, Orlandi,
 * Paskin-Cherniavsky, "On the Power of Correlated Randomness in Secure Computation", TCC 2013.
 * <b>Deviation.</b> The table's rotation is the mask that P0 knows already, so that nothing is
 * rotated and the table is unary.
 *
 * <p><b>On failure.</b> An error at the exchange's deadline; what was received is uniform.
 */
final class MaskedDigits {

  private static final int DIGIT_BITS = 3;

  static final Protocol PROTOCOL =
      new Protocol(
          "digits of a masked value",
          "per 3-bit digit, [m = l] and [m < l], replicated bits",
          Protocol.ONE_SEMI_HONEST,
          "Ishai et al., TCC 2013 (one-time truth tables)",
          "unary tables under the mask that party 0 knows",
          (ring, lanes) -> {
            Size size = new Size(ring, BitPlanes.words(lanes), true);
            return size.tablesCost().then(size.replicationCost());
          });

  private MaskedDigits() {}

  /**
   * Amount that is compared.
   *
   * @param width words to a plane
   * @param order whether v is asked for, not e alone
   */
  record Size(Ring ring, int width, boolean order) {

    /** Planes that come out. */
    int planes() {
      return order ? 2 * digits(ring) - 1 : digits(ring);
    }

    /** Words of the tables: a digit of b bits has 2^b - 1 bits. */
    private int tableWords() {
      int bits = ring.bits() / DIGIT_BITS * 7 + (1 << ring.bits() % DIGIT_BITS) - 1;
      return bits * width;
    }

    /** Cost of party 0's tables, which it can send before m is known. */
    Cost tablesCost() {
      return new Cost(1, (long) tableWords() * Long.BYTES, 0, 0);
    }

    /** Cost of replicating the looked-up bits. */
    Cost replicationCost() {
      long bytes = (long) planes() * width * Long.BYTES;
      return new Cost(1, 0, bytes, bytes);
    }
  }

  /**
   * One party's part of numbers to be compared.
   *
   * @param part planes of l at party 0, of m at the others
   */
  record Digits(Size size, long[] part) {}

  /** Number of digits of an element. */
  static int digits(Ring ring) {
    return (ring.bits() + DIGIT_BITS - 1) / DIGIT_BITS;
  }

  /**
   * Compares the digits of any number of batches in the same rounds.
   *
   * @return for each batch e of every digit; where order is asked for, v of every digit and behind
   *     them e of every digit but the last, fit for {@link FirstDifference}
   */
  static List<ReplicatedPlanes> compare(Context context, List<Digits> batches) {
    if (batches.isEmpty()) {
      return List.of();
    }
    List<Size> sizes = batches.stream().map(Digits::size).toList();
    Context step = context.narrow("tables");
    if (context.self() == Party.P0) {
      sendTables(step, batches);
      return replicate(context.narrow("replicate"), sizes, null);
    }
    List<long[]> tables = tables(step, sizes);
    List<long[]> bits = new ArrayList<>();
    for (int i = 0; i < sizes.size(); i++) {
      bits.add(lookUp(context.self(), batches.get(i), tables.get(i)));
    }
    return replicate(context.narrow("replicate"), sizes, bits);
  }

  private static long[] lookUp(Party self, Digits batch, long[] tables) {
    Size size = batch.size;
    long[] bits = new long[size.planes() * size.width];
    Lookup lookup = new Lookup(self, size.ring, batch.part, tables, size.width);
    if (size.order) {
      lookup.order(bits);
    } else {
      lookup.agreement(bits);
    }
    return bits;
  }

  private static void sendTables(Context step, List<Digits> batches) {
    long[][] tables = new long[batches.size()][];
    for (int i = 0; i < tables.length; i++) {
      Size size = batches.get(i).size;
      tables[i] = new long[size.tableWords()];
      Unary.write(size.ring, batches.get(i).part, tables[i], size.width);
      step.narrow("batch" + i).maskWithNext(tables[i]);
    }
    step.send(Party.P2, tables);
  }

  private static List<long[]> tables(Context step, List<Size> sizes) {
    List<long[]> tables = new ArrayList<>();
    if (step.self() == Party.P1) {
      for (int i = 0; i < sizes.size(); i++) {
        tables.add(step.narrow("batch" + i).randomWithPrev(sizes.get(i).tableWords()));
      }
      return tables;
    }
    int words = sizes.stream().mapToInt(Size::tableWords).sum();
    return cut(step.receive(Party.P0, words), sizes.stream().map(Size::tableWords).toList());
  }

  /** From xor shares at parties 1 and 2 alone to replicated shares. */
  private static List<ReplicatedPlanes> replicate(
      Context step, List<Size> sizes, List<long[]> bits) {
    List<ReplicatedPlanes> replicated = new ArrayList<>();
    List<Integer> words = sizes.stream().map(size -> size.planes() * size.width).toList();
    if (step.self() == Party.P0) {
      for (int i = 0; i < sizes.size(); i++) {
        Context own = step.narrow("batch" + i);
        replicated.add(
            new ReplicatedPlanes(
                sizes.get(i).width,
                own.randomWithPrev(words.get(i)),
                own.randomWithNext(words.get(i))));
      }
      return replicated;
    }
    boolean first = step.self() == Party.P1;
    List<long[]> drawn = new ArrayList<>();
    for (int i = 0; i < sizes.size(); i++) {
      Context own = step.narrow("batch" + i);
      drawn.add(first ? own.randomWithPrev(words.get(i)) : own.randomWithNext(words.get(i)));
      add(bits.get(i), drawn.get(i));
    }
    Party peer = first ? Party.P2 : Party.P1;
    step.send(peer, bits.toArray(long[][]::new));
    List<long[]> others =
        cut(step.receive(peer, words.stream().mapToInt(count -> count).sum()), words);
    for (int i = 0; i < sizes.size(); i++) {
      long[] rest = bits.get(i);
      add(rest, others.get(i));
      replicated.add(
          first
              ? new ReplicatedPlanes(sizes.get(i).width, drawn.get(i), rest)
              : new ReplicatedPlanes(sizes.get(i).width, rest, drawn.get(i)));
    }
    return replicated;
  }

  private static void add(long[] sum, long[] words) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] ^= words[i];
    }
  }

  private static List<long[]> cut(long[] words, List<Integer> lengths) {
    List<long[]> parts = new ArrayList<>();
    int at = 0;
    for (int length : lengths) {
      parts.add(Arrays.copyOfRange(words, at, at + length));
      at += length;
    }
    return parts;
  }
}
