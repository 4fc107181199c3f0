package io.dartagnan.client.maintenance;

import io.dartagnan.repair.RepairCounts;

/** Told of what a repair does while it runs, by one thread. */
public interface RepairListener {

  /** Hears nothing. */
  RepairListener NOBODY = new RepairListener() {};

  /** The table was missing on the cloud, and is there now. */
  default void created() {}

  /** So many more rows were compared, to find those to look at. */
  default void compared(long rows) {}

  /** Rows begin to be rebuilt; about so many are to be looked at. */
  default void begins(long rows) {}

  /** So many more of them were looked at, and this was done. */
  default void repaired(long rows, RepairCounts counts) {}
}
