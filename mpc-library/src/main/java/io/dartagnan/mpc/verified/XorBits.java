package io.dartagnan.mpc.verified;

import io.dartagnan.mpc.verified.Field.Element;
import java.util.List;

/**
 * The numbers of an inner product by which the exclusive or of two words enters a sum over a field.
 * The left side has a word x and a factor f for each piece of 16 bits, the right side a word y:
 *
 * <pre>
 *   f (x xor y) = f x + sum over bits b of f 2^b (1 - 2 x_b) . y_b
 * </pre>
 *
 * <p>Their first fold takes the 16 products of one piece. Its coefficients need no product of
 * single bits: that of X^(15 + c) has the sum of f (z - 2 (z and x)) over all pieces, where z is y
 * shifted to the left by c bits, within 16.
 *
 * @param factors residues below p, one for each piece; null on the right side
 * @param bits the words x, or y
 */
record XorBits(long[] factors, int[] bits) implements Numbers {

  /** Bits of a piece. */
  static final int PIECE_BITS = 16;

  /** Pieces of a word of 64 bits. */
  static final int PER_WORD = Long.SIZE / PIECE_BITS;

  private static final int MASK = (1 << PIECE_BITS) - 1;
  private static final int HALF_BITS = 31;
  private static final long HALF = (1L << HALF_BITS) - 1;
  // Products are below 2^47, and so many of them below 2^61.
  private static final int MOST_SUMMED = 1 << 14;

  /** The shape of so many pieces. */
  static Shape shape(int pieces) {
    return new Shape(List.of(PIECE_BITS), pieces);
  }

  /** The pieces of words, the lowest of each first: those of word i from 4 i on. */
  static int[] pieces(long[] words) {
    int[] pieces = new int[PER_WORD * words.length];
    for (int i = 0; i < pieces.length; i++) {
      pieces[i] = (int) (words[i / PER_WORD] >>> PIECE_BITS * (i % PER_WORD)) & MASK;
    }
    return pieces;
  }

  @Override
  public Shape shape() {
    return shape(bits.length);
  }

  @Override
  public Element[] polynomial(Field field, Numbers right, List<Element> challenges) {
    int[] others = ((XorBits) right).bits;
    Element[] polynomial = new Element[2 * PIECE_BITS - 1];
    for (int i = 0; i < polynomial.length; i++) {
      int shift = i - (PIECE_BITS - 1);
      int up = Math.max(shift, 0);
      int down = Math.max(-shift, 0);
      long sum = 0;
      for (int from = 0; from < bits.length; from += MOST_SUMMED) {
        long low = 0;
        long high = 0;
        int to = Math.min(bits.length, from + MOST_SUMMED);
        for (int at = from; at < to; at++) {
          int shifted = others[at] << up >>> down & MASK;
          long number = shifted - 2 * (shifted & bits[at]);
          low += (factors[at] & HALF) * number;
          high += (factors[at] >>> HALF_BITS) * number;
        }
        long upper = field.residue(field.product(field.residueOf(high), 1L << HALF_BITS));
        sum = field.residue(sum + field.residue(upper + field.residueOf(low)));
      }
      polynomial[i] = new Element(sum, 0);
    }
    return polynomial;
  }

  @Override
  public Elements fold(Field field, Side side, List<Element> challenges) {
    Element[] powers = Folding.factors(field, side, challenges.get(0));
    Elements low = table(field, side, powers, 0);
    Elements high = table(field, side, powers, Byte.SIZE);
    Elements folded = new Elements(bits.length);
    for (int i = 0; i < bits.length; i++) {
      int lower = bits[i] & 0xff;
      int upper = bits[i] >>> Byte.SIZE;
      long real = field.loose(low.real()[lower] + high.real()[upper]);
      long imaginary = field.loose(low.imaginary()[lower] + high.imaginary()[upper]);
      folded.real()[i] = side == Side.RIGHT ? real : field.loose(field.product(factors[i], real));
      folded.imaginary()[i] =
          side == Side.RIGHT ? imaginary : field.loose(field.product(factors[i], imaginary));
    }
    return folded;
  }

  /** What 8 of the bits of a piece, from one on, add to its polynomial's value, by those bits. */
  private static Elements table(Field field, Side side, Element[] powers, int from) {
    Elements table = new Elements(1 << Byte.SIZE);
    for (int pattern = 0; pattern < table.length(); pattern++) {
      Element sum = Element.ZERO;
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        int isSet = pattern >>> bit & 1;
        long number = side == Side.RIGHT ? isSet : (1L - 2 * isSet) << from + bit;
        sum = field.plus(sum, field.times(powers[from + bit], field.of(number)));
      }
      table.real()[pattern] = sum.real();
      table.imaginary()[pattern] = sum.imaginary();
    }
    return table;
  }

  /** The number of pieces alone. */
  @Override
  public String toString() {
    return bits.length + " pieces of 16 bits";
  }
}
