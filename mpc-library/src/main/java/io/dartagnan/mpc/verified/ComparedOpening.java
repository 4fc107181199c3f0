package io.dartagnan.mpc.verified;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.exchange.DeviationException;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import io.dartagnan.mpc.suite.SharedBits;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;

/**
 * Opening of replicated bits, each share as two parties have it.
 *
 * <p><b>Functionality.</b> Every party learns the bit of each lane, or ends with an error.
 *
 * <p><b>Adversary.</b> One party that deviates as it likes. A party lacks one share, which both
 * others have: it takes the share from the previous party and a hash of it from the next. What it
 * receives it can compute from the result.
 *
 * <p><b>Rounds.</b> 1. <b>Cost.</b> 3 bits per lane, and a hash from each party.
 *
 * <p><b>Source.</b> Furukawa, Lindell, Nof, Weinstein, "High-Throughput Secure Three-Party
 * Computation for Malicious Adversaries and an Honest Majority", EUROCRYPT 2017 (reconstruction by
 * comparing views). <b>Deviation.</b> A hash in place of the second copy.
 *
 * <p><b>On failure.</b> A {@link DeviationException} where share and hash differ, which names both
 * that sent them.
 */
final class ComparedOpening {

  /** Declaration of this protocol. */
  static final Protocol PROTOCOL =
      new Protocol(
          "compared opening of replicated shares",
          "one bit per lane to all parties, or an error",
          VerifiedSuite.ADVERSARY,
          "Furukawa, Lindell, Nof, Weinstein, EUROCRYPT 2017",
          "a hash in place of the second copy of a share",
          (ring, lanes) -> cost(lanes));

  private static final int HASH_BYTES = 32;

  private ComparedOpening() {}

  /**
   * Opens one bit per lane to all three parties.
   *
   * @return the bits, 64 lanes to a word, those past the last lane zero
   */
  static long[] toAll(Context context, SharedBits bits) {
    Party self = context.self();
    Context step = context.opening("bits-" + bits.lanes());
    long[] own = clean(bits.own(), bits.lanes());
    long[] next = clean(bits.next(), bits.lanes());
    step.send(self.next(), own);
    step.sendBytes(self.prev(), hash(next));
    long[] missing = step.receive(self.prev(), own.length);
    ByteBuffer received = step.receiveBytes(self.next());
    if (received.remaining() != HASH_BYTES) {
      throw new DeviationException(
          List.of(self.next()),
          "it sent %d bytes in place of a hash of %d".formatted(received.remaining(), HASH_BYTES));
    }
    byte[] expected = new byte[HASH_BYTES];
    received.get(expected);
    if (!MessageDigest.isEqual(expected, hash(missing))) {
      throw new DeviationException(
          List.of(self.prev(), self.next()), "they have sent different shares of a result");
    }
    BitPlanes.add(own, 0, next, 0, own.length);
    BitPlanes.add(own, 0, missing, 0, own.length);
    return own;
  }

  private static long[] clean(long[] share, int lanes) {
    long[] copy = Arrays.copyOf(share, share.length);
    BitPlanes.clearBeyond(copy, lanes);
    return copy;
  }

  private static byte[] hash(long[] share) {
    MessageDigest digest = Transcript.hash();
    digest.update(Transcript.bytes(share));
    return digest.digest();
  }

  /** Cost of an opening. */
  static Cost cost(int lanes) {
    return Cost.each((long) Long.BYTES * BitPlanes.words(lanes) + HASH_BYTES);
  }
}
