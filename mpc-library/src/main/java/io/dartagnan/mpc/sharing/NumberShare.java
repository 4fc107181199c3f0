package io.dartagnan.mpc.sharing;

import io.dartagnan.mpc.Party;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * One party's share of a number: the three shares add up to it modulo 2^{@code bits}.
 *
 * @param holder whose share it is
 * @param bits 1 to 64
 * @param share below 2^{@code bits}, unsigned
 */
public record NumberShare(Party holder, int bits, long share) {

  /** Takes the share modulo 2^{@code bits}. */
  public NumberShare {
    if (bits < 1 || bits > Long.SIZE) {
      throw new IllegalArgumentException(
          "a number modulo 2^%d was given, 1 to %d bits are allowed".formatted(bits, Long.SIZE));
    }
    share = reduce(share, bits);
  }

  /** A share of the number plus another number that all parties know: share 0 changes. Local. */
  public NumberShare plus(long known) {
    return new NumberShare(holder, bits, holder == Party.P0 ? share + known : share);
  }

  /**
   * The number.
   *
   * @param shares those of party 0, 1 and 2, in any order
   * @return 0 to 2^{@code bits} - 1, unsigned
   * @throws MismatchedSharesException if they do not belong together
   */
  public static long reconstruct(List<NumberShare> shares) {
    Set<Party> holders = EnumSet.noneOf(Party.class);
    long sum = 0;
    for (NumberShare share : shares) {
      if (share.bits != shares.get(0).bits) {
        throw new MismatchedSharesException(share + " does not belong with " + shares.get(0));
      }
      if (!holders.add(share.holder)) {
        throw new MismatchedSharesException("two shares of " + share.holder + " were given");
      }
      sum += share.share;
    }
    if (holders.size() != Party.ALL.size()) {
      throw new MismatchedSharesException(
          "the shares of %d parties were given, those of %d are needed"
              .formatted(holders.size(), Party.ALL.size()));
    }
    return reduce(sum, shares.get(0).bits);
  }

  private static long reduce(long number, int bits) {
    return number & -1L >>> Long.SIZE - bits;
  }

  /** Modulus and holder, never the share. */
  @Override
  public String toString() {
    return "share of a number modulo 2^%d held by %s".formatted(bits, holder);
  }
}
