package io.dartagnan.schema;

import io.dartagnan.mpc.encoding.ValueType;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;

/**
 * The protection of a column with which protocols compute: each cloud makes its party's shares of a
 * value from the cell that it stores.
 */
public interface LaneProtection extends Protection {

  /** The type of the values as protocols compute with them, one to a lane. */
  ValueType laneType();

  /** The sharing of those lanes. */
  Sharing laneSharing();

  /**
   * Reads the value of a stored cell into a lane.
   *
   * @param lanes as {@link ShareBytes#zeros} makes them, of the party that stores the cell
   * @throws UnreadableValueException if protocols cannot compute with the value
   */
  void readLane(byte[] array, int offset, int length, Shares lanes, int lane)
      throws UnreadableValueException;
}
