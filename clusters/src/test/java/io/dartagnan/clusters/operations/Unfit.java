package io.dartagnan.clusters.operations;

import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Requests that HBase refuses: puts of no column, and all that names a family that there is not.
 */
final class Unfit {
  /** The family that no table has. */
  static final byte[] FAMILY = Bytes.toBytes("none");

  private Unfit() {}

  static boolean is(Row action) {
    if (action instanceof Get get) {
      return get.getFamilyMap().containsKey(FAMILY);
    }
    return action instanceof Put put && put.isEmpty()
        || action instanceof Mutation mutation && mutation.getFamilyCellMap().containsKey(FAMILY);
  }
}
