package io.dartagnan.repair;

import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;

/**
 * The put by which a client confirms a share that a cloud was given in a repair: with those of the
 * two others it makes the value whose tag they carry. It holds the cell as the cloud stores it; the
 * cloud takes the mark of what was given from that very cell, and does nothing if it has another by
 * now.
 */
public final class ConfirmedShare {

  /** Name of the put's attribute, which has no bytes. */
  public static final String ATTRIBUTE = "dartagnan.confirmation";

  private ConfirmedShare() {}

  /** Confirms a cell, as it is stored. */
  public static Put of(Cell given) {
    Put put =
        new Put(CellUtil.cloneRow(given))
            .addColumn(
                CellUtil.cloneFamily(given),
                CellUtil.cloneQualifier(given),
                given.getTimestamp(),
                CellUtil.cloneValue(given));
    put.setAttribute(ATTRIBUTE, new byte[0]);
    return put;
  }

  /** Whether a mutation confirms a cell. */
  public static boolean is(Mutation mutation) {
    return mutation.getAttribute(ATTRIBUTE) != null;
  }
}
