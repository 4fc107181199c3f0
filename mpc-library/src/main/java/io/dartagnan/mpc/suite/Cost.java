package io.dartagnan.mpc.suite;

import io.dartagnan.mpc.Party;

/**
 * Cost of a protocol on the network: how long its longest chain of messages is, and how many
 * payload bytes each party sends. Exact, padding included; the contract test compares it with what
 * a counting network saw.
 *
 * @param rounds messages on the longest chain in which each was sent after the one before arrived
 * @param byParty0 bytes that party 0 sends
 * @param byParty1 bytes that party 1 sends
 * @param byParty2 bytes that party 2 sends
 */
public record Cost(int rounds, long byParty0, long byParty1, long byParty2) {

  /** Nothing is sent. */
  public static final Cost NONE = new Cost(0, 0, 0, 0);

  /** One round in which every party sends {@code bytes}. */
  public static Cost each(long bytes) {
    return new Cost(1, bytes, bytes, bytes);
  }

  /** This, and then {@code next}. */
  public Cost then(Cost next) {
    return new Cost(
        rounds + next.rounds,
        byParty0 + next.byParty0,
        byParty1 + next.byParty1,
        byParty2 + next.byParty2);
  }

  /** This and {@code other} in the same rounds. */
  public Cost beside(Cost other) {
    return new Cost(
        Math.max(rounds, other.rounds),
        byParty0 + other.byParty0,
        byParty1 + other.byParty1,
        byParty2 + other.byParty2);
  }

  /** Bytes that one party sends. */
  public long by(Party party) {
    return switch (party) {
      case P0 -> byParty0;
      case P1 -> byParty1;
      case P2 -> byParty2;
    };
  }

  /** Bytes that all three send. */
  public long bytes() {
    return byParty0 + byParty1 + byParty2;
  }
}
