package io.dartagnan.mpc.verified;

import io.dartagnan.mpc.verified.Field.Element;
import io.dartagnan.mpc.verified.Numbers.Side;
import java.util.Arrays;
import java.util.Collections;

/**
 * A fold of two vectors, whose inner product is claimed, into two of a sixteenth of the length.
 *
 * <p>Sixteen numbers u_s of the left vector are the coefficients of X^s, and v_s of the right one
 * those of X^(15 - s). The coefficient of X^15 in the sum of their products is the inner product;
 * the value of that sum at a challenge is the inner product of the polynomials' values. Number s of
 * polynomial j lies at {@code s x length / 16 + j}.
 *
 * <p>Products of polynomials are Karatsuba's: 81 products of elements for 16 coefficients, and
 * three of residues for each. What is multiplied is added up over all polynomials before it is put
 * together.
 *
 * <p>Source: Boyle, Gilboa, Ishai, Nof, "Practical Fully Secure Three-Party Computation via
 * Sublinear Distributed Zero-Knowledge Proofs", CCS 2019, section 3 (recursive inner product).
 * Deviation: coefficients in place of values at points, so that the claim is one of them.
 */
final class Folding {

  /** Numbers that one is made of. */
  static final int FOLDED = 16;

  /** Polynomials whose products are computed at a time. */
  static final int BLOCK = 32;

  private static final int ROW = 2 * BLOCK;

  /**
   * Words of the coefficients of so many: for each place {@link #BLOCK} real parts, then the
   * others.
   */
  static final int BLOCK_WORDS = FOLDED * ROW;

  private static final int LEAVES = 81;
  private static final int PER_LEAF = 3;

  private final Field field;
  private final boolean isReal;
  private final long[] sums = new long[PER_LEAF * LEAVES];
  // Sums of halves, of 8, 4, 2 and 1 coefficients.
  private final long[][] leftSums = scratch();
  private final long[][] rightSums = scratch();
  private int leaf;

  /** A sum of products, zero. */
  Folding(Field field) {
    this(field, false);
  }

  private Folding(Field field, boolean isReal) {
    this.field = field;
    this.isReal = isReal;
  }

  private static long[][] scratch() {
    long[][] scratch = new long[FOLDED][];
    for (int count = FOLDED / 2; count >= 1; count /= 2) {
      scratch[count] = new long[count * ROW];
    }
    return scratch;
  }

  /** The length of a vector of so many numbers after a fold. */
  static int folded(int length) {
    return (length + FOLDED - 1) / FOLDED;
  }

  /** Where number s of a side begins in a block: the coefficient that it is. */
  static int row(Side side, int s) {
    return ROW * (side == Side.LEFT ? s : FOLDED - 1 - s);
  }

  /** Adds the products of polynomials, of which a block has {@link #BLOCK}. */
  void add(long[] left, long[] right) {
    leaf = 0;
    multiply(left, 0, right, 0, FOLDED);
  }

  /** The sum: 31 coefficients. */
  Element[] polynomial() {
    leaf = 0;
    return product(FOLDED);
  }

  /**
   * The sum of the products of the polynomials that two vectors are cut into.
   *
   * @param left any number of elements
   * @param right as many
   * @return 31 coefficients
   */
  static Element[] polynomial(Field field, Elements left, Elements right) {
    Folding products = new Folding(field, left.areReal() && right.areReal());
    int count = folded(left.length());
    Elements u = left.paddedTo(count * FOLDED);
    Elements v = right.paddedTo(count * FOLDED);
    long[] leftBlock = new long[BLOCK_WORDS];
    long[] rightBlock = new long[BLOCK_WORDS];
    for (int at = 0; at < count; at += BLOCK) {
      int length = Math.min(BLOCK, count - at);
      for (int s = 0; s < FOLDED; s++) {
        copy(u, s * count + at, length, leftBlock, row(Side.LEFT, s));
        copy(v, s * count + at, length, rightBlock, row(Side.RIGHT, s));
      }
      products.add(leftBlock, rightBlock);
    }
    return products.polynomial();
  }

  private static void copy(Elements from, int at, int length, long[] block, int to) {
    Arrays.fill(block, to, to + ROW, 0);
    System.arraycopy(from.real(), at, block, to, length);
    if (!from.areReal()) {
      System.arraycopy(from.imaginary(), at, block, to + BLOCK, length);
    }
  }

  /** Adds the products of polynomials of so many coefficients to the sums of their leaves. */
  private void multiply(long[] u, int uAt, long[] v, int vAt, int count) {
    if (count == 1) {
      addProducts(u, uAt, v, vAt, leaf++);
      return;
    }
    int half = count / 2;
    int upper = half * ROW;
    multiply(u, uAt, v, vAt, half);
    multiply(u, uAt + upper, v, vAt + upper, half);
    addHalves(u, uAt, upper, leftSums[half]);
    addHalves(v, vAt, upper, rightSums[half]);
    multiply(leftSums[half], 0, rightSums[half], 0, half);
  }

  private void addHalves(long[] rows, int at, int length, long[] sum) {
    for (int i = 0; i < length; i++) {
      sum[i] = field.loose(rows[at + i] + rows[at + length + i]);
    }
  }

  private void addProducts(long[] u, int uAt, long[] v, int vAt, int place) {
    if (isReal) {
      addRealProducts(u, uAt, v, vAt, place);
      return;
    }
    long real = sums[PER_LEAF * place];
    long imaginary = sums[PER_LEAF * place + 1];
    long both = sums[PER_LEAF * place + 2];
    for (int i = 0; i < BLOCK; i++) {
      long ur = u[uAt + i];
      long ui = u[uAt + BLOCK + i];
      long vr = v[vAt + i];
      long vi = v[vAt + BLOCK + i];
      real = field.loose(real + field.product(ur, vr));
      imaginary = field.loose(imaginary + field.product(ui, vi));
      both = field.loose(both + field.product(ur + ui, vr + vi));
    }
    sums[PER_LEAF * place] = real;
    sums[PER_LEAF * place + 1] = imaginary;
    sums[PER_LEAF * place + 2] = both;
  }

  private void addRealProducts(long[] u, int uAt, long[] v, int vAt, int place) {
    long real = sums[PER_LEAF * place];
    for (int i = 0; i < BLOCK; i++) {
      real = field.loose(real + field.product(u[uAt + i], v[vAt + i]));
    }
    sums[PER_LEAF * place] = real;
    sums[PER_LEAF * place + 2] = real;
  }

  /** Puts the product of polynomials of so many coefficients together, from its leaves on. */
  private Element[] product(int count) {
    if (count == 1) {
      long real = field.residue(sums[PER_LEAF * leaf]);
      long imaginary = field.residue(sums[PER_LEAF * leaf + 1]);
      long both = field.residue(sums[PER_LEAF * leaf + 2]);
      leaf++;
      long p = field.p();
      return new Element[] {
        new Element(
            field.residue(real + p - imaginary), field.residue(both + 2 * p - real - imaginary))
      };
    }
    int half = count / 2;
    Element[] lower = product(half);
    Element[] upper = product(half);
    Element[] middle = product(half);
    Element[] product = new Element[2 * count - 1];
    Arrays.fill(product, Element.ZERO);
    for (int i = 0; i < lower.length; i++) {
      Element mixed = field.minus(field.minus(middle[i], lower[i]), upper[i]);
      product[i] = field.plus(product[i], lower[i]);
      product[i + half] = field.plus(product[i + half], mixed);
      product[i + count] = field.plus(product[i + count], upper[i]);
    }
    return product;
  }

  /** What the numbers of a side are multiplied with, by their place in a polynomial. */
  static Element[] factors(Field field, Side side, Element challenge) {
    Element[] powers = field.powers(challenge, FOLDED);
    if (side == Side.RIGHT) {
      Collections.reverse(Arrays.asList(powers));
    }
    return powers;
  }

  /** The values of a side's polynomials at a challenge. */
  static Elements fold(Field field, Side side, Elements numbers, Element challenge) {
    int count = folded(numbers.length());
    Elements padded = numbers.paddedTo(count * FOLDED);
    Element[] factors = factors(field, side, challenge);
    Elements folded = new Elements(count);
    for (int s = 0; s < FOLDED; s++) {
      add(field, padded, s * count, factors[s], folded);
    }
    return folded;
  }

  /** Adds elements times a factor. */
  private static void add(Field field, Elements numbers, int from, Element factor, Elements sums) {
    long real = factor.real();
    long imaginary = factor.imaginary();
    long minus = field.p() - imaginary;
    long[] numbersReal = numbers.real();
    long[] numbersImaginary = numbers.imaginary();
    long[] sumsReal = sums.real();
    long[] sumsImaginary = sums.imaginary();
    if (numbers.areReal()) {
      for (int j = 0; j < sumsReal.length; j++) {
        long r = numbersReal[from + j];
        sumsReal[j] = field.loose(sumsReal[j] + field.product(r, real));
        sumsImaginary[j] = field.loose(sumsImaginary[j] + field.product(r, imaginary));
      }
      return;
    }
    for (int j = 0; j < sumsReal.length; j++) {
      long r = numbersReal[from + j];
      long i = numbersImaginary[from + j];
      sumsReal[j] =
          field.loose(field.loose(sumsReal[j] + field.product(r, real)) + field.product(i, minus));
      sumsImaginary[j] =
          field.loose(
              field.loose(sumsImaginary[j] + field.product(r, imaginary)) + field.product(i, real));
    }
  }
}
