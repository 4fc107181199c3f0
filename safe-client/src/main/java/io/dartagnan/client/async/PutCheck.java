package io.dartagnan.client.async;

import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;

/**
 * The check of puts that HBase's asynchronous client makes before it returns a future. What else is
 * wrong with a write comes through the future, since the table's schema may have to be asked for.
 *
 * @param maxCellBytes the largest cell with its coordinates; 0 or less means any
 */
record PutCheck(int maxCellBytes) {

  /**
   * Checks every put of an action.
   *
   * @throws IllegalArgumentException if one of them has no cells, or a larger one
   */
  void require(Row action) {
    if (action instanceof Put put) {
      require(put);
    } else if (action instanceof CheckAndMutate conditional) {
      require(conditional.getAction());
    } else if (action instanceof RowMutations mutations) {
      mutations.getMutations().forEach(this::require);
    }
  }

  private void require(Put put) {
    if (put.isEmpty()) {
      throw new IllegalArgumentException("No columns to insert");
    }
    for (Iterable<Cell> cells : put.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        if (maxCellBytes > 0 && cell.getSerializedSize() > maxCellBytes) {
          throw new IllegalArgumentException(
              "KeyValue size too large: %d bytes, and at most %d are allowed"
                  .formatted(cell.getSerializedSize(), maxCellBytes));
        }
      }
    }
  }
}
