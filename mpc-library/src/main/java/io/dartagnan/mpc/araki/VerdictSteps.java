package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.session.Context;

/**
 * The steps of a batch of {@link MaskedVerdicts} in which bits become known under masks, by their
 * rounds: that of the digits, then one for each layer. In each, party 0 draws both parts of the
 * masks and each of the others its own.
 *
 * @param context the batch's
 */
record VerdictSteps(Context context) {
  Context of(int round) {
    return context.narrow(round == 0 ? "digits" : "layer" + (round - 1));
  }
}
