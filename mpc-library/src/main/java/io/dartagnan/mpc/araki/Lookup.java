package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.sharing.Ring;

/**
 * Looks up one party's part of the {@link Unary} tables at the digits it knows. Local.
 *
 * <p>v is entry m of (T_0, ..., T_6, 0), and e is v xor entry m of (1, T_0, ..., T_6); a selection
 * among eight is three levels of selections among two.
 */
final class Lookup {
  private final Ring ring;
  private final long[] m;
  private final long[] tables;
  private final int width;
  private final long one;

  /**
   * A lookup.
   *
   * @param self party 1 or 2; party 1's part of the constant 1 is 1
   * @param m planes of the numbers known
   * @param tables this party's part of the tables
   */
  Lookup(Party self, Ring ring, long[] m, long[] tables, int width) {
    this.ring = ring;
    this.m = m;
    this.tables = tables;
    this.width = width;
    this.one = self == Party.P1 ? -1 : 0;
  }

  /** Writes e of every digit. */
  void agreement(long[] e) {
    long[] v = new long[width];
    forEachDigit((digit, plane, table) -> lookUp(plane, table, v, 0, e, digit * width));
  }

  /** Writes v of every digit and behind them e of every digit but the last. */
  void order(long[] bits) {
    int digits = MaskedDigits.count(ring);
    long[] unused = new long[width];
    forEachDigit(
        (digit, plane, table) -> {
          boolean last = digit == digits - 1;
          lookUp(
              plane,
              table,
              bits,
              digit * width,
              last ? unused : bits,
              last ? 0 : (digits + digit) * width);
        });
  }

  private interface Digit {
    void at(int digit, int plane, int table);
  }

  private void forEachDigit(Digit task) {
    int digit = 0;
    int table = 0;
    for (int plane = 0; plane < ring.bits(); digit++) {
      int bits = plane == 0 && ring.bits() % 3 != 0 ? ring.bits() % 3 : 3;
      task.at(digit, plane, table);
      plane += bits;
      table += ((1 << bits) - 1) * width;
    }
  }

  private void lookUp(int plane, int table, long[] v, int vAt, long[] e, int eAt) {
    int bits = plane == 0 && ring.bits() % 3 != 0 ? ring.bits() % 3 : 3;
    switch (bits) {
      case 1 -> one(plane * width, table, v, vAt, e, eAt);
      case 2 -> two(plane * width, table, v, vAt, e, eAt);
      default -> three(plane * width, table, v, vAt, e, eAt);
    }
  }

  private void one(int plane, int table, long[] v, int vAt, long[] e, int eAt) {
    for (int i = 0; i < width; i++) {
      long b0 = m[plane + i];
      long t0 = tables[table + i];
      long less = t0 & ~b0;
      v[vAt + i] = less;
      e[eAt + i] = less ^ choose(b0, one, t0);
    }
  }

  private void two(int plane, int table, long[] v, int vAt, long[] e, int eAt) {
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

  private void three(int plane, int table, long[] v, int vAt, long[] e, int eAt) {
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
