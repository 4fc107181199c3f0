package io.dartagnan.mpc.predicate;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.sharing.Sharing;

/**
 * Wire format of one party's copy of a {@link Predicate}. Sizes in bytes, numbers big-endian and
 * unsigned, the root node first and every node before its children:
 *
 * <pre>
 *   predicate         | layout = 1 (1) | party (1) | node |
 *
 *   AND               | 1 (1) | children (2) | node | ... | node |
 *   OR                | 2 (1) | children (2) | node | ... | node |
 *   NOT               | 3 (1) | node |
 *   shared condition  | 4 (1) | column (2) | operator (1) | ordering (1) | sharing (1) | limbs (2) |
 *                     | share of this party (8 x limbs) |
 *                     | share of the next party (8 x limbs), if the sharing is replicated |
 *   public condition  | 5 (1) | column (2) | operator (1) | ordering (1) | length (2) | operand |
 * </pre>
 *
 * <p>A predicate has one encoding, and bytes that can be read are the encoding of what is read.
 */
public final class PredicateFormat {
  static final int LAYOUT = 1;

  static final int AND = 1;
  static final int OR = 2;
  static final int NOT = 3;
  static final int SHARED = 4;
  static final int PUBLIC = 5;

  static final int HEADER_BYTES = 2;
  static final int BRANCH_BYTES = 3;
  static final int NOT_BYTES = 1;
  static final int SHARED_BYTES = 8;
  static final int PUBLIC_BYTES = 7;

  /** A public condition with an empty operand. */
  static final int SMALLEST_NODE_BYTES = PUBLIC_BYTES;

  private PredicateFormat() {}

  /**
   * The encoding of a party's predicate.
   *
   * @throws IllegalArgumentException if a condition holds another party's shares
   */
  public static byte[] encode(Predicate predicate, Party party) {
    return PredicateWriter.write(predicate, party);
  }

  /**
   * Reads a party's predicate. Trusts nothing: the bytes may come from an enemy. Costs time and
   * memory in proportion to their number.
   *
   * @param bytes as {@link #encode} makes them, and nothing behind
   * @param party who reads
   * @throws IllegalArgumentException if they are not an encoding of that party's predicate, saying
   *     what is wrong
   */
  public static Predicate decode(byte[] bytes, Party party) {
    return PredicateReader.read(bytes, party);
  }

  static int shareBytes(Sharing sharing, int limbs) {
    return (sharing.isReplicated() ? 2 : 1) * limbs * Long.BYTES;
  }
}
