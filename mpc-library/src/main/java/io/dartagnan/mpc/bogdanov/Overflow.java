package io.dartagnan.mpc.bogdanov;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import java.util.Arrays;

/**
 * The carry out of the sum of two private numbers.
 *
 * <p><b>Functionality.</b> P1 holds a, P2 holds b; xor shares of [a' + b' >= 2^h], lane by lane,
 * where a' and b' are the low h bits of a and b. Several h at once.
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link MostSignificantNonZeroBit} and
 * {@link XorMultiplication} show it.
 *
 * <p><b>How.</b> a' + b' reaches 2^h exactly when a' exceeds NOT b' = 2^h - 1 - b', that is when a'
 * has a one at the highest place where the two differ. The difference a' xor NOT b' is xor-shared
 * from the beginning, P1 holding a', P2 holding NOT b', P0 nothing. With s its most significant
 * non-zero bit,
 *
 * <pre>
 *   overflow = s_0 a_0 xor s_1 a_1 xor ...
 * </pre>
 *
 * <p><b>Rounds.</b> 1 + ceil(log2 h). <b>Cost.</b> {@link PrefixOr} and h gates: 192 bytes per lane
 * for h = 64, all parties.
 *
 * <p><b>Source.</b> IJIS 2012, Overflow. <b>Deviation.</b> The paper compares a with -b and has to
 * look after b = 0, whose negation is 0 as well; NOT b needs no special case.
 *
 * <p><b>On failure.</b> A party ends with an error at the exchange's deadline, with uniform words.
 */
final class Overflow {

  static final Protocol PROTOCOL =
      new Protocol(
          "overflow",
          "a at party 1 and b at party 2 to xor shares of [a + b >= 2^n]",
          Protocol.ONE_SEMI_HONEST,
          "IJIS 2012, Overflow",
          "a is compared with NOT b, so that b = 0 is no special case; otherwise that of prefix OR",
          (ring, lanes) -> cost(lanes, ring.bits()));

  private Overflow() {}

  /**
   * This party's xor shares of the carries.
   *
   * @param part a at party 1, b at party 2, one element per lane; not used at party 0
   * @param lanes how many
   * @param heights the h, each 1 to n
   * @return one plane per height
   */
  static long[] carries(Context context, Ring ring, long[] part, int lanes, int... heights) {
    int words = BitPlanes.words(lanes);
    int size = Arrays.stream(heights).sum() * words;
    long[] s =
        switch (context.self()) {
          case P0 -> new long[size];
          case P1 -> columns(BitPlanes.of(ring, part), words, heights);
          case P2 -> columns(BitPlanes.complement(BitPlanes.of(ring, part)), words, heights);
        };
    long[] a = context.self() == Party.P1 ? s.clone() : new long[size];
    MostSignificantNonZeroBit.apply(context.narrow("highest-difference"), s, words, heights);
    long[] operands = Arrays.copyOf(s, 2 * size);
    System.arraycopy(a, 0, operands, size, size);
    long[] carries = XorMultiplication.and(context.narrow("select"), operands);
    return MostSignificantNonZeroBit.remaining(carries, words, heights);
  }

  /** Cost of {@link #carries}. */
  static Cost cost(int lanes, int... heights) {
    int words = BitPlanes.words(lanes);
    return MostSignificantNonZeroBit.cost(words, heights)
        .then(XorMultiplication.cost(Arrays.stream(heights).asLongStream().sum() * words));
  }

  /** The low planes of a batch, once per height. */
  private static long[] columns(long[] planes, int words, int... heights) {
    long[] columns = new long[Arrays.stream(heights).sum() * words];
    int at = 0;
    for (int height : heights) {
      System.arraycopy(planes, planes.length - height * words, columns, at, height * words);
      at += height * words;
    }
    return columns;
  }
}
