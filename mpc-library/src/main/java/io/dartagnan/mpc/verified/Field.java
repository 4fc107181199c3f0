package io.dartagnan.mpc.verified;

/**
 * The field of p<sup>2</sup> elements for a Mersenne prime p = 2<sup>bits</sup> - 1: numbers a + b
 * i with i<sup>2</sup> = -1, which has no root modulo p since p is 3 modulo 4.
 *
 * <p>Residues modulo p are kept <em>loose</em>, below 2<sup>bits</sup> + 16, so that sums and
 * products need no comparison. {@link #residue} gives the one below p.
 */
final class Field {

  /** The field that proofs are made in: p = 2<sup>61</sup> - 1. */
  static final Field LARGE = new Field(61);

  /** An element: two residues below p. */
  record Element(long real, long imaginary) {
    static final Element ZERO = new Element(0, 0);
    static final Element ONE = new Element(1, 0);

    /** Nothing of the value: it may be made of shares. */
    @Override
    public String toString() {
      return "element";
    }
  }

  private final int bits;
  private final long p;

  /**
   * A field.
   *
   * @param bits 61, or 7 for tests, in which the soundness error is large enough to be counted
   */
  Field(int bits) {
    this.bits = bits;
    this.p = (1L << bits) - 1;
  }

  /** The prime. */
  long p() {
    return p;
  }

  /** A loose residue of an unsigned number below 2<sup>bits + 3</sup>. */
  long loose(long sum) {
    return (sum & p) + (sum >>> bits);
  }

  /** The residue below p of an unsigned number below 2<sup>bits + 3</sup>. */
  long residue(long sum) {
    long loose = loose(sum);
    return loose >= p ? loose - p : loose;
  }

  /** The residue of a signed number. */
  long residueOf(long number) {
    long residue = number % p;
    return residue < 0 ? residue + p : residue;
  }

  /**
   * The residue of an unsigned number of 128 bits; of one that is uniform it is so but for a
   * distance of p / 2^128.
   */
  long residueOf(long high, long low) {
    long shifted = product(residueOfWord(high), 1L << Long.SIZE % bits);
    return residue(loose(shifted) + residueOfWord(low));
  }

  /** The residue of an unsigned word; of one that is uniform it is so but for 2^-61. */
  long residueOfWord(long word) {
    return Long.remainderUnsigned(word, p);
  }

  /**
   * The same of each: any word stands for a residue, so that none is refused before it is compared.
   */
  long[] residuesOfWords(long[] words) {
    long[] residues = new long[words.length];
    for (int i = 0; i < words.length; i++) {
      residues[i] = residueOfWord(words[i]);
    }
    return residues;
  }

  /** The sum of the products of residues x and y, as many. */
  long sumOfProducts(long[] x, long[] y) {
    long sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum = loose(sum + product(x[i], y[i]));
    }
    return residue(sum);
  }

  /**
   * The inverses of residues below p, and zero for zero, by one inversion (Montgomery, "Speeding
   * the Pollard and Elliptic Curve Methods of Factorization", Math. Comp. 48, 1987).
   */
  long[] inverses(long[] residues) {
    long[] inverses = new long[residues.length];
    long product = 1;
    for (int i = 0; i < residues.length; i++) {
      // Of those before it, until it is known.
      inverses[i] = product;
      product = residues[i] == 0 ? product : residue(product(product, residues[i]));
    }
    long inverse = inverse(product);
    for (int i = residues.length - 1; i >= 0; i--) {
      if (residues[i] == 0) {
        inverses[i] = 0;
      } else {
        inverses[i] = residue(product(inverse, inverses[i]));
        inverse = residue(product(inverse, residues[i]));
      }
    }
    return inverses;
  }

  /** x to the power of p - 2 (Fermat). */
  private long inverse(long x) {
    long power = 1;
    long square = x;
    for (long left = p - 2; left > 0; left >>= 1) {
      power = (left & 1) == 1 ? residue(product(power, square)) : power;
      square = residue(product(square, square));
    }
    return power;
  }

  /**
   * A number that is x y modulo p.
   *
   * @param x the sum of two loose residues at most, as is y
   * @return below 2<sup>bits + 2</sup> + 2<sup>bits</sup> + 128, and below half of that if x and y
   *     are loose residues themselves
   */
  long product(long x, long y) {
    long high = Math.multiplyHigh(x, y);
    long low = x * y;
    return (high << Long.SIZE - bits | low >>> bits) + (low & p);
  }

  Element plus(Element x, Element y) {
    return new Element(residue(x.real + y.real), residue(x.imaginary + y.imaginary));
  }

  Element minus(Element x, Element y) {
    return new Element(residue(x.real + p - y.real), residue(x.imaginary + p - y.imaginary));
  }

  Element times(Element x, Element y) {
    return new Element(
        residue(loose(product(x.real, y.real)) + loose(product(x.imaginary, p - y.imaginary))),
        residue(loose(product(x.real, y.imaginary)) + loose(product(x.imaginary, y.real))));
  }

  /** The element of a signed number. */
  Element of(long number) {
    return new Element(residueOf(number), 0);
  }

  /** The powers of r, from r<sup>0</sup> on. */
  Element[] powers(Element r, int count) {
    Element[] powers = new Element[count];
    powers[0] = Element.ONE;
    for (int i = 1; i < count; i++) {
      powers[i] = times(powers[i - 1], r);
    }
    return powers;
  }

  /** The value at r of the polynomial of these coefficients, that of r<sup>0</sup> first. */
  Element value(Element[] coefficients, Element r) {
    Element value = Element.ZERO;
    for (int i = coefficients.length - 1; i >= 0; i--) {
      value = plus(times(value, r), coefficients[i]);
    }
    return value;
  }
}
