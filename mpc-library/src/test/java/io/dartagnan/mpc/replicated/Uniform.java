package io.dartagnan.mpc.replicated;

import static org.assertj.core.api.Assertions.assertThat;

/** A message whose bits are as often one as zero. */
public final class Uniform {
  private Uniform() {}

  /** Ones within eight standard deviations. */
  public static void assertBits(byte[] message) {
    long ones = 0;
    for (byte b : message) {
      ones += Integer.bitCount(b & 0xff);
    }
    double bits = message.length * 8.0;
    assertThat((double) ones)
        .isBetween(bits / 2 - 4 * Math.sqrt(bits), bits / 2 + 4 * Math.sqrt(bits));
  }
}
