package io.dartagnan.mpc.contract;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.Trial;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.SharedBits;
import java.security.SecureRandom;
import java.util.List;

/**
 * Openings of bits, and of ANDs of bits, that are dealt in the way in which a suite shares its
 * answers. What is opened is the same each time, while shares and operands are others.
 */
final class Conjunctions {
  private static final Ring RING = new Ring(1);
  private static final int WORDS = 2;

  private final ProtocolSuite suite;
  private final long seed;
  private final Sharing sharing;
  private final long[] opened;

  Conjunctions(ProtocolSuite suite, long seed) {
    this.suite = suite;
    this.seed = seed;
    // Not that of the shares that the receiver holds.
    SecureRandom random = Seed.generator(seed + 1);
    this.opened = random.longs(WORDS).toArray();
    Question any =
        Question.random(Question.EQUAL, suite.sharings().iterator().next(), RING, 1, random);
    boolean replicated =
        Trial.seeded(seed)
            .run((session, exchange) -> any.compare(suite, session.nextBatch()).isReplicated())
            .orThrow()
            .get(0);
    this.sharing = replicated ? Sharing.REPLICATED_XOR : Sharing.XOR;
  }

  /** Opening of the same bits, of which the receiver holds the same shares each time. */
  Operation open(Party receiver, SecureRandom random) {
    return Operation.open(suite, deal(receiver, opened, Seed.generator(seed), random));
  }

  /**
   * Opening of the same AND, of operands that are random where it is zero, and of which the
   * receiver holds the same shares each time.
   */
  Operation revealAnd(Party receiver, SecureRandom random) {
    long[] left = opened.clone();
    long[] right = opened.clone();
    for (int i = 0; i < WORDS; i++) {
      long one = random.nextLong();
      long other = random.nextLong();
      left[i] |= one & other;
      right[i] |= one & ~other;
    }
    SecureRandom known = Seed.generator(seed);
    return Operation.revealAnd(
        suite, deal(receiver, left, known, random), deal(receiver, right, known, random));
  }

  private List<SharedBits> deal(
      Party receiver, long[] bits, SecureRandom known, SecureRandom random) {
    return Question.around(receiver, sharing, RING, bits, known, random).stream()
        .map(
            shares ->
                new SharedBits(shares.holder(), WORDS * Long.SIZE, shares.own(), shares.next()))
        .toList();
  }
}
