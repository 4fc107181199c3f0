package io.dartagnan.mpc.suite;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.session.Context;

/** Opening: the only place where a shared result becomes known to the parties. */
public final class Opening {
  private Opening() {}

  /**
   * Opens one bit per lane to all three parties.
   *
   * <p><b>Functionality.</b> Every party learns the bit of each lane. <b>Adversary.</b> One
   * semi-honest party: the shares are reshared first, so what a party receives are two uniform
   * words whose sum with its own is the result; it can draw them itself from the result.
   * <b>Rounds.</b> 1. <b>Cost.</b> 6 bits per lane, all parties.
   *
   * @param shares this party's xor shares, 64 lanes to a word; changed by the call
   * @param lanes how many lanes there are
   * @return the bits, those past the last lane zero
   */
  public static long[] openToAll(Context context, long[] shares, int lanes) {
    Party self = context.self();
    context.reshareXor(shares);
    context.send(self.next(), shares);
    context.send(self.prev(), shares);
    long[] next = context.receive(self.next(), shares.length);
    long[] prev = context.receive(self.prev(), shares.length);
    long[] bits = new long[shares.length];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = shares[i] ^ next[i] ^ prev[i];
    }
    BitPlanes.clearBeyond(bits, lanes);
    return bits;
  }
}
