package io.dartagnan.mpc.verified;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.DeviationException;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.verified.Field.Element;
import io.dartagnan.mpc.verified.Numbers.Side;
import io.dartagnan.mpc.verified.ProductProof.Part;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * One party's part in the exchange of {@link ProductProof}s, of each party at most one.
 *
 * <p>A prover sends the previous party, its left verifier, that one's shares of the polynomials,
 * and the next one, its right verifier, the challenges; that one draws its shares. Both are sent,
 * too, what the prover was told of the statement, and compare it with what they have: a verifier
 * that tells a prover something else than the other one has would see by that one's part what its
 * numbers are. Then the two show each other what they have made of the proof, and a hash of the
 * challenges.
 *
 * <p>A proof fails by its prover or by the other verifier, and which it was is not to be seen by
 * one party alone; so both are suspects. Where the two honest parties have what both hold alike, a
 * third can make an honest one's proof fail only by its own lie, so that whether a proof holds says
 * nothing of the values.
 */
final class ProofExchange {
  static final Field FIELD = Field.LARGE;

  /** The statement of a proof whose prover is told nothing. */
  static final long[] NO_STATEMENT = {};

  private static final int ELEMENT_WORDS = 2;

  /** Words that a verifier shows the other one. */
  static final int SHOWN_WORDS = 2 * ELEMENT_WORDS + Transcript.DIGEST_WORDS;

  private final Context step;
  private final String what;
  private final Party self;
  private final Context left;
  private final Context right;
  private final Context shares;

  /**
   * An exchange.
   *
   * @param step taken with {@link Context#checking}, for this alone
   * @param what is proven, for messages
   */
  ProofExchange(Context step, String what) {
    this.step = step;
    this.what = what;
    this.self = step.self();
    this.left = step.narrow("left");
    this.right = step.narrow("right");
    this.shares = step.narrow("shares");
  }

  /**
   * Sends the proof of this party.
   *
   * @param statement what a verifier told it and the numbers depend on, in words
   */
  void prove(Numbers ofLeft, Numbers ofRight, long[] statement) {
    long[] withLeft = left.randomWithPrev(ELEMENT_WORDS + Transcript.BLIND_WORDS);
    ProductProof.Written proof =
        ProductProof.write(
            FIELD,
            ofLeft,
            ofRight,
            element(withLeft, 0),
            element(right.randomWithNext(ELEMENT_WORDS), 0),
            FIELD.residuesOfWords(shares.randomWithNext(ProductProof.shareWords(ofLeft.shape()))),
            new Transcript(self, ofLeft, blind(withLeft), statement));
    step.send(self.prev(), proof.shares(), statement);
    step.send(self.next(), words(proof.challenges()), statement);
  }

  /**
   * What a verifier has of a proof.
   *
   * @param numbers its own
   * @param claim its share of what their inner product with the other verifier's is to be
   * @param statement what the prover is to have been told
   */
  record View(Numbers numbers, Element claim, long[] statement) {}

  /** What a verifier has made of a proof. */
  private record Look(Part part, List<Element> challenges) {}

  /**
   * Checks the proofs of others.
   *
   * @param ofNext what this party, as left verifier, has of the next one's; null if that one proves
   *     nothing
   * @param ofPrev what it has, as right verifier, of the previous one's; likewise
   * @throws DeviationException if one does not hold
   */
  void verify(View ofNext, View ofPrev) {
    Party next = self.next();
    Party prev = self.prev();
    Look leftLook = ofNext == null ? null : asLeft(ofNext);
    Look rightLook = ofPrev == null ? null : asRight(ofPrev);
    // By now both statements are compared: nothing is shown before.
    // The other verifier of the next party's proof is the previous party, and the other way round.
    Context check = step.narrow("check");
    if (leftLook != null) {
      check.send(prev, shown(leftLook.part, leftLook.challenges));
    }
    if (rightLook != null) {
      check.send(next, shown(rightLook.part, rightLook.challenges));
    }
    if (leftLook != null) {
      compare(next, prev, leftLook, check.receive(prev, SHOWN_WORDS));
    }
    if (rightLook != null) {
      compare(prev, next, rightLook, check.receive(next, SHOWN_WORDS));
    }
  }

  private Look asLeft(View view) {
    Numbers numbers = view.numbers;
    long[] drawn = left.randomWithNext(ELEMENT_WORDS + Transcript.BLIND_WORDS);
    int words = ProductProof.shareWords(numbers.shape());
    long[] received = FIELD.residuesOfWords(receive(self.next(), self.prev(), words, view));
    List<Element> challenges =
        ProductProof.challenges(
            FIELD,
            numbers.shape(),
            received,
            new Transcript(self.next(), numbers, blind(drawn), view.statement));
    return new Look(
        ProductProof.part(
            FIELD, Side.LEFT, numbers, view.claim, element(drawn, 0), received, challenges),
        challenges);
  }

  private Look asRight(View view) {
    Numbers.Shape shape = view.numbers.shape();
    List<Element> told = elements(receive(self.prev(), self.next(), challengeWords(shape), view));
    return new Look(
        ProductProof.part(
            FIELD,
            Side.RIGHT,
            view.numbers,
            view.claim,
            element(right.randomWithPrev(ELEMENT_WORDS), 0),
            FIELD.residuesOfWords(shares.randomWithPrev(ProductProof.shareWords(shape))),
            told),
        told);
  }

  /** Words of a proof, once it is of the statement that this verifier has. */
  private long[] receive(Party prover, Party verifier, int words, View view) {
    long[] received = step.receive(prover, words + view.statement.length);
    if (!Arrays.equals(Arrays.copyOfRange(received, words, received.length), view.statement)) {
      throw new DeviationException(
          List.of(prover, verifier),
          "the proof of %s's %s is of another statement".formatted(prover, what));
    }
    return Arrays.copyOf(received, words);
  }

  private void compare(Party prover, Party verifier, Look own, long[] shown) {
    if (!holds(own.part, own.challenges, shown)) {
      throw new DeviationException(
          List.of(prover, verifier), "the proof of %s's %s does not hold".formatted(prover, what));
    }
  }

  /**
   * Whether a proof holds.
   *
   * @param own this verifier's part of it
   * @param challenges as this verifier has them
   * @param shown what the other verifier shows, see {@link #shown}
   */
  static boolean holds(Part own, List<Element> challenges, long[] shown) {
    long[] hash = Arrays.copyOfRange(shown, 2 * ELEMENT_WORDS, SHOWN_WORDS);
    Part other = new Part(element(shown, 0), element(shown, ELEMENT_WORDS));
    return Arrays.equals(hash, hash(challenges)) && own.agreesWith(FIELD, other);
  }

  private static long[] blind(long[] drawn) {
    return Arrays.copyOfRange(drawn, ELEMENT_WORDS, drawn.length);
  }

  private static int challengeWords(Numbers.Shape shape) {
    return ELEMENT_WORDS * ProductProof.folds(shape).size();
  }

  /** The element that two words stand for. */
  static Element element(long[] words, int at) {
    return new Element(FIELD.residueOfWord(words[at]), FIELD.residueOfWord(words[at + 1]));
  }

  private static long[] words(List<Element> elements) {
    return elements.stream().flatMapToLong(e -> LongStream.of(e.real(), e.imaginary())).toArray();
  }

  private static List<Element> elements(long[] words) {
    return IntStream.range(0, words.length / ELEMENT_WORDS)
        .mapToObj(i -> element(words, ELEMENT_WORDS * i))
        .toList();
  }

  /** What a verifier shows the other: its part, and a hash of the challenges. */
  static long[] shown(Part part, List<Element> challenges) {
    long[] shown = Arrays.copyOf(words(List.of(part.number(), part.claim())), SHOWN_WORDS);
    System.arraycopy(hash(challenges), 0, shown, 2 * ELEMENT_WORDS, Transcript.DIGEST_WORDS);
    return shown;
  }

  private static long[] hash(List<Element> challenges) {
    return Transcript.digest(words(challenges));
  }

  /** Bytes of the shares that a prover sends its left verifier. */
  static long shareBytes(Numbers.Shape shape) {
    return (long) Long.BYTES * ProductProof.shareWords(shape);
  }

  /** Bytes of the challenges that it sends its right verifier. */
  static long challengeBytes(Numbers.Shape shape) {
    return (long) Long.BYTES * challengeWords(shape);
  }

  /** Bytes that a verifier shows the other one. */
  static long shownBytes() {
    return (long) Long.BYTES * SHOWN_WORDS;
  }
}
