package io.dartagnan.mpc.sharing;

import io.dartagnan.mpc.Party;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Puts shares together again: all three parties' of a single sharing, any two or all three parties'
 * of a replicated one.
 *
 * <p><b>What is refused.</b> Shares of different sharings, rings or numbers of lanes, two batches
 * of one party, too few parties; and, where a share arrives from two parties, copies that differ in
 * any lane. Three shares of a single sharing always add up to something, so what they cannot show
 * is left to whoever stores them: a write id beside the share, and the padding that {@code
 * ValueType.decode} checks.
 */
public final class Reconstruction {
  private Reconstruction() {}

  /**
   * The values.
   *
   * @param shares of different parties, in any order
   * @return one element per lane
   * @throws MismatchedSharesException if they do not belong together
   */
  public static long[] values(List<Shares> shares) {
    Shares[] byHolder = new Shares[Party.ALL.size()];
    for (Shares batch : shares) {
      requireAlike(shares.get(0), batch);
      if (byHolder[batch.holder().index()] != null) {
        throw new MismatchedSharesException("two batches of " + batch.holder() + " were given");
      }
      byHolder[batch.holder().index()] = batch;
    }
    int needed = !shares.isEmpty() && shares.get(0).sharing().isReplicated() ? 2 : Party.ALL.size();
    if (shares.size() < needed) {
      throw new MismatchedSharesException(
          "the shares of %d parties were given, those of %d are needed"
              .formatted(shares.size(), needed));
    }
    Sharing sharing = shares.get(0).sharing();
    Ring ring = shares.get(0).ring();
    requireCopiesAlike(byHolder, ring);
    long[] sum = new long[shares.get(0).own().length];
    for (Party party : Party.ALL) {
      sum = sharing.add(ring, sum, share(party, byHolder));
    }
    return sum;
  }

  /** Suspects are the two that hold a share that differs; of two shares, who holds both. */
  private static void requireCopiesAlike(Shares[] byHolder, Ring ring) {
    String reason = null;
    Set<Party> suspects = EnumSet.allOf(Party.class);
    for (Party index : Party.ALL) {
      Shares first = byHolder[index.index()];
      Shares second = byHolder[index.prev().index()];
      int differ =
          first == null || second == null || second.next() == null
              ? -1
              : Arrays.mismatch(first.own(), second.next());
      if (differ >= 0) {
        reason =
            "%s and %s hold different copies of share %d in lane %d"
                .formatted(index, index.prev(), index.index(), differ / ring.limbs());
        suspects.retainAll(EnumSet.of(index, index.prev()));
      }
    }
    if (reason != null) {
      throw new MismatchedSharesException(reason, suspects);
    }
  }

  /** Share {@code index}, from whichever of its holders is there. */
  private static long[] share(Party index, Shares[] byHolder) {
    Shares first = byHolder[index.index()];
    return first != null ? first.own() : byHolder[index.prev().index()].next();
  }

  private static void requireAlike(Shares first, Shares other) {
    if (first.sharing() != other.sharing()
        || !first.ring().equals(other.ring())
        || first.lanes() != other.lanes()) {
      throw new MismatchedSharesException(first + " do not belong with " + other);
    }
  }
}
