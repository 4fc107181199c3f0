package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.sharing.Ring;

/**
 * Digits of masked values, and the tables in which a digit is looked up. Local.
 *
 * <p>Parties 1 and 2 know m, party 0 knows l; both are cut into digits of three bits, the most
 * significant one shorter. Party 0 writes each of its digits in unary, T_j = [j &lt; l_g] for j = 0
 * to 6. Parties 1 and 2 have xor shares of the seven bits, and look up their own parts at the digit
 * that they know:
 *
 * <pre>
 *   v = [m_g &lt; l_g] = T_m       e = [m_g = l_g] = T_(m-1) xor T_m       T_(-1) = 1, T_7 = 0
 * </pre>
 *
 * <p>Three bits are the cheapest digit: seven table bits and four to mask what was looked up take
 * the place of three shared input bits and four gates.
 *
 * <p>Source: one-time truth tables, Ishai, Kushilevitz, Meldgaard, Orlandi, Paskin-Cherniavsky, "On
 * the Power of Correlated Randomness in Secure Computation", TCC 2013. Deviation: the table's
 * rotation is the mask that party 0 knows already, so that nothing is rotated and the table is
 * unary.
 *
 * @param size of the numbers
 * @param part planes of l at party 0, of m at the others
 * @param added bits that this party alone adds to the verdicts, by xor; null for none, may be
 *     shorter than a plane
 */
record MaskedDigits(Size size, long[] part, long[] added) {
  private static final int DIGIT_BITS = 3;

  /**
   * Amount that is compared.
   *
   * @param width words to a plane
   * @param order whether v is asked for, not e alone
   */
  record Size(Ring ring, int width, boolean order) {

    /** Number of digits of a number. */
    int digits() {
      return count(ring);
    }

    /**
     * Planes of the digits' bits: v of each and behind them e of all but the last; or e of each.
     */
    int planes() {
      return TernaryTree.planes(digits(), order);
    }

    /** The tree that puts the digits together. */
    TernaryTree tree() {
      return new TernaryTree(digits(), order);
    }

    /** Words of the products of masks that the tree's gates need. */
    int productWords() {
      return tree().layers().stream().mapToInt(TernaryTree.Layer::products).sum() * width;
    }

    /** Words of the tables: a digit of b bits has 2^b - 1 bits. */
    int tableWords() {
      int bits = ring.bits() / DIGIT_BITS * 7 + (1 << ring.bits() % DIGIT_BITS) - 1;
      return bits * width;
    }
  }

  /** Number of digits of an element. */
  static int count(Ring ring) {
    return (ring.bits() + DIGIT_BITS - 1) / DIGIT_BITS;
  }

  /** Writes the tables of this party's digits, at party 0. */
  void writeTables(long[] tables) {
    Unary.write(size.ring, part, tables, size.width);
  }

  /**
   * Looks up the digits at party 1 or 2.
   *
   * @param tables this party's part of them; may be followed by anything
   * @return its xor shares of {@link Size#planes}
   */
  long[] lookUp(Party self, long[] tables) {
    long[] bits = new long[size.planes() * size.width];
    Lookup lookup = new Lookup(self, size.ring, part, tables, size.width);
    if (size.order) {
      lookup.order(bits);
    } else {
      lookup.agreement(bits);
    }
    return bits;
  }

  @Override
  public String toString() {
    return "digits of masked values, " + size;
  }
}
