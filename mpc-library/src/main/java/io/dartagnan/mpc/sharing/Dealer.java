package io.dartagnan.mpc.sharing;

import io.dartagnan.mpc.Party;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.List;

/**
 * Splits values into three shares.
 *
 * <p>Two shares are uniform over the whole group and the third is what is missing to the value, so
 * that any two of the three are uniform and independent of it. (The masks must come from the whole
 * group: masks from half of it leave the value's range in the third share.)
 *
 * <p><b>Security guarantee.</b> One party's shares, replicated or not, are uniform words whatever
 * the value. This rests on the generator alone.
 *
 * <p><b>Source.</b> Ito, Saito, Nishizeki, "Secret sharing scheme realizing general access
 * structure", GLOBECOM 1987, for the replicated form; the single form is the usual additive one.
 */
public final class Dealer {
  private final Sharing sharing;
  private final Ring ring;
  private final SecureRandom random;

  /**
   * A dealer.
   *
   * @param sharing how to split
   * @param ring where the values live
   * @param random a cryptographic generator
   */
  public Dealer(Sharing sharing, Ring ring, SecureRandom random) {
    this.sharing = sharing;
    this.ring = ring;
    this.random = random;
  }

  /**
   * Deals a batch.
   *
   * @param values one element per lane
   * @return the shares of party 0, 1 and 2, each in new arrays
   */
  public List<Shares> deal(long[] values) {
    ring.elements(values);
    long[] first = uniform(values.length);
    long[] second = uniform(values.length);
    long[] third = sharing.subtract(ring, sharing.subtract(ring, values, first), second);
    long[][] shares = {first, second, third};
    return Party.ALL.stream()
        .map(
            party ->
                new Shares(
                    party,
                    sharing,
                    ring,
                    shares[party.index()],
                    sharing.isReplicated() ? shares[party.next().index()].clone() : null))
        .toList();
  }

  private long[] uniform(int words) {
    byte[] bytes = new byte[Math.multiplyExact(words, Long.BYTES)];
    random.nextBytes(bytes);
    long[] uniform = new long[words];
    ByteBuffer.wrap(bytes).asLongBuffer().get(uniform);
    return uniform;
  }
}
