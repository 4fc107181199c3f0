package io.dartagnan.client.write;

import io.dartagnan.client.cloud.CloudOutcome;
import io.dartagnan.client.cloud.CloudTables;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * Search for a refused write on the clouds that refused it: HBase's client sends a write again when
 * an answer is lost, and a cloud may have done it the first time and refused it the second.
 *
 * <p>Another process' delete of the same stamp looks like a delete that is sought, so that the
 * clouds are asked for the cells of this write alone.
 */
final class EarlierAttempt {
  private static final CellComparator ORDER = CellComparator.getInstance();

  private EarlierAttempt() {}

  /**
   * Notes it as done where it is found, and as not known where a cloud did not answer.
   *
   * @param refused writes that no cloud accepted
   * @throws IOException if interrupted, or the connection is closed
   */
  static void search(CloudTables tables, List<SplitAction> refused) throws IOException {
    List<CloudOutcome<List<Boolean>>> found =
        tables.outcomes(
            cloud -> {
              List<Boolean> done = new ArrayList<>(refused.size());
              for (SplitAction action : refused) {
                done.add(isOn(cloud, tables.on(cloud), action.write()));
              }
              return done;
            });
    for (CloudOutcome<List<Boolean>> outcome : found) {
      if (outcome.failure() instanceof Error error) {
        throw error;
      }
      for (int i = 0; i < refused.size(); i++) {
        if (outcome.failed()) {
          refused
              .get(i)
              .reply(outcome.cloud(), new SplitAction.Reply(null, outcome.failure(), null, false));
        } else if (outcome.value().get(i)) {
          refused.get(i).reply(outcome.cloud(), SplitAction.Reply.done(Result.EMPTY_RESULT));
        }
      }
    }
  }

  /** Whether a write is on a cloud. */
  static boolean isOn(Party cloud, Table table, SplitWrite write) throws IOException {
    byte[] row = write.outer().getRow();
    List<Cell> cells =
        write.on(cloud).getFamilyCellMap().values().stream().flatMap(List::stream).toList();
    // All or nothing of a mutation is on a cloud: the first cell stands for all.
    Cell sought = cells.isEmpty() ? null : cells.get(0);
    // Deleted versions too: another writer may have deleted it meanwhile. The deletion of a whole
    // row has no cell here, and a marker in each family there.
    Scan scan =
        new Scan()
            .withStartRow(row)
            .withStopRow(row, true)
            .setRaw(true)
            .readAllVersions()
            .setTimestamp(sought == null ? write.stamp() : sought.getTimestamp());
    write.identity().seekBy(scan);
    if (sought != null) {
      scan.addFamily(CellUtil.cloneFamily(sought));
    }
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result result : scanner) {
        for (Cell cell : result.rawCells()) {
          if (sought == null
              ? PrivateCellUtil.isDeleteFamily(cell)
              : isSame(sought, cell, write, cloud)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static boolean isSame(Cell sought, Cell cell, SplitWrite write, Party cloud) {
    return ORDER.compareWithoutRow(sought, cell) == 0
        && (CellUtil.isDelete(cell)
            || write.versionId(sought, cloud) == write.versionId(cell, cloud));
  }
}
