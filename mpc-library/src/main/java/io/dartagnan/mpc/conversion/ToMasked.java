package io.dartagnan.mpc.conversion;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Turns a sharing into a masked value and its mask: x = m - l, m known to parties 1 and 2, l to
 * party 0.
 *
 * <p><b>Functionality.</b> P0 and P1 draw r alike, P2 and P0 draw s alike. P1 sends x1 + r to P2,
 * P2 sends x2 + s to P1, and both know m = x1 + x2 + r + s. P0 knows l = r + s - x0. Of a
 * replicated sharing P1 and P2 both hold x2 = m, and P0 knows l = -(x0 + x1); nothing is sent.
 * Addition is that of the sharing's group.
 *
 * <p><b>Adversary.</b> One semi-honest party. P0 receives nothing. P1 receives x2 + s, with s from
 * a stream it does not know; P2 receives x1 + r, with r from a stream it does not know: uniform,
 * and m uniform with it. In the replicated case m and l are stored shares.
 *
 * <p><b>Rounds.</b> 1; 0 when replicated. <b>Cost.</b> 16 bytes per lane and limb, all parties; 0
 * when replicated.
 *
 * <p><b>Source.</b> The masked sharing of Chaudhari, Choudhury, Patra, Suresh, "ASTRA", CCSW 2019.
 * <b>Deviation.</b> There a dealer makes it; here three shares are turned into it.
 *
 * <p><b>On failure.</b> P1 and P2 end with an error at the exchange's deadline; neither has more
 * than a uniform word per lane.
 */
public final class ToMasked {

  /** Declaration of this protocol. */
  public static final Protocol PROTOCOL =
      new Protocol(
          "to masked",
          "x0 + x1 + x2 = m - l, m at parties 1 and 2, l at party 0",
          Protocol.ONE_SEMI_HONEST,
          "ASTRA, CCSW 2019 (sharing semantics)",
          "made from shares instead of dealt; nothing is sent for replicated shares",
          (ring, lanes) -> cost(Sharing.ADDITIVE, ring, lanes));

  private ToMasked() {}

  /** The mask l at party 0, the masked value m at parties 1 and 2. */
  public static long[] convert(Context context, Shares x) {
    return convert(context, List.of(x)).get(0);
  }

  /**
   * The same of several batches, in the same round: what is sent of all of them is one message.
   *
   * @return for each batch the mask, or the masked value
   */
  public static List<long[]> convert(Context context, List<Shares> batches) {
    List<long[]> parts = new ArrayList<>();
    List<long[]> sent = new ArrayList<>();
    for (int i = 0; i < batches.size(); i++) {
      Shares x = batches.get(i);
      boolean replicated = x.sharing().isReplicated();
      parts.add(replicated ? stored(x) : masked(context.narrow("batch" + i), x));
      if (!replicated) {
        sent.add(parts.get(i));
      }
    }
    if (context.self() == Party.P0 || sent.isEmpty()) {
      return parts;
    }
    Party peer = context.self() == Party.P1 ? Party.P2 : Party.P1;
    context.send(peer, sent.toArray(long[][]::new));
    long[] received = context.receive(peer, sent.stream().mapToInt(part -> part.length).sum());
    int at = 0;
    for (int i = 0; i < batches.size(); i++) {
      Shares x = batches.get(i);
      if (!x.sharing().isReplicated()) {
        int end = at + parts.get(i).length;
        parts.set(
            i, x.sharing().add(x.ring(), parts.get(i), Arrays.copyOfRange(received, at, end)));
        at = end;
      }
    }
    return parts;
  }

  /** One party's part of a replicated sharing: no more is needed. */
  private static long[] stored(Shares x) {
    Sharing sharing = x.sharing();
    return switch (x.holder()) {
      case P0 -> sharing.negate(x.ring(), sharing.add(x.ring(), x.own(), x.next()));
      case P1 -> x.next();
      case P2 -> x.own();
    };
  }

  /** The mask at party 0; at the others what they send each other. */
  private static long[] masked(Context context, Shares x) {
    Sharing sharing = x.sharing();
    Ring ring = x.ring();
    long[] own = x.own();
    return switch (context.self()) {
      case P0 ->
          sharing.subtract(
              ring,
              sharing.add(
                  ring, context.randomWithNext(own.length), context.randomWithPrev(own.length)),
              own);
      case P1 -> sharing.add(ring, own, context.randomWithPrev(own.length));
      case P2 -> sharing.add(ring, own, context.randomWithNext(own.length));
    };
  }

  /** Cost of {@link #convert}. */
  public static Cost cost(Sharing sharing, Ring ring, int lanes) {
    long bytes = (long) lanes * ring.limbs() * Long.BYTES;
    return sharing.isReplicated() ? Cost.NONE : new Cost(1, 0, bytes, bytes);
  }
}
