package io.dartagnan.mpc.evaluation;

import io.dartagnan.mpc.bits.BitPlanes;
import java.util.List;

/**
 * The root of a circuit as it follows from the last gate g: constant xor (mask AND g), with bits
 * that all parties know. So whoever learns the root learns mask AND g, and no more.
 *
 * @param mask one bit per lane, 64 lanes to a word
 * @param constant likewise
 */
record LastGate(long[] mask, long[] constant) {

  /**
   * The root's dependence on a gate.
   *
   * @param root a wire to which the gate alone leads
   * @param masks of the circuit
   */
  static LastGate of(Circuit.Wire root, Circuit.Gate gate, int lanes, List<long[]> masks) {
    if (root == gate) {
      int words = BitPlanes.words(lanes);
      return new LastGate(BitPlanes.complement(new long[words]), new long[words]);
    }
    if (root instanceof Circuit.Inverted inverted) {
      LastGate before = of(inverted.wire(), gate, lanes, masks);
      BitPlanes.complement(before.constant);
      return before;
    }
    if (root instanceof Circuit.Masked masked) {
      LastGate before = of(masked.wire(), gate, lanes, masks);
      long[] by = masks.get(masked.mask());
      for (int i = 0; i < by.length; i++) {
        before.mask[i] &= by[i];
        before.constant[i] &= by[i];
      }
      return before;
    }
    throw new IllegalArgumentException("the root does not follow from the last gate alone");
  }

  /**
   * The root.
   *
   * @param masked mask AND g, opened; used up
   */
  long[] result(long[] masked) {
    for (int i = 0; i < masked.length; i++) {
      masked[i] ^= constant[i];
    }
    return masked;
  }

  @Override
  public String toString() {
    return "the dependence of a root on its last gate, " + mask.length + " words";
  }
}
