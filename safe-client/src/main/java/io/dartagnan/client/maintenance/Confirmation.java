package io.dartagnan.client.maintenance;

import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.client.read.Reconciliation;
import io.dartagnan.client.read.RowReconciler;
import io.dartagnan.client.read.RowScanner;
import io.dartagnan.client.rpc.CloudFailures;
import io.dartagnan.client.rpc.CloudTables;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.client.table.ConnectionParts;
import io.dartagnan.client.table.TableScans;
import io.dartagnan.mpc.Party;
import io.dartagnan.repair.ConfirmedShare;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.ShareCell;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Confirmation of what a cloud was given in a repair of a table whose values carry tags. A giver
 * may have given something else than clients wrote, of which the cloud cannot know; so the clouds
 * compute with none of it until a client has read it, with what the two others have, and found that
 * it makes the value of their tag.
 */
final class Confirmation implements RowReconciler {
  private static final int MOST_AT_ONCE = 1_000;

  private final ProtectedTable table;
  private final CloudTables clouds;
  private final Party lost;
  private final Reconciliation rows;
  private final List<Put> confirmed = new ArrayList<>();
  private DoNotRetryIOException defect;

  private Confirmation(ProtectedTable table, CloudTables clouds, Party lost) {
    this.table = table;
    this.clouds = clouds;
    this.lost = lost;
    this.rows = Reconciliation.ofRepaired(table, this::confirm);
  }

  /**
   * Confirms what is right of some rows.
   *
   * @param lost whose cloud was given it
   * @return what is wrong with the first version that is not
   */
  static Optional<DoNotRetryIOException> of(
      RowInterval rows, ConnectionParts connection, ProtectedTable table, Party lost)
      throws IOException {
    Scan all = rows.within(new Scan().readAllVersions().setCacheBlocks(false));
    try (CloudTables clouds =
        CloudTables.of(connection.fanOut(), connection.clouds(), table.schema().table())) {
      Confirmation confirmation = new Confirmation(table, clouds, lost);
      try (RowScanner scanner = new TableScans(connection, clouds, table).open(all, confirmation)) {
        // It returns none of them.
        scanner.next();
      }
      confirmation.send();
      return Optional.ofNullable(confirmation.defect);
    }
  }

  @Override
  public Result reconcile(List<Result> byParty) throws IOException {
    try {
      rows.reconcile(byParty);
    } catch (DoNotRetryIOException e) {
      defect = defect == null ? e : defect;
    }
    if (confirmed.size() >= MOST_AT_ONCE) {
      send();
    }
    return Result.EMPTY_RESULT;
  }

  private void confirm(Cell[] version) {
    Cell own = version[table.placement().clouds().indexOf(lost)];
    Protection protection =
        table.schema().require(CellUtil.cloneFamily(own), CellUtil.cloneQualifier(own));
    if (ShareCell.isGiven(own, protection)) {
      confirmed.add(ConfirmedShare.of(own));
    }
  }

  private void send() throws IOException {
    try {
      clouds.on(lost).put(confirmed);
    } catch (IOException e) {
      throw CloudFailures.naming(lost, e);
    }
    confirmed.clear();
  }
}
