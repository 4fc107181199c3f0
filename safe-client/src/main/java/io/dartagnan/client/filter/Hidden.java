package io.dartagnan.client.filter;

/** Cells of a column that a filter does not get to see, because of a filter beside it. */
enum Hidden {
  /** It sees the newest version, if there is one. */
  NOTHING,
  /** It may see no version; the first that it sees is the newest. */
  COLUMN,
  /** It may see no version, or an older one first. */
  VERSIONS;

  /** The cells that both hide. */
  Hidden and(Hidden other) {
    return compareTo(other) <= 0 ? this : other;
  }

  /** The cells that either hides. */
  Hidden or(Hidden other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
