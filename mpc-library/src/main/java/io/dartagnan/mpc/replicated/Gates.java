package io.dartagnan.mpc.replicated;

import io.dartagnan.mpc.bits.BitPlanes;

/** Where a circuit's ANDs go, 64 gates to a word, in the order in which it takes their results. */
public interface Gates {

  /**
   * Bits of replicated planes, word by word, or the sums of two runs of them.
   *
   * @param at where the words begin
   * @param plus where those begin that are added to them, by xor; negative for none
   */
  record Operand(ReplicatedPlanes planes, int at, int plus) {
    private static final int NOTHING = -1;

    /** Words from {@code at} on. */
    public Operand(ReplicatedPlanes planes, int at) {
      this(planes, at, NOTHING);
    }

    /** Whether it is the sum of two runs. */
    public boolean isSum() {
      return plus >= 0;
    }

    /** Copies so many words of one of its shares. */
    public void copy(long[] share, long[] into, int to, int words) {
      System.arraycopy(share, at, into, to, words);
      if (isSum()) {
        BitPlanes.add(into, to, share, plus, words);
      }
    }
  }

  /** Adds so many words of gates. */
  void and(Operand x, Operand y, int words);

  /**
   * Adds products, by xor, to those of the gates that came last, as many words: a sum of products
   * is one gate.
   */
  void addAnd(Operand x, Operand y, int words);
}
