package io.dartagnan.mpc.verified;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.verified.Field.Element;
import io.dartagnan.mpc.verified.Numbers.Side;
import io.dartagnan.mpc.verified.ProductProof.Part;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The proof alone: what is right is believed, and nothing else. */
class ProductProofTest {
  private final Random random = Seed.random(this);

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 8, 9, 31, 63, 64, 65, 640, 2049})
  void rightGatesAreBelieved(int words) {
    assertThat(new Proof(Field.LARGE, words).isBelieved()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8, 65, 640})
  void oneWrongGateIsNot(int words) {
    for (int i = 0; i < 20; i++) {
      Proof proof = new Proof(Field.LARGE, words);
      proof.flip(proof.left.sign());
      assertThat(proof.isBelieved()).isFalse();
    }
  }

  /** Flipping an operand bit is a lie only where the other side's bit is one. */
  @Test
  void anotherOperandIsBelievedWhereItMakesNoDifference() {
    int differ = 0;
    for (int i = 0; i < 200; i++) {
      Proof proof = new Proof(Field.LARGE, 9);
      boolean[] vectors = {random.nextBoolean(), random.nextBoolean()};
      GateBits bits = vectors[0] ? proof.left : proof.right;
      GateBits others = vectors[0] ? proof.right : proof.left;
      int gate = proof.flip(vectors[1] ? bits.first() : bits.second());
      boolean matters =
          (word(vectors[1] ? others.first() : others.second(), gate) >>> gate & 1) == 1;
      differ += matters ? 1 : 0;
      assertThat(proof.isBelieved()).isEqualTo(!matters);
    }
    assertThat(differ).isBetween(50, 150);
  }

  private static long word(long[] words, int gate) {
    return words[gate / Long.SIZE];
  }

  @Test
  void aShareThatIsAlteredIsNotBelieved() {
    int words = 70;
    for (int i = 0; i < ProductProof.shareWords(GateBits.shape(words)); i++) {
      Proof proof = new Proof(Field.LARGE, words);
      proof.write();
      proof.leftShares[i] = Field.LARGE.residue(proof.leftShares[i] + 1 + random.nextInt(1000));
      assertThat(proof.isBelievedAsWritten()).as("share %d", i).isFalse();
    }
  }

  @Test
  void anotherMaskIsNotBelieved() {
    Proof proof = new Proof(Field.LARGE, 8);
    proof.write();
    proof.leftMask = random(Field.LARGE);
    assertThat(proof.isBelievedAsWritten()).isFalse();
  }

  /** What a verifier is sent of equal gates is different each time, and so is what it is shown. */
  @Test
  void nothingIsTheSameTwice() {
    Proof proof = new Proof(Field.LARGE, 8);
    proof.write();
    long[] shares = proof.leftShares.clone();
    Part left = proof.leftPart();
    Part right = proof.rightPart();
    proof.draw();
    proof.write();
    for (int i = 0; i < shares.length; i++) {
      assertThat(proof.leftShares[i]).isNotEqualTo(shares[i]);
    }
    assertThat(proof.leftPart().number()).isNotEqualTo(left.number());
    assertThat(proof.rightPart().number()).isNotEqualTo(right.number());
    assertThat(proof.leftPart().claim()).isNotEqualTo(left.claim());
  }

  /** The other verifier sees the numbers of a side under that side's mask, and no less. */
  @ParameterizedTest
  @EnumSource
  void eachSidesNumberIsHiddenByItsMask(Side side) {
    Field field = Field.LARGE;
    Proof proof = new Proof(field, 8);
    proof.write();
    Element before = (side == Side.LEFT ? proof.leftPart() : proof.rightPart()).number();
    Element added = random(field);
    if (side == Side.LEFT) {
      proof.leftMask = field.plus(proof.leftMask, added);
    } else {
      proof.rightMask = field.plus(proof.rightMask, added);
    }
    Element last = proof.challenges.get(proof.challenges.size() - 1);
    Element scaled = field.times(added, field.powers(last, Folding.FOLDED + 1)[Folding.FOLDED]);
    assertThat((side == Side.LEFT ? proof.leftPart() : proof.rightPart()).number())
        .isEqualTo(field.plus(before, scaled));
  }

  /**
   * A prover that gives the first polynomial as many places as there can be at which it is right,
   * and is honest otherwise, is believed as often as its challenge is one of them: in a field in
   * which that can be counted.
   */
  @Test
  void missesAreAsManyAsTheBoundSays() {
    Field field = new Field(7);
    int trials = 20_000;
    int misses = 0;
    long roots = 0;
    for (int i = 0; i < trials; i++) {
      Proof proof = new Proof(field, 1);
      proof.flip(proof.left.sign());
      roots += proof.cheat();
      misses += proof.isBelievedAsWritten() ? 1 : 0;
    }
    double expected = roots / (127.0 * 127);
    System.out.printf(
        "ProductProofTest: %d misses in %d, %.1f are expected%n", misses, trials, expected);
    assertThat(roots).isLessThanOrEqualTo(62L * trials);
    assertThat((double) misses)
        .isBetween(expected - 5 * Math.sqrt(expected), expected + 5 * Math.sqrt(expected));
  }

  private Element random(Field field) {
    return new Element(
        field.residueOfWord(random.nextLong()), field.residueOfWord(random.nextLong()));
  }

  /** One prover, two verifiers, and gates that are right until a test alters them. */
  private final class Proof {
    final Field field;
    final int words;
    final GateBits left;
    final GateBits right;
    Element leftMask;
    Element rightMask;
    long[] rightShares;
    long[] blind;
    long[] leftShares;
    List<Element> challenges;

    Proof(Field field, int words) {
      this.field = field;
      this.words = words;
      this.left = new GateBits(words(words), words(words), new long[words]);
      this.right = new GateBits(words(words), words(words), words(words));
      for (int i = 0; i < words; i++) {
        left.sign()[i] =
            left.first()[i] & right.first()[i]
                ^ left.second()[i] & right.second()[i]
                ^ right.sign()[i];
      }
      draw();
    }

    private long[] words(int count) {
      return random.longs(count).toArray();
    }

    void draw() {
      leftMask = random(field);
      rightMask = random(field);
      blind = words(Transcript.BLIND_WORDS);
      rightShares =
          random
              .longs(ProductProof.shareWords(GateBits.shape(words)))
              .map(field::residueOfWord)
              .toArray();
    }

    /** Flips the bit of a gate; returns which. */
    int flip(long[] vector) {
      int gate = random.nextInt(words * Long.SIZE);
      vector[gate / Long.SIZE] ^= 1L << gate;
      return gate;
    }

    Transcript transcript() {
      return new Transcript(Party.P0, left, blind, ProofExchange.NO_STATEMENT);
    }

    void write() {
      ProductProof.Written written =
          ProductProof.write(field, left, right, leftMask, rightMask, rightShares, transcript());
      leftShares = written.shares();
      challenges = written.challenges();
    }

    /**
     * Writes what a liar would: the first polynomial has the claimed coefficient that it should
     * have, and the right values at as many places as there can be; then all is honest.
     *
     * @return how many places these are
     */
    int cheat() {
      Element[] honest = GateBits.polynomial(field, left.padded(), right.padded());
      long gates = (long) GateBits.paddedWords(words) * Long.SIZE;
      int claimed = GateBits.FOLDED - 1;
      Element missing = field.minus(field.of(gates), honest[claimed]);
      Set<Element> places = new HashSet<>();
      Element[] roots = withRoots(honest.length - 1, places);
      // Scaled so that the claimed coefficient is the one that is missing.
      Element scale = field.times(missing, inverse(roots[claimed]));
      write();
      long[] honestShares = leftShares;
      int at = 0;
      for (int i = 0; i < honest.length; i++) {
        if (i != claimed) {
          Element added = field.times(roots[i], scale);
          honestShares[at] = field.residue(honestShares[at] + added.real());
          honestShares[at + 1] = field.residue(honestShares[at + 1] + added.imaginary());
          at += 2;
        }
      }
      // The rest follows from the challenge that this gives.
      Element challenge = transcript().challenge(field, honestShares, 0, at);
      Written rest = new Written(challenge);
      System.arraycopy(rest.shares, at, honestShares, at, honestShares.length - at);
      challenges =
          ProductProof.challenges(field, GateBits.shape(words), honestShares, transcript());
      return places.size();
    }

    /** Coefficients of a polynomial with so many roots, whose claimed one is not zero. */
    private Element[] withRoots(int count, Set<Element> places) {
      while (true) {
        places.clear();
        Element[] polynomial = {Element.ONE};
        for (int i = 0; i < count; i++) {
          Element root = random(field);
          places.add(root);
          Element[] next = new Element[polynomial.length + 1];
          for (int j = 0; j < next.length; j++) {
            Element shifted = j == 0 ? Element.ZERO : polynomial[j - 1];
            Element times =
                j == polynomial.length ? Element.ZERO : field.times(polynomial[j], root);
            next[j] = field.minus(shifted, times);
          }
          polynomial = next;
        }
        if (!polynomial[GateBits.FOLDED - 1].equals(Element.ZERO)) {
          return polynomial;
        }
      }
    }

    private Element inverse(Element x) {
      long p = field.p();
      long norm = (x.real() * x.real() + x.imaginary() * x.imaginary()) % p;
      long inverse = 1;
      for (long power = p - 2, square = norm;
          power > 0;
          power >>= 1, square = square * square % p) {
        inverse = (power & 1) == 1 ? inverse * square % p : inverse;
      }
      return field.times(new Element(x.real(), (p - x.imaginary()) % p), field.of(inverse));
    }

    /** The honest continuation of a proof whose first challenge is another. */
    private final class Written {
      final long[] shares;

      Written(Element first) {
        ProductProof.Written written =
            ProductProof.write(
                field, left, right, leftMask, rightMask, rightShares, new Replayed(first));
        this.shares = written.shares();
      }
    }

    /** A transcript whose first challenge is given. */
    private final class Replayed extends Transcript {
      private final Element first;
      private final Transcript rest = transcript();
      private boolean begun;

      Replayed(Element first) {
        super(Party.P0, left, blind, ProofExchange.NO_STATEMENT);
        this.first = first;
      }

      @Override
      Element challenge(Field in, long[] shares, int from, int to) {
        if (!begun) {
          begun = true;
          rest.challenge(in, leftShares, from, to);
          return first;
        }
        return rest.challenge(in, shares, from, to);
      }
    }

    boolean isBelieved() {
      write();
      return isBelievedAsWritten();
    }

    boolean isBelievedAsWritten() {
      return leftPart().agreesWith(field, rightPart())
          && ProductProof.challenges(field, GateBits.shape(words), leftShares, transcript())
              .equals(challenges);
    }

    Part leftPart() {
      List<Element> drawn =
          ProductProof.challenges(field, GateBits.shape(words), leftShares, transcript());
      return ProductProof.part(
          field, Side.LEFT, left, GateBits.claim(field, words), leftMask, leftShares, drawn);
    }

    Part rightPart() {
      return ProductProof.part(
          field, Side.RIGHT, right, Element.ZERO, rightMask, rightShares, challenges);
    }
  }
}
