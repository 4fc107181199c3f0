package io.dartagnan.mpc.verified;

import io.dartagnan.mpc.verified.Field.Element;
import io.dartagnan.mpc.verified.Numbers.Side;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A proof of one party to the two others that the inner product of the numbers which they have is
 * what they claim together, without a word about them.
 *
 * <p><b>Functionality.</b> The prover has the {@link Numbers} of both sides, each verifier those of
 * its own and a share of the claim. The verifiers learn whether the inner product is the sum of
 * both shares.
 *
 * <p><b>How.</b> Each fold makes one number of many: first those that the numbers have of their own
 * form, then 16 at a time ({@link Folding}), until 16 are left. Its polynomial is shared between
 * the verifiers, all coefficients but the one that is claimed already; its value at the challenge
 * is the next claim. To the last polynomials each side adds a coefficient at random above the
 * others, which hides what its numbers are folded to and adds nothing to the claimed coefficient.
 * The verifiers show each other these two numbers and their shares of the last claim, and compare.
 *
 * <p><b>Adversary.</b> A prover that deviates is believed with probability at most 62 / p^2 for
 * each challenge that it tries out: two different polynomials of degree d meet at d challenges at
 * most, and p^2 is about 2^122. A verifier that is curious receives shares under a stream that it
 * does not know, or draws them, and one number that is uniform, since it is hidden by the other
 * side's coefficient; the other share of the claim follows from these, as long as the prover and
 * both verifiers have one statement.
 *
 * <p><b>Source.</b> Boneh, Boyle, Corrigan-Gibbs, Gilboa, Ishai, "Zero-Knowledge Proofs on
 * Secret-Shared Data via Fully Linear PCPs", CRYPTO 2019; Boyle, Gilboa, Ishai, Nof, CCS 2019.
 * <b>Deviation.</b> Coefficients in place of values, see {@link Folding}; challenges by hashing, in
 * the quadratic extension of the field.
 */
final class ProductProof {

  /** Coefficients of a polynomial that is folded last, with that at random. */
  private static final int LAST = Folding.FOLDED + 1;

  private ProductProof() {}

  /**
   * Number of coefficients of each polynomial, the claimed one left out, and where that one
   * belongs.
   *
   * @param coefficients that are sent
   * @param claimed the degree of the one that is not
   */
  record Fold(int coefficients, int claimed) {

    /** The polynomial, of shares and of the share of the claim. */
    Element[] polynomial(long[] shares, int at, Element claim) {
      Element[] polynomial = new Element[coefficients + 1];
      for (int i = 0, from = at; i < polynomial.length; i++) {
        if (i == claimed) {
          polynomial[i] = claim;
        } else {
          polynomial[i] = new Element(shares[from], shares[from + 1]);
          from += 2;
        }
      }
      return polynomial;
    }
  }

  /** The folds of numbers of a shape. */
  static List<Fold> folds(Numbers.Shape shape) {
    List<Fold> folds = new ArrayList<>();
    shape.own().forEach(folded -> folds.add(new Fold(2 * folded - 2, folded - 1)));
    for (int left = shape.left(); left > Folding.FOLDED; left = Folding.folded(left)) {
      folds.add(new Fold(2 * Folding.FOLDED - 2, Folding.FOLDED - 1));
    }
    folds.add(new Fold(2 * LAST - 2, Folding.FOLDED - 1));
    return folds;
  }

  /** Words that the shares of a proof take. */
  static int shareWords(Numbers.Shape shape) {
    return 2 * folds(shape).stream().mapToInt(Fold::coefficients).sum();
  }

  /**
   * A proof that is written.
   *
   * @param shares for the left verifier
   * @param challenges for the right one
   */
  record Written(long[] shares, List<Element> challenges) {}

  /**
   * Writes a proof.
   *
   * @param left numbers of the left verifier
   * @param right those of the right one
   * @param leftMask the coefficient at random that the prover and the left verifier have
   * @param rightMask that of the right one
   * @param rightShares the right verifier's shares, residues
   */
  static Written write(
      Field field,
      Numbers left,
      Numbers right,
      Element leftMask,
      Element rightMask,
      long[] rightShares,
      Transcript transcript) {
    List<Fold> folds = folds(left.shape());
    int own = left.shape().own().size();
    Shares shares = new Shares(field, rightShares, transcript);
    for (Fold fold : folds.subList(0, own)) {
      shares.next(fold, left.polynomial(field, right, shares.challenges));
    }
    Elements us = left.fold(field, Side.LEFT, shares.challenges);
    Elements vs = right.fold(field, Side.RIGHT, shares.challenges);
    for (Fold fold : folds.subList(own, folds.size() - 1)) {
      Element challenge = shares.next(fold, Folding.polynomial(field, us, vs));
      us = Folding.fold(field, Side.LEFT, us, challenge);
      vs = Folding.fold(field, Side.RIGHT, vs, challenge);
    }
    shares.next(
        folds.get(folds.size() - 1),
        product(
            field, last(field, Side.LEFT, us, leftMask), last(field, Side.RIGHT, vs, rightMask)));
    return new Written(shares.left, shares.challenges);
  }

  /** The left verifier's shares, as they come about. */
  private static final class Shares {
    final Field field;
    final long[] right;
    final long[] left;
    final Transcript transcript;
    final List<Element> challenges = new ArrayList<>();
    int at;

    Shares(Field field, long[] right, Transcript transcript) {
      this.field = field;
      this.right = right;
      this.left = new long[right.length];
      this.transcript = transcript;
    }

    /** Shares the next polynomial, and draws its challenge. */
    Element next(Fold fold, Element[] polynomial) {
      int from = at;
      for (int i = 0; i < polynomial.length; i++) {
        if (i != fold.claimed) {
          left[at] = field.residue(polynomial[i].real() + field.p() - right[at]);
          left[at + 1] = field.residue(polynomial[i].imaginary() + field.p() - right[at + 1]);
          at += 2;
        }
      }
      Element challenge = transcript.challenge(field, left, from, at);
      challenges.add(challenge);
      return challenge;
    }
  }

  /** The challenges that follow from the shares of a proof about numbers of a shape. */
  static List<Element> challenges(
      Field field, Numbers.Shape shape, long[] shares, Transcript transcript) {
    List<Element> challenges = new ArrayList<>();
    int at = 0;
    for (Fold fold : folds(shape)) {
      int to = at + 2 * fold.coefficients;
      challenges.add(transcript.challenge(field, shares, at, to));
      at = to;
    }
    return challenges;
  }

  /**
   * What a verifier shows the other.
   *
   * @param number its side's numbers, folded to one
   * @param claim its share of the last claim
   */
  record Part(Element number, Element claim) {

    /** Whether this and the other verifier's part belong to a proof of what is right. */
    boolean agreesWith(Field field, Part other) {
      return field.times(number, other.number).equals(field.plus(claim, other.claim));
    }
  }

  /**
   * A verifier's part of the check of a proof.
   *
   * @param own its numbers
   * @param claimed its share of what their inner product with the other side's is claimed to be
   * @param mask the coefficient at random that it shares with the prover
   * @param shares its shares of the proof, residues
   */
  static Part part(
      Field field,
      Side side,
      Numbers own,
      Element claimed,
      Element mask,
      long[] shares,
      List<Element> challenges) {
    List<Fold> folds = folds(own.shape());
    Element claim = claimed;
    int at = 0;
    for (int i = 0; i < folds.size(); i++) {
      Fold fold = folds.get(i);
      claim = field.value(fold.polynomial(shares, at, claim), challenges.get(i));
      at += 2 * fold.coefficients;
    }
    Elements numbers = own.fold(field, side, challenges);
    for (Element challenge : challenges.subList(own.shape().own().size(), challenges.size() - 1)) {
      numbers = Folding.fold(field, side, numbers, challenge);
    }
    Element last = challenges.get(challenges.size() - 1);
    return new Part(field.value(last(field, side, numbers, mask), last), claim);
  }

  /** The polynomial of the numbers that are left, and a coefficient at random above them. */
  private static Element[] last(Field field, Side side, Elements numbers, Element mask) {
    Elements padded = numbers.paddedTo(Folding.FOLDED);
    Element[] polynomial = new Element[LAST];
    for (int s = 0; s < Folding.FOLDED; s++) {
      polynomial[side == Side.LEFT ? s : Folding.FOLDED - 1 - s] = padded.get(field, s);
    }
    polynomial[LAST - 1] = mask;
    return polynomial;
  }

  private static Element[] product(Field field, Element[] left, Element[] right) {
    Element[] product = new Element[left.length + right.length - 1];
    Arrays.fill(product, Element.ZERO);
    for (int i = 0; i < left.length; i++) {
      for (int j = 0; j < right.length; j++) {
        product[i + j] = field.plus(product[i + j], field.times(left[i], right[j]));
      }
    }
    return product;
  }
}
