package io.dartagnan.mpc.verified;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.DeviationException;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import io.dartagnan.mpc.verified.Field.Element;
import io.dartagnan.mpc.verified.GateBits.Side;
import io.dartagnan.mpc.verified.GateProof.Part;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The check of all gates of a batch that are not proven yet, before anything is opened.
 *
 * <p><b>Functionality.</b> Each party ends with an error, or knows that the two others sent in
 * every gate what follows from the shares of those who checked them.
 *
 * <p><b>Adversary.</b> One party that deviates as it likes. It is believed by the two others with
 * probability at most 2^-116 for each challenge that it tries out ({@link GateProof}); it learns
 * nothing by the check, and can make an honest party's proof fail only by its own lie, so that
 * whether the check passes says nothing of the values.
 *
 * <p><b>How.</b> Each party proves its gates to the previous one, the left verifier, which gets its
 * shares of the polynomials, and to the next one, the right verifier, which draws its own and is
 * told the challenges. Then the two verifiers show each other what they have made of it, and a hash
 * of the challenges.
 *
 * <p>A proof fails by its prover or by the other verifier, and which it was is not to be seen by
 * one party alone; so both are suspects.
 *
 * <p><b>Rounds.</b> 2. <b>Cost.</b> Some 3.4 kilobytes for the gates of 32,768 equalities of 64
 * bits, and 0.1 for the challenges, from each party.
 *
 * <p><b>Source.</b> {@link GateProof}. <b>On failure.</b> A {@link DeviationException}, or the
 * exchange's error where a message is missing or has another length; nothing that came of the gates
 * was opened, and nothing will be: a batch has no second try.
 */
final class GateCheck {

  /** Declaration of this protocol. */
  static final Protocol PROTOCOL =
      new Protocol(
          "proof of gates",
          "that one word of gates per lane was evaluated rightly, or an error",
          VerifiedSuite.ADVERSARY + "; believed wrongly with probability 2^-116 for each try",
          "Boneh et al., CRYPTO 2019; Boyle, Gilboa, Ishai, Nof, CCS 2019; Li et al., USENIX Security"
              + " 2023 (encoding)",
          "challenges by hashing in the quadratic extension of the field; coefficients in place of"
              + " values",
          (ring, lanes) -> cost(lanes));

  private static final Field FIELD = Field.LARGE;
  private static final int ELEMENT_WORDS = 2;
  private static final int HASH_WORDS = 4;
  private static final int SHOWN_WORDS = 2 * ELEMENT_WORDS + HASH_WORDS;

  private final UnprovenGates gates;
  private final Party self;
  private final int words;
  private final Context step;
  private final Context left;
  private final Context right;
  private final Context shares;

  private GateCheck(Context context, UnprovenGates gates) {
    this.gates = gates;
    this.self = context.self();
    this.words = gates.words();
    this.step = context.checking("proof%d-%d".formatted(gates.beginProof(), words));
    this.left = step.narrow("left");
    this.right = step.narrow("right");
    this.shares = step.narrow("shares");
  }

  /**
   * Checks all gates that are not proven yet.
   *
   * @throws DeviationException if one is not what it should be, or a proof is not
   */
  static void run(Context context, UnprovenGates gates) {
    if (gates.words() > 0) {
      GateCheck check = new GateCheck(context, gates);
      check.prove();
      check.verify();
      gates.endProof();
    }
  }

  private void prove() {
    long[] withLeft = left.randomWithPrev(ELEMENT_WORDS + Transcript.BLIND_WORDS);
    GateBits ofLeft = gates.left();
    GateProof.Written proof =
        GateProof.write(
            FIELD,
            ofLeft,
            gates.right(),
            element(withLeft, 0),
            element(right.randomWithNext(ELEMENT_WORDS), 0),
            residues(shares.randomWithNext(GateProof.shareWords(words))),
            new Transcript(self, ofLeft, blind(withLeft)));
    step.send(self.prev(), proof.shares());
    step.send(self.next(), words(proof.challenges()));
  }

  private void verify() {
    Party next = self.next();
    Party prev = self.prev();
    long[] withNext = left.randomWithNext(ELEMENT_WORDS + Transcript.BLIND_WORDS);
    GateBits ofNext = gates.leftOfNext();
    long[] received = residues(step.receive(next, GateProof.shareWords(words)));
    List<Element> challenges =
        GateProof.challenges(FIELD, words, received, new Transcript(next, ofNext, blind(withNext)));
    Part leftPart =
        GateProof.part(FIELD, Side.LEFT, ofNext, element(withNext, 0), received, challenges);

    List<Element> told = elements(step.receive(prev, challengeWords()));
    Part rightPart =
        GateProof.part(
            FIELD,
            Side.RIGHT,
            gates.rightOfPrev(),
            element(right.randomWithPrev(ELEMENT_WORDS), 0),
            residues(shares.randomWithPrev(GateProof.shareWords(words))),
            told);

    // The other verifier of the next party's proof is the previous party, and the other way round.
    Context check = step.narrow("check");
    check.send(prev, shown(leftPart, challenges));
    check.send(next, shown(rightPart, told));
    compare(next, prev, leftPart, challenges, check.receive(prev, SHOWN_WORDS));
    compare(prev, next, rightPart, told, check.receive(next, SHOWN_WORDS));
  }

  private void compare(
      Party prover, Party verifier, Part own, List<Element> challenges, long[] shown) {
    if (!holds(own, challenges, shown)) {
      throw new DeviationException(
          List.of(prover, verifier), "the proof of " + prover + "'s gates does not hold");
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

  private int challengeWords() {
    return ELEMENT_WORDS * GateProof.folds(words).size();
  }

  // Any word stands for a residue, so that no proof can be refused before it is compared.
  private static long[] residues(long[] words) {
    return Arrays.stream(words).map(FIELD::residueOfWord).toArray();
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
    System.arraycopy(hash(challenges), 0, shown, 2 * ELEMENT_WORDS, HASH_WORDS);
    return shown;
  }

  private static long[] hash(List<Element> challenges) {
    MessageDigest digest = Transcript.hash();
    digest.update(Transcript.bytes(words(challenges)));
    long[] hash = new long[HASH_WORDS];
    ByteBuffer.wrap(digest.digest()).asLongBuffer().get(hash);
    return hash;
  }

  /** Cost of the check of so many words of gates, 64 to a word. */
  static Cost cost(int words) {
    long proof = GateProof.shareWords(words) + (long) ELEMENT_WORDS * GateProof.folds(words).size();
    return Cost.each(proof * Long.BYTES).then(Cost.each(2L * SHOWN_WORDS * Long.BYTES));
  }
}
