package io.dartagnan.mpc.suite;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;

/**
 * One party's part of one shared bit per lane: an xor share, or two when the bits are replicated.
 * Bits past the last lane mean nothing.
 *
 * @param holder whose shares these are
 * @param lanes how many bits are shared, 1 or more
 * @param own share {@code holder}, 64 lanes to a word
 * @param next share {@code holder + 1}, as many words; null unless replicated
 */
public record SharedBits(Party holder, int lanes, long[] own, long[] next) {

  /** Checks that there are as many words as the lanes need. */
  public SharedBits {
    if (lanes < 1) {
      throw new IllegalArgumentException(lanes + " shared bits were given, 1 or more are needed");
    }
    requireWords(lanes, own);
    if (next != null) {
      requireWords(lanes, next);
    }
  }

  /** Replicated shares of bits that all parties know: share 0, wherever it is held. */
  public static SharedBits replicatedOf(Party self, int lanes, long[] known) {
    return new SharedBits(
        self,
        lanes,
        self == Party.P0 ? known.clone() : new long[known.length],
        self.next() == Party.P0 ? known.clone() : new long[known.length]);
  }

  private static void requireWords(int lanes, long[] words) {
    if (words.length != BitPlanes.words(lanes)) {
      throw new IllegalArgumentException(
          "%d words were given for %d bits, %d are needed"
              .formatted(words.length, lanes, BitPlanes.words(lanes)));
    }
  }

  /** Whether this party holds two of the three shares. */
  public boolean isReplicated() {
    return next != null;
  }

  /** NOT: share 0 flips, wherever it is held. Local. */
  public SharedBits not() {
    return new SharedBits(
        holder,
        lanes,
        holder == Party.P0 ? BitPlanes.complement(own.clone()) : own,
        next != null && holder.next() == Party.P0 ? BitPlanes.complement(next.clone()) : next);
  }

  /** AND with bits that all parties know, as many, 64 lanes to a word. Local. */
  public SharedBits and(long[] known) {
    requireWords(lanes, known);
    return new SharedBits(holder, lanes, and(own, known), next == null ? null : and(next, known));
  }

  /**
   * Checks that these are {@code self}'s shares.
   *
   * @throws IllegalArgumentException naming both
   */
  public void requireHeldBy(Party self) {
    if (holder != self) {
      throw new IllegalArgumentException(
          "%s were given to %s, a party computes with its own".formatted(this, self));
    }
  }

  /**
   * Checks that they are replicated.
   *
   * @param suite that computes on no others
   * @throws IllegalArgumentException naming both
   */
  public void requireReplicated(String suite) {
    if (!isReplicated()) {
      throw new IllegalArgumentException(
          "%s were given, suite %s computes on replicated ones".formatted(this, suite));
    }
  }

  /**
   * Checks that {@code other} can be one operand of a gate with these bits.
   *
   * @throws IllegalArgumentException saying what does not fit
   */
  public void requireAlike(SharedBits other) {
    if (other.holder != holder || other.lanes != lanes || other.isReplicated() != isReplicated()) {
      throw new IllegalArgumentException(
          "%s and %s are not operands of one gate: holder, lanes and sharing must be the same"
              .formatted(this, other));
    }
  }

  private static long[] and(long[] shares, long[] known) {
    long[] both = new long[shares.length];
    for (int i = 0; i < both.length; i++) {
      both[i] = shares[i] & known[i];
    }
    return both;
  }

  /** Shape and holder, never a bit. */
  @Override
  public String toString() {
    return "%s shares of %d bits held by %s"
        .formatted(isReplicated() ? "replicated" : "xor", lanes, holder);
  }
}
