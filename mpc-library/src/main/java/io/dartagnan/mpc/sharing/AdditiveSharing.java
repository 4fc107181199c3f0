package io.dartagnan.mpc.sharing;

import io.dartagnan.mpc.Party;
import java.nio.ByteBuffer;
import java.security.SecureRandom;

/**
 * Additive sharing: x = x0 + x1 + x2 in a {@link Ring}.
 *
 * <p><b>Security.</b> x0 and x1 are uniform over the whole ring and x2 = x - x0 - x1, so any two of
 * the three shares are uniform and independent of x: one cloud, and even two, hold random numbers.
 * All three are needed to reconstruct.
 *
 * <p>Source: Bogdanov, Laur, Willemson, ESORICS 2008, section 3, there with one limb.
 */
public final class AdditiveSharing {
  private final Ring ring;
  private final SecureRandom random;

  /**
   * A dealer of additive sharings.
   *
   * @param random a cryptographic generator; the only source of the shares' randomness
   */
  public AdditiveSharing(Ring ring, SecureRandom random) {
    this.ring = ring;
    this.random = random;
  }

  /**
   * Splits a batch.
   *
   * @return three batches as long as x; entry i is for party i
   */
  public long[][] share(long[] x) {
    ring.elements(x);
    long[] x0 = uniform(x.length);
    long[] x1 = uniform(x.length);
    long[] x2 = ring.subtract(ring.subtract(x, x0), x1);
    return new long[][] {x0, x1, x2};
  }

  /**
   * Puts a batch together again. Whether the shares belong together is the caller's to know: any
   * three batches of one length sum up to something.
   *
   * @param shares three batches of one length, entry i from party i
   */
  public static long[] reconstruct(Ring ring, long[][] shares) {
    if (shares.length != Party.ALL.size()) {
      throw new IllegalArgumentException(shares.length + " shares given, three are needed");
    }
    return ring.add(ring.add(shares[0], shares[1]), shares[2]);
  }

  private long[] uniform(int words) {
    byte[] bytes = new byte[words * Long.BYTES];
    random.nextBytes(bytes);
    long[] uniform = new long[words];
    ByteBuffer.wrap(bytes).asLongBuffer().get(uniform);
    return uniform;
  }
}
