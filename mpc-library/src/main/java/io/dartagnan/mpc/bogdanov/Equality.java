package io.dartagnan.mpc.bogdanov;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.conversion.ToTwoParties;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;

/**
 * Equality with zero.
 *
 * <p><b>Functionality.</b> From shares of d, xor shares of [d = 0], lane by lane.
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link ToTwoParties} and {@link
 * Conjunction} show it and nothing else, each with streams of its own.
 *
 * <p><b>How.</b> With d = a + b, a at P1 and b at P2, d is zero exactly when every bit of a equals
 * that of -b. The bits of NOT (a xor -b) are xor-shared already, P1 holding NOT a, P2 holding -b,
 * P0 nothing; their conjunction is the answer. Of an xor sharing the bits of NOT d are shared among
 * the three from the beginning.
 *
 * <p><b>Rounds.</b> 1 + ceil(log2 n); one less on xor or replicated shares. <b>Cost.</b> n + 6(n -
 * 1) bits per lane, all parties: 55.25 bytes for n = 64; n bits less on xor or replicated shares.
 *
 * <p><b>Source.</b> IJIS 2012, Equal. <b>Deviation.</b> The result stays a shared bit; the paper
 * makes it an additive share ({@link ShareConversion}), which a filter does not need. Masks come
 * from pairwise streams. P0 has the part of the paper's first party.
 *
 * <p><b>On failure.</b> A party ends with an error at the exchange's deadline, with uniform words.
 */
final class Equality {

  static final Protocol ADDITIVE =
      protocol("equality", "n bits fewer and a round less of replicated shares", Sharing.ADDITIVE);

  static final Protocol XOR =
      protocol("equality of xor shares", "bits are shared from the beginning", Sharing.XOR);

  private Equality() {}

  /** This party's xor shares of [d = 0], 64 lanes to a word. */
  static long[] withZero(Context context, Shares d) {
    Ring ring = d.ring();
    int words = BitPlanes.words(d.lanes());
    long[] planes = d.sharing().isXor() ? equalBits(d) : equalBits(context.narrow("to-two"), d);
    return Conjunction.of(context.narrow("conjunction"), planes, words);
  }

  /** Cost of {@link #withZero}. */
  static Cost cost(Sharing sharing, Ring ring, int lanes) {
    Cost conjunction = Conjunction.cost(ring.bits(), BitPlanes.words(lanes));
    return sharing.isXor()
        ? conjunction
        : ToTwoParties.cost(sharing, ring, lanes).then(conjunction);
  }

  private static long[] equalBits(Shares d) {
    long[] planes = BitPlanes.of(d.ring(), d.own());
    return d.holder() == Party.P0 ? BitPlanes.complement(planes) : planes;
  }

  private static long[] equalBits(Context context, Shares d) {
    Ring ring = d.ring();
    long[] part = ToTwoParties.convert(context, d);
    return switch (context.self()) {
      case P0 -> new long[ring.bits() * BitPlanes.words(d.lanes())];
      case P1 -> BitPlanes.complement(BitPlanes.of(ring, part));
      case P2 -> BitPlanes.of(ring, ring.negate(part));
    };
  }

  private static Protocol protocol(String name, String note, Sharing sharing) {
    return new Protocol(
        name,
        sharing.word() + " shares of d to xor shares of [d = 0]",
        Protocol.ONE_SEMI_HONEST,
        "IJIS 2012, Equal",
        "the result stays a shared bit; masks from pairwise streams; " + note,
        (ring, lanes) -> cost(sharing, ring, lanes));
  }
}
