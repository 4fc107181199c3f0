package io.dartagnan.mpc.replicated;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import java.util.Arrays;

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
public final class ToReplicated {

  /** Declaration of this protocol. */
  public static final Protocol PROTOCOL =
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
   * <p>They go as one message. With two, a party could wait to send the second until the first is
   * received, and so could the party that is to receive it, and the third.
   *
   * @param parts this party's single shares; its own replicated shares afterwards
   */
  public static long[][] convert(Context context, long[]... parts) {
    Party self = context.self();
    int words = 0;
    for (int i = 0; i < parts.length; i++) {
      context.narrow("part" + i).reshareXor(parts[i]);
      words += parts[i].length;
    }
    Context step = context.narrow("parts");
    step.send(self.prev(), parts);
    long[] received = step.receive(self.next(), words);
    long[][] next = new long[parts.length][];
    for (int i = 0, at = 0; i < parts.length; at += parts[i].length, i++) {
      next[i] = Arrays.copyOfRange(received, at, at + parts[i].length);
    }
    return next;
  }

  /** Cost of so many words of 64 bits. */
  public static Cost cost(long words) {
    return Cost.each(words * Long.BYTES);
  }
}
