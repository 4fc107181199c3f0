package io.dartagnan.mpc.verified;

import io.dartagnan.mpc.verified.Field.Element;
import java.util.Arrays;
import java.util.List;

/**
 * What one verifier knows of a prover's gates, 64 gates to a word: two bits of operands and a sign.
 *
 * <p>Prover i has sent z_i = x_i y_i + x_i y_next + x_next y_i + r_i + r_prev over bits, where r_i
 * is a mask that it shares with the next party and r_prev one that it shares with the previous one.
 * With
 *
 * <pre>
 *   previous party, "left":   a = x_i       c = y_i       e = z_i + r_prev + x_i y_i
 *   next party, "right":      d = y_next    b = x_next    f = r_i
 * </pre>
 *
 * the gate is right if a d + b c + e + f is even, that is if
 *
 * <pre>
 *   (-1)^e (-1)^f (1 - 2 a d) (1 - 2 b c)
 *       = (-1)^e (1, a, c, a c) . (-1)^f (1, -2 d, -2 b, 4 b d)
 * </pre>
 *
 * is 1; it is -1 otherwise. So the inner product over n gates is n modulo p if all are right and
 * another number, n - 2 w for w wrong ones, if not, as long as 2 n is below p. Source: Li, Chen,
 * Fu, Wang, Liu, Zhang, "Efficient 3PC for Binary Circuits with Application to Maliciously-Secure
 * DNN Inference", USENIX Security 2023 (ePrint 2023/909).
 *
 * @param first a, or d
 * @param second c, or b
 * @param sign e, or f
 */
record GateBits(long[] first, long[] second, long[] sign) implements Numbers {

  /** Numbers that each side has for a gate. */
  static final int PER_GATE = 4;

  /** Gates that the first fold puts together. */
  static final int GATES = 8;

  /** Numbers that the first fold makes one of. */
  static final int FOLDED = PER_GATE * GATES;

  private static final int[] RIGHT = {1, -2, -2, 4};
  private static final int PATTERNS = 64;
  private static final int PAIRS = GATES / 2;
  private static final int TABLES = PAIRS * PATTERNS;
  private static final int WORDS = GATES * Folding.FOLDED;

  /** Words that so many take when they are filled up to a multiple of what two folds take. */
  static int paddedWords(int words) {
    return (words + WORDS - 1) / WORDS * WORDS;
  }

  /** The numbers that two folds leave of so many words of gates. */
  static int folded(int words) {
    return paddedWords(words) / WORDS * Long.SIZE;
  }

  /** The shape of so many words of gates. */
  static Shape shape(int words) {
    return new Shape(List.of(FOLDED, Folding.FOLDED), folded(words));
  }

  @Override
  public Shape shape() {
    return shape(sign.length);
  }

  @Override
  public Element[] polynomial(Field field, Numbers right, List<Element> challenges) {
    GateBits u = padded();
    GateBits v = ((GateBits) right).padded();
    return challenges.isEmpty()
        ? polynomial(field, u, v)
        : secondPolynomial(field, u, v, challenges.get(0));
  }

  @Override
  public Elements fold(Field field, Side side, List<Element> challenges) {
    return padded().fold(field, side, challenges.get(0), challenges.get(1));
  }

  @Override
  public List<long[]> chosen() {
    return List.of(first, second, sign);
  }

  /** What the inner product is if all of so many words of gates are right. */
  static Element claim(Field field, int words) {
    return field.of((long) paddedWords(words) * Long.SIZE);
  }

  /** The same with gates behind them whose bits are all zero; these are right. */
  GateBits padded() {
    int words = paddedWords(sign.length);
    return words == sign.length
        ? this
        : new GateBits(
            Arrays.copyOf(first, words), Arrays.copyOf(second, words), Arrays.copyOf(sign, words));
  }

  /**
   * The sum of the products of the polynomials that the two sides' numbers are cut into: 32 numbers
   * u_s of one side are the coefficients of X^s, and 32 numbers v_s of the other those of X^(31 -
   * s), so that the coefficient of X^31 is the inner product. Gate c of 8 is in the c-th eighth of
   * the words.
   *
   * <p>The products of coefficients are counted, not computed: with m the AND of operand bits
   *
   * <pre>
   *   sum of (-1)^(e + f) m = |m| - 2 |m AND (e xor f)|
   * </pre>
   *
   * @param left padded
   * @param right padded
   * @return 63 coefficients
   */
  static Element[] polynomial(Field field, GateBits left, GateBits right) {
    int chunk = left.sign.length / GATES;
    long[] sums = new long[2 * FOLDED - 1];
    for (int c = 0; c < GATES; c++) {
      for (int d = 0; d < GATES; d++) {
        long[] counts = counts(left, c * chunk, right, d * chunk, chunk);
        for (int i = 0; i < PER_GATE; i++) {
          for (int j = 0; j < PER_GATE; j++) {
            int degree = PER_GATE * c + i + FOLDED - 1 - (PER_GATE * d + j);
            sums[degree] += RIGHT[j] * counts[PER_GATE * i + j];
          }
        }
      }
    }
    return Arrays.stream(sums).mapToObj(field::of).toArray(Element[]::new);
  }

  /** Signed counts of the products of each of 1, a, c, a c with each of 1, d, b, b d. */
  private static long[] counts(GateBits left, int from, GateBits right, int to, int words) {
    long s01 = 0;
    long s02 = 0;
    long s03 = 0;
    long s10 = 0;
    long s11 = 0;
    long s12 = 0;
    long s13 = 0;
    long s20 = 0;
    long s21 = 0;
    long s22 = 0;
    long s23 = 0;
    long s30 = 0;
    long s31 = 0;
    long s32 = 0;
    long s33 = 0;
    long s00 = 0;
    for (int i = 0; i < words; i++) {
      long a = left.first[from + i];
      long c = left.second[from + i];
      long d = right.first[to + i];
      long b = right.second[to + i];
      long minus = left.sign[from + i] ^ right.sign[to + i];
      long ac = a & c;
      long bd = b & d;
      s00 += Long.SIZE - 2 * Long.bitCount(minus);
      s01 += signed(d, minus);
      s02 += signed(b, minus);
      s03 += signed(bd, minus);
      s10 += signed(a, minus);
      s11 += signed(a & d, minus);
      s12 += signed(a & b, minus);
      s13 += signed(a & bd, minus);
      s20 += signed(c, minus);
      s21 += signed(c & d, minus);
      s22 += signed(c & b, minus);
      s23 += signed(c & bd, minus);
      s30 += signed(ac, minus);
      s31 += signed(ac & d, minus);
      s32 += signed(ac & b, minus);
      s33 += signed(ac & bd, minus);
    }
    return new long[] {
      s00, s01, s02, s03, s10, s11, s12, s13, s20, s21, s22, s23, s30, s31, s32, s33
    };
  }

  private static int signed(long ones, long minus) {
    return Long.bitCount(ones) - 2 * Long.bitCount(ones & minus);
  }

  /**
   * The polynomial of the second fold, that of {@link Folding}, of what the first makes of both
   * sides. The numbers in between are never there all at once.
   */
  static Element[] secondPolynomial(Field field, GateBits left, GateBits right, Element challenge) {
    Elements leftTables = tables(field, Side.LEFT, challenge, Element.ONE);
    Elements rightTables = tables(field, Side.RIGHT, challenge, Element.ONE);
    long[] leftBlock = new long[Folding.BLOCK_WORDS];
    long[] rightBlock = new long[Folding.BLOCK_WORDS];
    Folding products = new Folding(field);
    for (int word = 0; word < left.sign.length / WORDS; word++) {
      for (int shift = 0; shift < Long.SIZE; shift += Folding.BLOCK) {
        left.fill(field, Side.LEFT, leftTables, word, shift, leftBlock);
        right.fill(field, Side.RIGHT, rightTables, word, shift, rightBlock);
        products.add(leftBlock, rightBlock);
      }
    }
    return products.polynomial();
  }

  /** What the first fold makes of some gates, as the coefficients that the second one takes. */
  private void fill(Field field, Side side, Elements tables, int word, int shift, long[] block) {
    int groups = sign.length / WORDS;
    Arrays.fill(block, 0);
    for (int s = 0; s < Folding.FOLDED; s++) {
      int row = Folding.row(side, s);
      for (int i = 0; i < Folding.BLOCK; i += Byte.SIZE) {
        add(
            field,
            tables,
            0,
            s * groups + word,
            shift + i,
            block,
            row + i,
            block,
            row + Folding.BLOCK + i);
      }
    }
  }

  /**
   * What two folds make of this side: one number for 128 gates. The second fold's factors are in
   * the tables of the first.
   */
  Elements fold(Field field, Side side, Element challenge, Element second) {
    Elements tables = tables(field, side, challenge, Folding.factors(field, side, second));
    int groups = sign.length / WORDS;
    Elements folded = new Elements(groups * Long.SIZE);
    for (int word = 0; word < groups; word++) {
      for (int s = 0; s < Folding.FOLDED; s++) {
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
          int at = word * Long.SIZE + shift;
          add(
              field,
              tables,
              s * TABLES,
              s * groups + word,
              shift,
              folded.real(),
              at,
              folded.imaginary(),
              at);
        }
      }
    }
    return folded;
  }

  /** Adds what tables say of 8 groups of 8 gates. */
  private void add(
      Field field,
      Elements tables,
      int table,
      int word,
      int shift,
      long[] reals,
      int realAt,
      long[] imaginaries,
      int imaginaryAt) {
    int chunk = sign.length / GATES;
    long one = patterns(word, word + chunk, shift);
    long two = patterns(word + 2 * chunk, word + 3 * chunk, shift);
    long three = patterns(word + 4 * chunk, word + 5 * chunk, shift);
    long four = patterns(word + 6 * chunk, word + 7 * chunk, shift);
    long[] real = tables.real();
    long[] imaginary = tables.imaginary();
    for (int i = 0; i < Byte.SIZE; i++) {
      int bits = Byte.SIZE * i;
      int a = table + (int) (one >>> bits & PATTERNS - 1);
      int b = table + PATTERNS + (int) (two >>> bits & PATTERNS - 1);
      int c = table + 2 * PATTERNS + (int) (three >>> bits & PATTERNS - 1);
      int d = table + 3 * PATTERNS + (int) (four >>> bits & PATTERNS - 1);
      reals[realAt + i] = field.loose(reals[realAt + i] + real[a] + real[b] + real[c] + real[d]);
      imaginaries[imaginaryAt + i] =
          field.loose(
              imaginaries[imaginaryAt + i]
                  + imaginary[a]
                  + imaginary[b]
                  + imaginary[c]
                  + imaginary[d]);
    }
  }

  /** Of 8 gates at two places, the bits of each two in one byte. */
  private long patterns(int one, int other, int shift) {
    long rows =
        (first[one] >>> shift & 0xff)
            | (second[one] >>> shift & 0xff) << 8
            | (sign[one] >>> shift & 0xff) << 16
            | (first[other] >>> shift & 0xff) << 24
            | (second[other] >>> shift & 0xff) << 32
            | (sign[other] >>> shift & 0xff) << 40;
    return transposed(rows);
  }

  /** The 8 x 8 bits of a word transposed, row r in byte r (Warren, Hacker's Delight, 7-3). */
  private static long transposed(long rows) {
    long swap = (rows ^ rows >>> 7) & 0x00aa00aa00aa00aaL;
    long x = rows ^ swap ^ swap << 7;
    swap = (x ^ x >>> 14) & 0x0000cccc0000ccccL;
    x ^= swap ^ swap << 14;
    swap = (x ^ x >>> 28) & 0x00000000f0f0f0f0L;
    return x ^ swap ^ swap << 28;
  }

  /** For each factor, and each two of the 8 gates, a table by the 6 bits of both. */
  private static Elements tables(Field field, Side side, Element challenge, Element... factors) {
    Element[] powers = field.powers(challenge, FOLDED);
    Elements tables = new Elements(factors.length * TABLES);
    for (int i = 0; i < factors.length; i++) {
      for (int pair = 0; pair < PAIRS; pair++) {
        Element[] one = numbers(field, side, powers, 2 * pair, factors[i]);
        Element[] other = numbers(field, side, powers, 2 * pair + 1, factors[i]);
        for (int bits = 0; bits < PATTERNS; bits++) {
          Element sum = field.plus(one[bits % one.length], other[bits / one.length]);
          int at = i * TABLES + pair * PATTERNS + bits;
          tables.real()[at] = sum.real();
          tables.imaginary()[at] = sum.imaginary();
        }
      }
    }
    return tables;
  }

  /** What a gate adds, by its bits: first, second, sign. */
  private static Element[] numbers(
      Field field, Side side, Element[] powers, int gate, Element factor) {
    Element[] weights = new Element[PER_GATE];
    for (int i = 0; i < PER_GATE; i++) {
      int place = PER_GATE * gate + i;
      weights[i] =
          side == Side.LEFT
              ? field.times(powers[place], factor)
              : field.times(field.times(powers[FOLDED - 1 - place], factor), field.of(RIGHT[i]));
    }
    Element[] numbers = new Element[2 * PER_GATE];
    for (int bits = 0; bits < PER_GATE; bits++) {
      Element sum = Element.ZERO;
      for (int i = 0; i < PER_GATE; i++) {
        // Number i is a product of the operand bits that i has.
        if ((bits & i) == i) {
          sum = field.plus(sum, weights[i]);
        }
      }
      numbers[bits] = sum;
      numbers[bits + PER_GATE] = field.minus(Element.ZERO, sum);
    }
    return numbers;
  }

  /** The number of gates alone. */
  @Override
  public String toString() {
    return "bits of " + (long) sign.length * Long.SIZE + " gates";
  }
}
