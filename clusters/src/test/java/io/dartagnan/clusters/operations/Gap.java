package io.dartagnan.clusters.operations;

import java.util.EnumSet;
import java.util.Set;

/**
 * Operations that the Safe Client may not have yet. One that is {@link #OPEN} is not compared: the
 * Safe Client must refuse it with a sentence, and nothing may have changed.
 */
public enum Gap {
  /** {@code Table.increment}. */
  INCREMENT,
  /** {@code Table.append}. */
  APPEND,
  /** {@code Table.checkAndMutate}. */
  CHECK_AND_MUTATE,
  /** {@code Table.mutateRow}. */
  MUTATE_ROW,
  /** Increments, appends and {@code RowMutations} in {@code Table.batch}. */
  ATOMIC_IN_BATCH,
  /** {@code Delete.addColumn} without a timestamp. */
  DELETE_NEWEST;

  /** The gaps of today: take out what the API has. */
  private static final Set<Gap> OPEN = EnumSet.noneOf(Gap.class);

  /** The gaps that are open. */
  public static Set<Gap> open() {
    return Set.copyOf(OPEN);
  }
}
