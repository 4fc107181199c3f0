package io.dartagnan.server.write;

import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;

/** Hears of the rows that the writes of a region change. */
public interface RowChanges {

  /** For regions of which nobody needs to know. */
  RowChanges UNHEARD =
      new RowChanges() {
        @Override
        public void begin(MiniBatchOperationInProgress<Mutation> batch) {}

        @Override
        public void end(boolean success) {}
      };

  /** Called before any write of a batch can be seen, on the thread that does it. */
  void begin(MiniBatchOperationInProgress<Mutation> batch);

  /**
   * Called on the same thread when HBase is done with that batch; also without one.
   *
   * @param success whether its writes can be seen by now; otherwise it is not known whether they
   *     will be
   */
  void end(boolean success);
}
