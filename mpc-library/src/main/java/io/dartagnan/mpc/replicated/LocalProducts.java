package io.dartagnan.mpc.replicated;

import io.dartagnan.mpc.replicated.Gates.Operand;

/**
 * One party's part of gates: of the nine products of two numbers of three shares each, the three
 * that it can form. The three parties' parts add up to the results.
 */
final class LocalProducts implements Gates {
  private final long[] z;
  private int filled;

  /** Those of so many words of gates. */
  LocalProducts(int words) {
    this.z = new long[words];
  }

  /** The products, a word for each of gates; not fresh. */
  long[] words() {
    return z;
  }

  @Override
  public void and(Operand x, Operand y, int words) {
    add(filled, x, y, words);
    filled += words;
  }

  @Override
  public void addAnd(Operand x, Operand y, int words) {
    add(filled - words, x, y, words);
  }

  // A loop for each kind of operands, so that the JIT makes vectors of them.
  private void add(int to, Operand x, Operand y, int words) {
    if (x.isSum() && y.isSum()) {
      addOfSums(to, x, y, words);
    } else if (y.isSum()) {
      addOfSum(to, x, y, words);
    } else if (x.isSum()) {
      addOfSum(to, y, x, words);
    } else {
      addOf(to, x, y, words);
    }
  }

  private void addOf(int to, Operand x, Operand y, int words) {
    long[] xOwn = x.planes().own();
    long[] xNext = x.planes().next();
    long[] yOwn = y.planes().own();
    long[] yNext = y.planes().next();
    int xAt = x.at();
    int yAt = y.at();
    for (int i = 0; i < words; i++) {
      z[to + i] ^= product(xOwn[xAt + i], xNext[xAt + i], yOwn[yAt + i], yNext[yAt + i]);
    }
  }

  private void addOfSum(int to, Operand x, Operand y, int words) {
    long[] xOwn = x.planes().own();
    long[] xNext = x.planes().next();
    long[] yOwn = y.planes().own();
    long[] yNext = y.planes().next();
    int xAt = x.at();
    int yAt = y.at();
    int yPlus = y.plus();
    for (int i = 0; i < words; i++) {
      z[to + i] ^=
          product(
              xOwn[xAt + i],
              xNext[xAt + i],
              yOwn[yAt + i] ^ yOwn[yPlus + i],
              yNext[yAt + i] ^ yNext[yPlus + i]);
    }
  }

  private void addOfSums(int to, Operand x, Operand y, int words) {
    long[] xOwn = x.planes().own();
    long[] xNext = x.planes().next();
    long[] yOwn = y.planes().own();
    long[] yNext = y.planes().next();
    int xAt = x.at();
    int xPlus = x.plus();
    int yAt = y.at();
    int yPlus = y.plus();
    for (int i = 0; i < words; i++) {
      z[to + i] ^=
          product(
              xOwn[xAt + i] ^ xOwn[xPlus + i],
              xNext[xAt + i] ^ xNext[xPlus + i],
              yOwn[yAt + i] ^ yOwn[yPlus + i],
              yNext[yAt + i] ^ yNext[yPlus + i]);
    }
  }

  private static long product(long xOwn, long xNext, long yOwn, long yNext) {
    return xOwn & (yOwn ^ yNext) ^ xNext & yOwn;
  }
}
