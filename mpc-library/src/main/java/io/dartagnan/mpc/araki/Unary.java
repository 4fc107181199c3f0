package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.sharing.Ring;

/**
 * Numbers in planes, cut into digits of three bits, written in unary: T_j = [j &lt; digit] for j
 * from 0. The first digit holds what three does not divide.
 */
final class Unary {
  private Unary() {}

  /**
   * Writes the tables of all digits, digit after digit, plane after plane.
   *
   * @param planes the bits of the numbers, most significant first
   */
  static void write(Ring ring, long[] planes, long[] tables, int width) {
    int first = ring.bits() % 3;
    int table = 0;
    if (first == 1) {
      System.arraycopy(planes, 0, tables, 0, width);
      table = width;
    } else if (first == 2) {
      two(planes, tables, width);
      table = 3 * width;
    }
    for (int plane = first; plane < ring.bits(); plane += 3, table += 7 * width) {
      three(planes, plane * width, tables, table, width);
    }
  }

  private static void two(long[] planes, long[] tables, int width) {
    for (int i = 0; i < width; i++) {
      long b1 = planes[i];
      long b0 = planes[width + i];
      tables[i] = b1 | b0;
      tables[width + i] = b1;
      tables[2 * width + i] = b1 & b0;
    }
  }

  private static void three(long[] planes, int from, long[] tables, int to, int width) {
    for (int i = 0; i < width; i++) {
      long b2 = planes[from + i];
      long b1 = planes[from + width + i];
      long b0 = planes[from + 2 * width + i];
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
}
