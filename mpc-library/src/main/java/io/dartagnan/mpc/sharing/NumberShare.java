package io.dartagnan.mpc.sharing;

import io.dartagnan.mpc.Party;
import java.util.List;

/**
 * One party's part of a shared number: the shares are put together as their sharing says, and the
 * result is taken modulo 2^{@code bits}.
 *
 * @param bits 1 to 64
 * @param element one element of one limb, of which the lowest {@code bits} bits count
 */
public record NumberShare(int bits, Shares element) {
  private static final Ring RING = new Ring(1);

  /** Takes the shares modulo 2^{@code bits}. */
  public NumberShare {
    if (bits < 1 || bits > Long.SIZE) {
      throw new IllegalArgumentException(
          "a number modulo 2^%d was given, 1 to %d bits are allowed".formatted(bits, Long.SIZE));
    }
    if (element.lanes() != 1 || !element.ring().equals(RING)) {
      throw new IllegalArgumentException(
          "%s were given for a number, one element of one limb is needed".formatted(element));
    }
    element =
        new Shares(
            element.holder(),
            element.sharing(),
            RING,
            reduce(element.own(), bits),
            element.next() == null ? null : reduce(element.next(), bits));
  }

  /** A share of which the three add up to the number. */
  public static NumberShare additive(Party holder, int bits, long share) {
    return new NumberShare(bits, Shares.single(holder, Sharing.ADDITIVE, RING, new long[] {share}));
  }

  /** Two of the three shares whose xor is the number: the holder's and the next party's. */
  public static NumberShare replicatedXor(Party holder, int bits, long own, long next) {
    return new NumberShare(
        bits,
        new Shares(holder, Sharing.REPLICATED_XOR, RING, new long[] {own}, new long[] {next}));
  }

  /** The party that holds it. */
  public Party holder() {
    return element.holder();
  }

  /**
   * The number.
   *
   * @param shares those of party 0, 1 and 2, in any order
   * @return 0 to 2^{@code bits} - 1, unsigned
   * @throws MismatchedSharesException if they do not belong together, or parties that have the same
   *     share give different ones
   */
  public static long reconstruct(List<NumberShare> shares) {
    if (shares.size() != Party.ALL.size()) {
      throw new MismatchedSharesException(
          "the shares of %d parties were given, those of %d are needed"
              .formatted(shares.size(), Party.ALL.size()));
    }
    int bits = shares.get(0).bits;
    for (NumberShare share : shares) {
      if (share.bits != bits) {
        throw new MismatchedSharesException(share + " does not belong with " + shares.get(0));
      }
    }
    long[] number = Reconstruction.values(shares.stream().map(NumberShare::element).toList());
    return reduce(number, bits)[0];
  }

  private static long[] reduce(long[] number, int bits) {
    return new long[] {number[0] & -1L >>> Long.SIZE - bits};
  }

  /** Modulus, sharing and holder, never the share. */
  @Override
  public String toString() {
    return "%s share of a number modulo 2^%d held by %s"
        .formatted(element.sharing().word(), bits, holder());
  }
}
