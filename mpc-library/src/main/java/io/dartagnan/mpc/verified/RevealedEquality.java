package io.dartagnan.mpc.verified;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.exchange.DeviationException;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import io.dartagnan.mpc.verified.Field.Element;
import io.dartagnan.mpc.verified.ProofExchange.View;
import java.util.Arrays;
import java.util.List;

/**
 * Equality, the answer revealed to all three parties, or an error.
 *
 * <p><b>Functionality.</b> From replicated xor shares of a batch x and one operand k, the bit [x =
 * k] of every lane.
 *
 * <p><b>How.</b> x - k is the exclusive or of a = d_1, of P1 and P0, and b = d_2 xor d_0, of P2. A
 * lane is equal when a = b. P1 and P2 hash what they have with a linear hash whose key both draw,
 * fresh for every lane, over 32-bit halves h_j and p = 2^61 - 1, and send it to P0:
 *
 * <pre>
 *   t_1 = m + sum of key_j h_j(a)          t_2 = m + n + sum of key_j h_j(b)      mod p
 * </pre>
 *
 * <p>Both prove that they have hashed their shares ({@link ProductProof}): what one verifier of
 * each has, the keys, and what the other has, a share, make an inner product; that of b is one of
 * pieces of bits ({@link XorBits}). All lanes are proven at once, each with a weight that the
 * verifiers draw when the hashes are there; one tells the prover, which tells the other. Then P1
 * tells P0 the seed of n, and P0 knows which lanes are equal. It tells the two others, and proves
 * of all other lanes that the difference of the hashes has an inverse, which it shares between
 * them. The two compare a digest of the answer, and of the hashes, without n, of what it calls
 * equal.
 *
 * <p><b>Adversary.</b> One party that deviates as it likes. It is believed by the two others with
 * probability at most 2^-59 for each proof, and 2^-116 for each challenge that it tries out. Until
 * the hashes are proven P0 receives two words per lane that are uniform, since it knows neither m
 * nor n; then their difference, which is zero where the lane is equal and else uniform, but for a
 * distance of 2^-59 per lane. P1 and P2 receive the answer, a share of an inverse that is uniform,
 * and a digest that they can compute.
 *
 * <p><b>Error.</b> Two different values are called equal with probability at most 2^-60 per lane,
 * if they and their shares were chosen before the keys are drawn.
 *
 * <p><b>Rounds.</b> 10. <b>Cost.</b> 8 bytes per lane from each party and the answer, 24.25 bytes
 * for n = 64 and for any other, and some 2 kilobytes of proofs from each party.
 *
 * <p><b>Source.</b> Feige, Kilian, Naor, "A Minimal Model for Secure Computation", STOC 1994
 * (equality by an affine map under common randomness); Boneh et al., CRYPTO 2019 (proofs).
 * <b>Deviation.</b> Senders and referee prove what they send.
 *
 * <p><b>On failure.</b> A {@link DeviationException}, or the exchange's error where a message is
 * missing or has another length.
 */
final class RevealedEquality {

  /** Declaration of this protocol. */
  static final Protocol PROTOCOL =
      new Protocol(
          "proven equality, revealed",
          "[x = k] to all parties, or an error; wrong with probability 2^-60 per lane for values"
              + " chosen before the keys, believed wrongly with 2^-59",
          VerifiedSuite.ADVERSARY,
          "Feige, Kilian, Naor, STOC 1994; Boneh et al., CRYPTO 2019",
          "senders and referee prove what they send",
          (ring, lanes) -> cost(ring, lanes));

  private static final Party REFEREE = Party.P0;
  private static final Party FIRST = Party.P1;
  private static final Party SECOND = Party.P2;
  private static final Field FIELD = ProofExchange.FIELD;
  private static final long P = FIELD.p();
  private static final int HALVES = 2;
  private static final int HALF_BITS = 32;
  private static final long HALF = (1L << HALF_BITS) - 1;
  private static final int ROUNDS = 10;

  // For each word of a share, which are two, 11 words of numbers and of what is drawn for them, and
  // while they are proven 8 of pieces and their factors, and 16 of what these are folded to.
  private static final int KEPT_BYTES = 18;

  private final int lanes;
  private final int words;
  private final Shares d;
  private final Context hashes;
  private final Context secrets;
  private final Context ofFirst;
  private final Context ofSecond;
  private final Context ofReferee;
  private final ProofExchange hashProofs;
  private final Context agreed;
  private final Context seed;
  private final Context answer;
  private final Context inverses;
  private final ProofExchange answerProof;
  private final Context digests;
  private boolean isProven;

  private RevealedEquality(Context context, Shares d) {
    this.d = d;
    this.lanes = d.lanes();
    this.words = d.own().length;
    Context check = context.checking("equality");
    Context opening = context.opening("equality");
    this.hashes = check.narrow("hashes");
    this.secrets = check.narrow("secrets");
    this.ofFirst = check.narrow("weights-1");
    this.ofSecond = check.narrow("weights-2");
    this.ofReferee = check.narrow("weights-0");
    this.hashProofs = new ProofExchange(check.narrow("hash-proofs"), "hashes");
    this.agreed = check.narrow("agreed");
    this.seed = opening.narrow("seed");
    this.answer = opening.narrow("answer");
    this.inverses = check.narrow("inverses");
    this.answerProof = new ProofExchange(check.narrow("answer-proof"), "answer");
    this.digests = check.narrow("digests");
    context.openOnlyIf(() -> isProven);
  }

  /** The answer, 64 lanes to a word. */
  static long[] compare(Context context, Shares x, Shares k) {
    RevealedEquality equality = new RevealedEquality(context, x.minus(k));
    return switch (context.self()) {
      case P0 -> equality.asReferee();
      case P1 -> equality.asFirst();
      case P2 -> equality.asSecond();
    };
  }

  /** What both senders draw. */
  private final class Secrets {
    final long[] keys;
    final long[] masks;
    final long[] seed;
    final long[] blinds;

    Secrets(long[] drawn) {
      int keyCount = HALVES * words;
      keys = reduced(Arrays.copyOf(drawn, keyCount));
      masks = reduced(Arrays.copyOfRange(drawn, keyCount, keyCount + lanes));
      seed = Arrays.copyOfRange(drawn, keyCount + lanes, drawn.length);
      blinds = reduced(Context.expand(seed, lanes));
    }
  }

  private int secretWords() {
    return HALVES * words + lanes + Context.SEED_WORDS;
  }

  private long[] asReferee() {
    long[] first = FIELD.residuesOfWords(hashes.receive(FIRST, lanes));
    long[] received = hashes.receive(SECOND, lanes + Context.SEED_WORDS);
    long[] second = FIELD.residuesOfWords(Arrays.copyOf(received, lanes));
    long[] committed = Arrays.copyOfRange(received, lanes, received.length);
    long[] firstSeed = ofFirst.randomWithPrev(Context.SEED_WORDS);
    long[] secondSeed = ofSecond.randomWithNext(Context.SEED_WORDS);
    ofFirst.send(FIRST, firstSeed);
    ofSecond.send(SECOND, secondSeed);
    long[] firstWeights = weights(firstSeed);
    long[] secondWeights = weights(secondSeed);
    hashProofs.verify(
        new View(weighted(halves(d.next()), firstWeights), sum(firstWeights, first), firstSeed),
        new View(
            new XorBits(null, XorBits.pieces(d.own())), sum(secondWeights, second), secondSeed));
    isProven = true;

    long[] told = seed.receive(FIRST, Context.SEED_WORDS);
    if (!Arrays.equals(Transcript.digest(told), committed)) {
      throw new DeviationException(
          List.of(FIRST, SECOND), "the seed that one tells is not the one that the other has");
    }
    long[] blinds = reduced(Context.expand(told, lanes));
    long[] differences = new long[lanes];
    for (int lane = 0; lane < lanes; lane++) {
      second[lane] = FIELD.residue(second[lane] + P - FIELD.residue(blinds[lane]));
      differences[lane] = FIELD.residue(first[lane] + P - second[lane]);
    }
    long[] equal = zeros(differences);
    long[] withFirst = reduced(inverses.randomWithNext(lanes));
    long[] withSecond = FIELD.inverses(differences);
    for (int lane = 0; lane < lanes; lane++) {
      withSecond[lane] = FIELD.residue(withSecond[lane] + P - FIELD.residue(withFirst[lane]));
    }
    answer.send(FIRST, equal);
    answer.send(SECOND, equal);
    inverses.send(SECOND, withSecond);

    long[] refereeSeed = ofReferee.receive(SECOND, Context.SEED_WORDS);
    answerProof.prove(
        ofSecondInverse(withSecond, second),
        ofFirstInverse(withFirst, first, weights(refereeSeed, equal)),
        refereeSeed);
    return equal;
  }

  private long[] asFirst() {
    Secrets drawn = new Secrets(secrets.randomWithNext(secretWords()));
    long[] halves = halves(d.own());
    long[] hash = hash(drawn, halves);
    hashes.send(REFEREE, hash);

    long[] firstSeed = ofFirst.receive(REFEREE, Context.SEED_WORDS);
    hashProofs.prove(weighted(halves, weights(firstSeed)), Elements.of(drawn.keys), firstSeed);
    long[] secondSeed = ofSecond.randomWithPrev(Context.SEED_WORDS);
    long[] secondWeights = weights(secondSeed);
    long[] known = hash(drawn, halves(d.next()));
    Arrays.setAll(known, lane -> FIELD.loose(known[lane] + drawn.blinds[lane]));
    hashProofs.verify(
        new View(
            new XorBits(factors(drawn.keys, secondWeights), XorBits.pieces(d.next())),
            minus(sum(secondWeights, known)),
            secondSeed),
        null);
    agreeWith(SECOND);
    seed.send(REFEREE, drawn.seed);

    long[] equal = answer.receive(REFEREE, BitPlanes.words(lanes));
    BitPlanes.clearBeyond(equal, lanes);
    compareWith(SECOND, equal, hash);
    long[] inverse = reduced(inverses.randomWithPrev(lanes));
    long[] refereeSeed = ofReferee.randomWithNext(Context.SEED_WORDS);
    long[] refereeWeights = weights(refereeSeed, equal);
    long[] claimed = new long[lanes];
    for (int lane = 0; lane < lanes; lane++) {
      claimed[lane] =
          FIELD.residue(1 + P - FIELD.residue(FIELD.product(hash[lane], inverse[lane])));
    }
    answerProof.verify(
        null,
        new View(
            ofFirstInverse(inverse, hash, refereeWeights),
            sum(refereeWeights, claimed),
            refereeSeed));
    return equal;
  }

  private long[] asSecond() {
    Secrets drawn = new Secrets(secrets.randomWithPrev(secretWords()));
    long[] mixed = d.own().clone();
    BitPlanes.add(mixed, 0, d.next(), 0, mixed.length);
    long[] hash = hash(drawn, halves(mixed));
    long[] blinded = new long[lanes];
    Arrays.setAll(blinded, lane -> FIELD.residue(hash[lane] + FIELD.residue(drawn.blinds[lane])));
    hashes.send(REFEREE, blinded, Transcript.digest(drawn.seed));

    long[] secondSeed = ofSecond.receive(REFEREE, Context.SEED_WORDS);
    hashProofs.prove(
        new XorBits(factors(drawn.keys, weights(secondSeed)), XorBits.pieces(d.own())),
        new XorBits(null, XorBits.pieces(d.next())),
        secondSeed);
    long[] firstSeed = ofFirst.randomWithNext(Context.SEED_WORDS);
    hashProofs.verify(
        null,
        new View(Elements.of(drawn.keys), minus(sum(weights(firstSeed), drawn.masks)), firstSeed));
    agreeWith(FIRST);

    long[] equal = answer.receive(REFEREE, BitPlanes.words(lanes));
    BitPlanes.clearBeyond(equal, lanes);
    long[] inverse = FIELD.residuesOfWords(inverses.receive(REFEREE, lanes));
    long[] refereeSeed = ofReferee.randomWithPrev(Context.SEED_WORDS);
    // Not before answer and inverses are here: the referee must not choose them by the weights.
    ofReferee.send(REFEREE, refereeSeed);
    compareWith(FIRST, equal, hash);
    long[] refereeWeights = weights(refereeSeed, equal);
    long[] claimed = new long[lanes];
    Arrays.setAll(claimed, lane -> FIELD.residue(FIELD.product(hash[lane], inverse[lane])));
    answerProof.verify(
        new View(ofSecondInverse(inverse, hash), sum(refereeWeights, claimed), refereeSeed), null);
    return equal;
  }

  /** What the first sender has of (t_1 - t_2) (w_1 + w_2) = 1, for each lane of weight c. */
  private static Elements ofFirstInverse(long[] inverse, long[] hash, long[] weights) {
    int lanes = weights.length;
    long[] numbers = new long[2 * lanes];
    for (int lane = 0; lane < lanes; lane++) {
      numbers[lane] = FIELD.loose(FIELD.product(weights[lane], hash[lane]));
      numbers[lanes + lane] = FIELD.loose(FIELD.product(weights[lane], inverse[lane]));
    }
    return Elements.of(numbers);
  }

  /** What the second one has of it. */
  private static Elements ofSecondInverse(long[] inverse, long[] hash) {
    int lanes = hash.length;
    long[] numbers = Arrays.copyOf(inverse, 2 * lanes);
    for (int lane = 0; lane < lanes; lane++) {
      numbers[lanes + lane] = FIELD.residue(P - hash[lane]);
    }
    return Elements.of(numbers);
  }

  /** Waits until the other sender, too, has seen that the hashes are right. */
  private void agreeWith(Party other) {
    agreed.send(other, new long[1]);
    agreed.receive(other, 1);
    isProven = true;
  }

  /**
   * Compares the answer, and the hashes of lanes that it calls equal: of these both senders have
   * the same. It comes before the proof of the answer is verified, whose weights depend on the
   * answer.
   */
  private void compareWith(Party other, long[] equal, long[] hash) {
    long[] ofEqual = hash.clone();
    for (int lane = 0; lane < lanes; lane++) {
      ofEqual[lane] &= BitPlanes.bit(equal, lane) ? -1 : 0;
    }
    long[] own = Transcript.digest(equal, ofEqual);
    digests.send(other, own);
    if (!Arrays.equals(own, digests.receive(other, own.length))) {
      throw new DeviationException(
          List.of(REFEREE, other), "the answer of " + REFEREE + " is not that of the hashes");
    }
  }

  /** Halves of words: the lower ones, then the higher ones. */
  private static long[] halves(long[] of) {
    long[] halves = new long[HALVES * of.length];
    for (int i = 0; i < of.length; i++) {
      halves[i] = of[i] & HALF;
      halves[of.length + i] = of[i] >>> HALF_BITS;
    }
    return halves;
  }

  /** The hash of each lane, a residue. */
  private long[] hash(Secrets drawn, long[] halves) {
    int limbs = words / lanes;
    long[] hash = new long[lanes];
    for (int lane = 0; lane < lanes; lane++) {
      long sum = drawn.masks[lane];
      for (int i = lane * limbs; i < (lane + 1) * limbs; i++) {
        sum = FIELD.loose(sum + FIELD.product(drawn.keys[i], halves[i]));
        sum = FIELD.loose(sum + FIELD.product(drawn.keys[words + i], halves[words + i]));
      }
      hash[lane] = FIELD.residue(sum);
    }
    return hash;
  }

  /** Halves times the weights of their lanes. */
  private Elements weighted(long[] halves, long[] weights) {
    int limbs = words / lanes;
    long[] numbers = new long[halves.length];
    for (int i = 0; i < halves.length; i++) {
      numbers[i] = FIELD.loose(FIELD.product(weights[i % words / limbs], halves[i]));
    }
    return Elements.of(numbers);
  }

  /** For each piece of each word, its key, the weight of its lane, and its place in its half. */
  private long[] factors(long[] keys, long[] weights) {
    int limbs = words / lanes;
    long[] factors = new long[XorBits.PER_WORD * words];
    for (int i = 0; i < factors.length; i++) {
      int word = i / XorBits.PER_WORD;
      int bit = i % XorBits.PER_WORD * XorBits.PIECE_BITS;
      long key = keys[bit / HALF_BITS * words + word];
      long weighted = FIELD.loose(FIELD.product(weights[word / limbs], key));
      factors[i] = FIELD.residue(FIELD.product(weighted, 1L << bit % HALF_BITS));
    }
    return factors;
  }

  private long[] weights(long[] seed) {
    return reduced(Context.expand(seed, lanes));
  }

  /** The same with nothing for lanes that are equal. */
  private long[] weights(long[] seed, long[] equal) {
    long[] weights = weights(seed);
    for (int lane = 0; lane < lanes; lane++) {
      weights[lane] &= BitPlanes.bit(equal, lane) ? 0 : -1;
    }
    return weights;
  }

  private static Element sum(long[] weights, long[] numbers) {
    return new Element(FIELD.sumOfProducts(weights, numbers), 0);
  }

  private static Element minus(Element x) {
    return FIELD.minus(Element.ZERO, x);
  }

  /** Of words that are uniform their low 61 bits, loose residues that are so but for 2^-61. */
  private static long[] reduced(long[] drawn) {
    for (int i = 0; i < drawn.length; i++) {
      drawn[i] &= P;
    }
    return drawn;
  }

  private static long[] zeros(long[] residues) {
    long[] zeros = new long[residues.length];
    Arrays.setAll(zeros, lane -> residues[lane] == 0 ? 1 : 0);
    return BitPlanes.pack(zeros);
  }

  /** Memory that a party takes, of so many bytes of shares. */
  static long keptBytes(long shareBytes) {
    return KEPT_BYTES * shareBytes;
  }

  /** Cost over so many lanes. */
  static Cost cost(Ring ring, int lanes) {
    int words = ring.limbs() * lanes;
    Numbers.Shape products = new Numbers.Shape(List.of(), HALVES * words);
    Numbers.Shape bits = XorBits.shape(XorBits.PER_WORD * words);
    Numbers.Shape pairs = new Numbers.Shape(List.of(), 2 * lanes);
    long hash = (long) Long.BYTES * lanes;
    long seed = (long) Long.BYTES * Context.SEED_WORDS;
    long bitsOfAnswer = (long) Long.BYTES * BitPlanes.words(lanes);
    long digest = (long) Long.BYTES * Transcript.DIGEST_WORDS;
    long shown = ProofExchange.shownBytes();
    return new Cost(
        ROUNDS,
        2 * seed
            + 2 * shown
            + 2 * bitsOfAnswer
            + hash
            + ProofExchange.shareBytes(pairs)
            + ProofExchange.challengeBytes(pairs)
            + 2 * seed,
        hash
            + ProofExchange.shareBytes(products)
            + ProofExchange.challengeBytes(products)
            + 2 * seed
            + shown
            + Long.BYTES
            + seed
            + shown
            + digest,
        hash
            + digest
            + ProofExchange.shareBytes(bits)
            + ProofExchange.challengeBytes(bits)
            + 2 * seed
            + shown
            + Long.BYTES
            + seed
            + shown
            + digest);
  }
}
