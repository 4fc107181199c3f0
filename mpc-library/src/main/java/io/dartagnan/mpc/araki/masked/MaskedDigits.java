package io.dartagnan.mpc.araki.masked;

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
public record MaskedDigits(Size size, long[] part, long[] added) {
  private static final int DIGIT_BITS = 3;

  /**
   * Amount that is compared.
   *
   * @param width words to a plane
   * @param order whether v is asked for, not e alone
   */
  public record Size(Ring ring, int width, boolean order) {

    /** Number of digits of a number. */
    int digits() {
      return (ring.bits() + DIGIT_BITS - 1) / DIGIT_BITS;
    }

    /** Planes of the digits' bits. */
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

  /** Writes the tables of party 0's digits, digit after digit, plane after plane. */
  void writeTables(long[] tables) {
    int width = size.width;
    int first = size.ring.bits() % DIGIT_BITS;
    if (first == 1) {
      System.arraycopy(part, 0, tables, 0, width);
    } else if (first == 2) {
      writeTwo(tables);
    }
    int table = ((1 << first) - 1) * width;
    for (int plane = first; plane < size.ring.bits(); plane += DIGIT_BITS, table += 7 * width) {
      writeThree(plane * width, tables, table);
    }
  }

  private void writeTwo(long[] tables) {
    int width = size.width;
    for (int i = 0; i < width; i++) {
      long b1 = part[i];
      long b0 = part[width + i];
      tables[i] = b1 | b0;
      tables[width + i] = b1;
      tables[2 * width + i] = b1 & b0;
    }
  }

  private void writeThree(int from, long[] tables, int to) {
    int width = size.width;
    for (int i = 0; i < width; i++) {
      long b2 = part[from + i];
      long b1 = part[from + width + i];
      long b0 = part[from + 2 * width + i];
      long any = b1 | b0;
      long both = b1 & b0;
      tables[to + i] = b2 | any;
      tables[to + width + i] = b2 | b1;
      tables[to + 2 * width + i] = b2 | both;
      tables[to + 3 * width + i] = b2;
      tables[to + 4 * width + i] = b2 & any;
      tables[to + 5 * width + i] = b2 & b1;
      tables[to + 6 * width + i] = b2 & both;
    }
  }

  /**
   * Looks up the digits at party 1 or 2.
   *
   * @param tables this party's part of them; may be followed by anything
   * @return its xor shares of {@link Size#planes}
   */
  long[] lookUp(Party self, long[] tables) {
    int width = size.width;
    int digits = size.digits();
    long[] bits = new long[size.planes() * width];
    long[] unused = new long[width];
    Lookup lookup = new Lookup(width, self == Party.P1 ? -1 : 0, part, tables);
    int rest = size.ring.bits() % DIGIT_BITS;
    int plane = 0;
    int table = 0;
    for (int digit = 0; digit < digits; digit++) {
      long[] v = size.order ? bits : unused;
      int vAt = size.order ? digit * width : 0;
      boolean noAgreement = size.order && digit == digits - 1;
      long[] e = noAgreement ? unused : bits;
      int eAt = noAgreement ? 0 : (size.order ? digits + digit : digit) * width;
      int digitBits = digit == 0 && rest != 0 ? rest : DIGIT_BITS;
      switch (digitBits) {
        case 1 -> lookup.one(plane, table, v, vAt, e, eAt);
        case 2 -> lookup.two(plane, table, v, vAt, e, eAt);
        default -> lookup.three(plane, table, v, vAt, e, eAt);
      }
      plane += digitBits * width;
      table += ((1 << digitBits) - 1) * width;
    }
    return bits;
  }

  /**
   * Lookup of one party's part of the tables.
   *
   * <p>v is entry m of (T_0, ..., T_6, 0), and e is v xor entry m of (1, T_0, ..., T_6); a
   * selection among eight is three levels of selections among two.
   *
   * @param one this party's part of the constant 1
   * @param m planes of the numbers known
   */
  private record Lookup(int width, long one, long[] m, long[] tables) {

    void one(int plane, int table, long[] v, int vAt, long[] e, int eAt) {
      for (int i = 0; i < width; i++) {
        long b0 = m[plane + i];
        long t0 = tables[table + i];
        long less = t0 & ~b0;
        v[vAt + i] = less;
        e[eAt + i] = less ^ choose(b0, one, t0);
      }
    }

    void two(int plane, int table, long[] v, int vAt, long[] e, int eAt) {
      for (int i = 0; i < width; i++) {
        long b1 = m[plane + i];
        long b0 = m[plane + width + i];
        long t0 = tables[table + i];
        long t1 = tables[table + width + i];
        long t2 = tables[table + 2 * width + i];
        long less = choose(b1, choose(b0, t0, t1), t2 & ~b0);
        v[vAt + i] = less;
        e[eAt + i] = less ^ choose(b1, choose(b0, one, t0), choose(b0, t1, t2));
      }
    }

    void three(int plane, int table, long[] v, int vAt, long[] e, int eAt) {
      for (int i = 0; i < width; i++) {
        long b2 = m[plane + i];
        long b1 = m[plane + width + i];
        long b0 = m[plane + 2 * width + i];
        long t0 = tables[table + i];
        long t1 = tables[table + width + i];
        long t2 = tables[table + 2 * width + i];
        long t3 = tables[table + 3 * width + i];
        long t4 = tables[table + 4 * width + i];
        long t5 = tables[table + 5 * width + i];
        long t6 = tables[table + 6 * width + i];
        long less =
            choose(
                b2,
                choose(b1, choose(b0, t0, t1), choose(b0, t2, t3)),
                choose(b1, choose(b0, t4, t5), t6 & ~b0));
        long before =
            choose(
                b2,
                choose(b1, choose(b0, one, t0), choose(b0, t1, t2)),
                choose(b1, choose(b0, t3, t4), choose(b0, t5, t6)));
        v[vAt + i] = less;
        e[eAt + i] = less ^ before;
      }
    }

    /** {@code ifZero} where the bit is 0, {@code ifOne} where it is 1. */
    private static long choose(long bit, long ifZero, long ifOne) {
      return ifZero ^ bit & (ifZero ^ ifOne);
    }
  }

  @Override
  public String toString() {
    return "digits of masked values, " + size;
  }
}
