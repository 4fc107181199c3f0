package io.dartagnan.mpc.harness;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.Arrays;
import java.util.List;

/** Puts the three parties' results together, and refuses those that do not belong together. */
public final class BitShares {
  private BitShares() {}

  /**
   * The bits that three parties share.
   *
   * @param shares by index of party
   * @return 64 lanes to a word, those past the last lane zero
   * @throws IllegalStateException if shapes differ, a share is in another's place, or two parties
   *     hold different copies of one
   */
  public static long[] reconstruct(List<SharedBits> shares) {
    SharedBits first = shares.get(0);
    long[] bits = new long[first.own().length];
    for (Party party : Party.ALL) {
      SharedBits held = shares.get(party.index());
      if (held.holder() != party
          || held.lanes() != first.lanes()
          || held.isReplicated() != first.isReplicated()) {
        throw new IllegalStateException("%s returned %s".formatted(party, held));
      }
      if (held.isReplicated()) {
        requireSame(party, held, shares.get(party.next().index()));
      }
      for (int i = 0; i < bits.length; i++) {
        bits[i] ^= held.own()[i];
      }
    }
    BitPlanes.clearBeyond(bits, first.lanes());
    return bits;
  }

  /**
   * The bits that all three learned.
   *
   * @throws IllegalStateException if they learned different things
   */
  public static long[] agreed(List<long[]> opened) {
    for (Party party : Party.ALL) {
      if (!Arrays.equals(opened.get(0), opened.get(party.index()))) {
        throw new IllegalStateException(
            "%s and %s opened different bits".formatted(Party.P0, party));
      }
    }
    return opened.get(0);
  }

  private static void requireSame(Party party, SharedBits held, SharedBits next) {
    long[] copy = held.next().clone();
    long[] own = next.own().clone();
    BitPlanes.clearBeyond(copy, held.lanes());
    BitPlanes.clearBeyond(own, held.lanes());
    if (!Arrays.equals(copy, own)) {
      throw new IllegalStateException(
          "%s and %s hold different copies of a share".formatted(party, party.next()));
    }
  }
}
