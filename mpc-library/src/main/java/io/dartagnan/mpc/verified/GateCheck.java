package io.dartagnan.mpc.verified;

import io.dartagnan.mpc.exchange.DeviationException;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import io.dartagnan.mpc.verified.Field.Element;

/**
 * The check of all gates of a batch that are not proven yet, before anything is opened.
 *
 * <p><b>Functionality.</b> Each party ends with an error, or knows that the two others sent in
 * every gate what follows from the shares of those who checked them.
 *
 * <p><b>Adversary.</b> One party that deviates as it likes. It is believed by the two others with
 * probability at most 2^-116 for each challenge that it tries out ({@link ProductProof}); it learns
 * nothing by the check, and can make an honest party's proof fail only by its own lie, so that
 * whether the check passes says nothing of the values.
 *
 * <p><b>How.</b> Each party proves its gates to the two others ({@link ProofExchange}).
 *
 * <p><b>Rounds.</b> 2. <b>Cost.</b> Some 3.4 kilobytes for the gates of 32,768 equalities of 64
 * bits, and 0.1 for the challenges, from each party.
 *
 * <p><b>Source.</b> {@link ProductProof}. <b>On failure.</b> A {@link DeviationException}, or the
 * exchange's error where a message is missing or has another length; nothing that came of the gates
 * was opened, and nothing will be: a batch has no second try.
 */
final class GateCheck {

  /** Declaration of this protocol. */
  static final Protocol PROTOCOL =
      new Protocol(
          "proof of gates",
          "that one word of gates per lane was evaluated rightly, or an error; believed wrongly with"
              + " probability 2^-116 for each try",
          VerifiedSuite.ADVERSARY,
          "Boneh et al., CRYPTO 2019; Boyle, Gilboa, Ishai, Nof, CCS 2019; Li et al., USENIX Security"
              + " 2023 (encoding)",
          "challenges by hashing in the quadratic extension of the field; coefficients in place of"
              + " values",
          (ring, lanes) -> cost(lanes));

  private GateCheck() {}

  /**
   * Checks all gates that are not proven yet.
   *
   * @throws DeviationException if one is not what it should be, or a proof is not
   */
  static void run(Context context, UnprovenGates gates) {
    int words = gates.words();
    if (words == 0) {
      return;
    }
    Context step = context.checking("proof%d-%d".formatted(gates.beginProof(), words));
    ProofExchange exchange = new ProofExchange(step, "gates");
    exchange.prove(gates.left(), gates.right(), ProofExchange.NO_STATEMENT);
    exchange.verify(
        new ProofExchange.View(
            gates.leftOfNext(),
            GateBits.claim(ProofExchange.FIELD, words),
            ProofExchange.NO_STATEMENT),
        new ProofExchange.View(gates.rightOfPrev(), Element.ZERO, ProofExchange.NO_STATEMENT));
    gates.endProof();
  }

  /** Cost of the check of so many words of gates, 64 to a word. */
  static Cost cost(int words) {
    Numbers.Shape shape = GateBits.shape(words);
    return Cost.each(ProofExchange.shareBytes(shape) + ProofExchange.challengeBytes(shape))
        .then(Cost.each(2 * ProofExchange.shownBytes()));
  }
}
