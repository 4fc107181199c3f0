package io.dartagnan.mpc.suite;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.session.Context;

/** Opening: a shared result becomes known to all parties, or to one. */
public final class Opening {

  /** Opening of xor shares. */
  public static final Protocol OF_XOR_SHARES =
      new Protocol(
          "opening of xor shares",
          "one bit per lane to all parties",
          Protocol.ONE_SEMI_HONEST,
          "IJIS 2012, Algorithm 1 (Reshare), then publishing",
          "masks from pairwise streams",
          (ring, lanes) -> Cost.each(2L * Long.BYTES * BitPlanes.words(lanes)));

  /** Opening of replicated shares. */
  public static final Protocol OF_REPLICATED_SHARES =
      new Protocol(
          "opening of replicated shares",
          "one bit per lane to all parties",
          Protocol.ONE_SEMI_HONEST,
          "Araki et al., CCS 2016, section 2",
          "",
          (ring, lanes) -> Cost.each((long) Long.BYTES * BitPlanes.words(lanes)));

  /** Opening of shares of which party 0 has none. */
  public static final Protocol OF_TWO_SHARES =
      new Protocol(
          "opening of two parties' xor shares",
          "one bit per lane, shared between parties 1 and 2, to all parties",
          Protocol.ONE_SEMI_HONEST,
          "ASTRA, CCSW 2019 (reconstruction)",
          "masked by a stream of the two, so that one message serves both receivers",
          (ring, lanes) -> {
            long sent = 2L * Long.BYTES * BitPlanes.words(lanes);
            return new Cost(1, 0, sent, sent);
          });

  private Opening() {}

  /**
   * Opens one bit per lane to all three parties.
   *
   * <p><b>Functionality.</b> Every party learns the bit of each lane.
   *
   * <p><b>Adversary.</b> One semi-honest party. Single shares are reshared first, so what a party
   * receives are two uniform words whose sum with its own is the result: it can draw them itself
   * from the result. Of replicated shares a party receives the one it lacks, which is the result
   * less the two it has: it can compute it from the result.
   *
   * <p>Bits past the last lane are left out: they are the verdict on zeros, which the operand
   * decides alone.
   *
   * <p><b>Rounds.</b> 1. <b>Cost.</b> 6 bits per lane of single shares, 3 of replicated ones, all
   * parties.
   *
   * @param context the step; opening is part of its label
   * @return the bits, 64 lanes to a word, those past the last lane zero
   */
  public static long[] toAll(Context context, SharedBits bits) {
    bits.requireHeldBy(context.self());
    Context step = context.opening("bits-" + bits.lanes());
    long[] own = bits.own().clone();
    BitPlanes.clearBeyond(own, bits.lanes());
    long[] opened = bits.isReplicated() ? replicated(step, own, bits.next()) : single(step, own);
    BitPlanes.clearBeyond(opened, bits.lanes());
    return opened;
  }

  /**
   * Opens one bit per lane to one party.
   *
   * <p><b>Functionality.</b> The receiver learns the bit of each lane, and nobody else anything.
   *
   * <p><b>Adversary.</b> As in {@link #toAll}, for the receiver; the two others receive nothing.
   *
   * <p><b>Rounds.</b> 1. <b>Cost.</b> 2 bits per lane of single shares, 1 of replicated ones:
   * {@link #costToOne}.
   *
   * @param context the step; opening is part of its label, and so is the receiver
   * @return the bits, 64 lanes to a word, those past the last lane zero; null at the two others
   */
  public static long[] toOne(Context context, Party receiver, SharedBits bits) {
    bits.requireHeldBy(context.self());
    Context step = context.opening("bits-%d-to-%d".formatted(bits.lanes(), receiver.index()));
    long[] own = bits.own().clone();
    BitPlanes.clearBeyond(own, bits.lanes());
    if (!bits.isReplicated()) {
      step.reshareXor(own);
    }
    if (step.self() != receiver) {
      // Of replicated shares the receiver lacks the one of the party before.
      if (!bits.isReplicated() || step.self() == receiver.prev()) {
        step.send(receiver, own);
      }
      return null;
    }
    add(own, step.receive(receiver.prev(), own.length));
    add(own, bits.isReplicated() ? bits.next() : step.receive(receiver.next(), own.length));
    BitPlanes.clearBeyond(own, bits.lanes());
    return own;
  }

  /**
   * Opens bits that parties 1 and 2 share by xor and of which party 0 has no share, to all three.
   *
   * <p><b>Functionality.</b> Every party learns the bit of each lane.
   *
   * <p><b>Adversary.</b> One semi-honest party. What P1 and P2 receive is the result less what they
   * have: they can compute it from the result. P0 receives two words whose sum is the result, each
   * under the stream of P1 and P2: it can draw them itself from the result.
   *
   * <p><b>Rounds.</b> 1. <b>Cost.</b> 4 bits per lane, all parties.
   *
   * @param context the step; opening is part of its label
   * @param share this party's, 64 lanes to a word; null at party 0
   * @return the bits, 64 lanes to a word, those past the last lane zero
   */
  public static long[] ofTwo(Context context, long[] share, int lanes) {
    Context step = context.opening("bits-of-two-" + lanes);
    Party self = step.self();
    int words = BitPlanes.words(lanes);
    if (self == Party.P0) {
      long[] opened = step.receive(Party.P1, words);
      add(opened, step.receive(Party.P2, words));
      return opened;
    }
    long[] own = share.clone();
    BitPlanes.clearBeyond(own, lanes);
    if (self == Party.P1) {
      step.maskWithNext(own);
    } else {
      step.maskWithPrev(own);
    }
    step.send(self == Party.P1 ? Party.P2 : Party.P1, own);
    step.send(Party.P0, own);
    add(own, step.receive(self == Party.P1 ? Party.P2 : Party.P1, words));
    BitPlanes.clearBeyond(own, lanes);
    return own;
  }

  /** Cost of {@link #toOne}. */
  public static Cost costToOne(Party receiver, boolean replicated, int lanes) {
    long share = (long) Long.BYTES * BitPlanes.words(lanes);
    long[] bytes = new long[Party.ALL.size()];
    bytes[receiver.prev().index()] = share;
    bytes[receiver.next().index()] = replicated ? 0 : share;
    return new Cost(1, bytes[0], bytes[1], bytes[2]);
  }

  private static void add(long[] sum, long[] share) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] ^= share[i];
    }
  }

  private static long[] single(Context step, long[] own) {
    Party self = step.self();
    step.reshareXor(own);
    step.send(self.next(), own);
    step.send(self.prev(), own);
    add(own, step.receive(self.next(), own.length));
    add(own, step.receive(self.prev(), own.length));
    return own;
  }

  private static long[] replicated(Context step, long[] own, long[] next) {
    Party self = step.self();
    step.send(self.next(), own);
    add(own, step.receive(self.prev(), own.length));
    add(own, next);
    return own;
  }
}
