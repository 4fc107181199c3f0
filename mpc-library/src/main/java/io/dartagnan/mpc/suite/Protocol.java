package io.dartagnan.mpc.suite;

import io.dartagnan.mpc.sharing.Ring;

/**
 * Declaration of a protocol about itself: a row of {@code docs/protocols.md}, and a claim that
 * tests measure.
 *
 * @param name what the tables call it
 * @param functionality what goes in and what comes out, in one line
 * @param adversary against whom it is secure, and on which assumption
 * @param source paper, and algorithm or section where it helps
 * @param deviation where it departs from the source; empty when it does not
 * @param costing its cost
 */
public record Protocol(
    String name,
    String functionality,
    String adversary,
    String source,
    String deviation,
    Costing costing) {

  /** One semi-honest party; masks come from streams that are pseudorandom to it. */
  public static final String ONE_SEMI_HONEST =
      "one semi-honest party; AES-CTR a PRG, HMAC-SHA256 a PRF";

  /** Cost as a function of shape. */
  @FunctionalInterface
  public interface Costing {
    /** The cost for a batch of so many lanes of a ring, 1 or more. */
    Cost of(Ring ring, int lanes);
  }

  /** The same protocol where a suite runs it at another cost. */
  public Protocol at(Costing other) {
    return new Protocol(name, functionality, adversary, source, deviation, other);
  }

  /** The cost for a batch of so many lanes of a ring, 1 or more. */
  public Cost cost(Ring ring, int lanes) {
    return costing.of(ring, lanes);
  }
}
