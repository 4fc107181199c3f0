package io.dartagnan.server.evaluation;

import java.util.List;
import org.apache.hadoop.hbase.Cell;

/**
 * A row as this party's region has it.
 *
 * @param row its key
 * @param cells all cells the scan selects, several versions each
 * @param versions the versions of the filter's column, newest first; empty when it has none
 */
record ScannedRow(byte[] row, List<Cell> cells, List<ScannedRow.Version> versions) {

  /**
   * One version of the filter's column.
   *
   * @param timestamp its timestamp
   * @param id what the three parties must agree on besides: the write id of a share, a digest of a
   *     plain value
   * @param cell the cell itself
   */
  record Version(long timestamp, long id, Cell cell) {

    boolean isSameWrite(long otherTimestamp, long otherId) {
      return timestamp == otherTimestamp && id == otherId;
    }
  }
}
