package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;

/**
 * From single xor shares to replicated ones.
 *
 * <p><b>Functionality.</b> The sharing is reshared, and each party sends its share to the previous
 * party.
 *
 * <p><b>Adversary.</b> One semi-honest party. It receives the next party's share, reshared with a
 * stream that the next party shares with the third: uniform words.
 *
 * <p><b>Rounds.</b> 1. <b>Cost.</b> 1 bit per shared bit and party: 24 bytes per lane of 64 bits.
 *
 * <p><b>Source.</b> Folklore; ABY3 (Mohassel, Rindal, CCS 2018) names the reshare.
 *
 * <p><b>On failure.</b> An error at the exchange's deadline; what was received is uniform.
 */
final class ToReplicated {

  static final Protocol PROTOCOL =
      new Protocol(
          "to replicated",
          "single xor shares become replicated ones",
          Protocol.ONE_SEMI_HONEST,
          "ABY3, CCS 2018 (re-sharing)",
          "",
          (ring, lanes) -> cost((long) ring.bits() * BitPlanes.words(lanes)));

  private ToReplicated() {}

  /**
   * Reshares {@code parts}, in place, and returns the next party's, part by part.
   *
   * @param parts this party's single shares; its own replicated shares afterwards
   */
  static long[][] convert(Context context, long[]... parts) {
    Party self = context.self();
    for (int i = 0; i < parts.length; i++) {
      Context step = context.narrow("part" + i);
      step.reshareXor(parts[i]);
      step.send(self.prev(), parts[i]);
    }
    long[][] next = new long[parts.length][];
    for (int i = 0; i < parts.length; i++) {
      next[i] = context.narrow("part" + i).receive(self.next(), parts[i].length);
    }
    return next;
  }

  /** What so many words of 64 bits cost. */
  static Cost cost(long words) {
    return Cost.each(words * Long.BYTES);
  }
}
