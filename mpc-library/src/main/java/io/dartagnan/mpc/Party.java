package io.dartagnan.mpc;

import java.util.List;

/**
 * One of the three computing parties; each is a cloud. Indices are taken mod 3: the next of party 2
 * is party 0.
 */
public enum Party {
  P0,
  P1,
  P2;

  /** All three, in order of index. */
  public static final List<Party> ALL = List.of(values());

  /**
   * The party with this index.
   *
   * @throws IllegalArgumentException unless the index is 0, 1 or 2
   */
  public static Party of(int index) {
    if (index < 0 || index >= ALL.size()) {
      throw new IllegalArgumentException("party " + index + " given, a party is 0, 1 or 2");
    }
    return ALL.get(index);
  }

  /** 0, 1 or 2. */
  public int index() {
    return ordinal();
  }

  /** The party that follows, mod 3. */
  public Party next() {
    return ALL.get((ordinal() + 1) % 3);
  }

  /** The party before, mod 3. */
  public Party prev() {
    return ALL.get((ordinal() + 2) % 3);
  }

  /** "party 0", "party 1" or "party 2": how messages name it. */
  @Override
  public String toString() {
    return "party " + ordinal();
  }
}
