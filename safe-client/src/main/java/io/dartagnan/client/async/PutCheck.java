package io.dartagnan.client.async;

import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;

/**
 * The check of puts that HBase's asynchronous client makes before it returns a future. What else is
 * wrong with a write comes through the future, since the table's schema may have to be asked for.
 */
final class PutCheck {
  private PutCheck() {}

  /**
   * Checks every put of an action.
   *
   * @throws IllegalArgumentException if one of them has no cells
   */
  static void require(Row action) {
    if (action instanceof Put put && put.isEmpty()) {
      throw new IllegalArgumentException("No columns to insert");
    } else if (action instanceof CheckAndMutate conditional) {
      require(conditional.getAction());
    } else if (action instanceof RowMutations mutations) {
      mutations.getMutations().forEach(PutCheck::require);
    }
  }

  /**
   * Checks a write that is to be buffered.
   *
   * @param maxCellBytes the largest cell with its coordinates; 0 or less means any
   * @throws IllegalArgumentException if it is a put without cells, or with a larger one
   */
  static void require(Mutation mutation, int maxCellBytes) {
    require(mutation);
    if (maxCellBytes > 0 && mutation instanceof Put put) {
      for (Iterable<Cell> cells : put.getFamilyCellMap().values()) {
        for (Cell cell : cells) {
          if (cell.getSerializedSize() > maxCellBytes) {
            throw new IllegalArgumentException(
                "KeyValue size too large: %d bytes, and this mutator takes at most %d"
                    .formatted(cell.getSerializedSize(), maxCellBytes));
          }
        }
      }
    }
  }
}
