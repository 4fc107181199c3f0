package io.dartagnan.mpc.sharing;

import java.util.Arrays;

/**
 * Split of a value among the three parties: which group its three shares add up in, and whether a
 * party holds one of them or two.
 *
 * <p>Party i of a replicated sharing holds share i and share i + 1 (mod 3), so any two parties can
 * put the value together, and the protocols that need two shares at each party start for free. It
 * costs twice the space. One party alone holds uniform words under each of the four.
 *
 * <p>The codes are wire format.
 */
public enum Sharing {
  /** x = x0 + x1 + x2 in the {@link Ring}; party i holds xi. */
  ADDITIVE(0, "additive", false, false),
  /** x = x0 xor x1 xor x2, bit by bit; party i holds xi. */
  XOR(1, "xor", true, false),
  /** The shares of {@link #ADDITIVE}; party i holds xi and the next party's share. */
  REPLICATED_ADDITIVE(2, "replicated-additive", false, true),
  /** The shares of {@link #XOR}; party i holds xi and the next party's share. */
  REPLICATED_XOR(3, "replicated-xor", true, true);

  private final int code;
  private final String word;
  private final boolean xor;
  private final boolean replicated;

  Sharing(int code, String word, boolean xor, boolean replicated) {
    this.code = code;
    this.word = word;
    this.xor = xor;
    this.replicated = replicated;
  }

  /** The number that stands for it on the wire. */
  public int code() {
    return code;
  }

  /** Its name in texts and tables. */
  public String word() {
    return word;
  }

  /** Whether shares add up by xor; otherwise they do in the ring. */
  public boolean isXor() {
    return xor;
  }

  /** Whether a party holds two of the three shares. */
  public boolean isReplicated() {
    return replicated;
  }

  /** x + y in this sharing's group, element by element. */
  public long[] add(Ring ring, long[] x, long[] y) {
    return xor ? xor(ring, x, y) : ring.add(x, y);
  }

  /** x - y in this sharing's group, element by element. */
  public long[] subtract(Ring ring, long[] x, long[] y) {
    return xor ? xor(ring, x, y) : ring.subtract(x, y);
  }

  /** x - y in this sharing's group, for every element x of a batch and one element y. */
  public long[] subtractEach(Ring ring, long[] batch, long[] y) {
    return xor ? xorEach(ring, batch, y) : ring.subtractEach(batch, y);
  }

  private static long[] xorEach(Ring ring, long[] batch, long[] y) {
    ring.requireElement(y);
    long[] sum = new long[batch.length];
    for (int limb = 0; limb < y.length; limb++) {
      long word = y[limb];
      for (int i = limb; i < batch.length; i += y.length) {
        sum[i] = batch[i] ^ word;
      }
    }
    return sum;
  }

  /** -x in this sharing's group, element by element; under xor the array itself. */
  public long[] negate(Ring ring, long[] x) {
    return xor ? x : ring.negate(x);
  }

  private static long[] xor(Ring ring, long[] x, long[] y) {
    ring.requireSameLength(x, y);
    long[] sum = new long[x.length];
    for (int i = 0; i < sum.length; i++) {
      sum[i] = x[i] ^ y[i];
    }
    return sum;
  }

  /**
   * The sharing with this code.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Sharing ofCode(int code) {
    for (Sharing sharing : values()) {
      if (sharing.code == code) {
        return sharing;
      }
    }
    throw new IllegalArgumentException("sharing code " + code + " given, 0 to 3 are known");
  }

  /**
   * The sharing with this word.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Sharing parse(String word) {
    for (Sharing sharing : values()) {
      if (sharing.word.equals(word)) {
        return sharing;
      }
    }
    throw new IllegalArgumentException(
        "sharing '%s' given, known are %s"
            .formatted(
                word, String.join(", ", Arrays.stream(values()).map(Sharing::word).toList())));
  }
}
