package io.dartagnan.server.write;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;

/**
 * Knowledge of whether a region's memstore may have delete markers.
 *
 * <p>Batches that have some are counted before they are written. HBase asks its hooks about a batch
 * under the lock that a snapshot of the memstore waits for, so that those that were counted before
 * a flush began are in its snapshot, and in files once it has ended well. A log that was recovered
 * while the region opened may have brought some.
 */
final class MemstoreMarkers {
  private final AtomicLong begun = new AtomicLong(1);
  private volatile long inFiles;

  /** Counts a batch that is about to be written, if it has a marker. */
  void begin(MiniBatchOperationInProgress<Mutation> batch) {
    for (int i = 0; i < batch.size(); i++) {
      if (hasMarker(batch.getOperation(i)) || hasMarker(batch.getOperationsFromCoprocessors(i))) {
        begun.incrementAndGet();
        return;
      }
    }
  }

  private static boolean hasMarker(Mutation[] mutations) {
    if (mutations != null) {
      for (Mutation mutation : mutations) {
        if (hasMarker(mutation)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean hasMarker(Mutation mutation) {
    if (mutation instanceof Delete) {
      return true;
    }
    for (List<Cell> cells : mutation.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        if (CellUtil.isDelete(cell)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Number of batches with markers that have been counted. */
  long begun() {
    return begun.get();
  }

  /** Notes that the markers of so many batches are in files. */
  void flushed(long batches) {
    inFiles = batches;
  }

  /** Whether a snapshot that was taken by now may have a marker. */
  boolean mayBeThere() {
    return begun.get() != inFiles;
  }
}
