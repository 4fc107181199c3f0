package io.dartagnan.client.maintenance;

import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.client.table.ConnectionParts;
import io.dartagnan.client.table.PartsOwner;
import io.dartagnan.schema.InnerVersions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.LongConsumer;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Comparison of what the three clouds store of a table.
 *
 * <p><b>How.</b> Each cloud reads its rows once and sends digests of blocks of about a thousand.
 * Where those differ it sends one of each row, and where those differ the coordinates and write ids
 * of the row's versions, which are compared here. A row that is being written differs for a moment:
 * a difference counts once two looks have shown it, none of them at a write of the last minute.
 *
 * <p><b>Security.</b> The client learns coordinates, write ids and numbers of versions, and of
 * plain cells a hash of the value. No share is read. The clouds learn the rows that are looked at.
 *
 * <p>It compares write ids and not shares: bytes that a cloud altered under a write id are found by
 * a read of a {@code replicated} column, and by nobody in an {@code additive} or {@code xor} one.
 */
public final class TableAudit {
  private static final RowInterval ALL =
      new RowInterval(HConstants.EMPTY_START_ROW, HConstants.EMPTY_END_ROW);

  private final ConnectionParts connection;
  private final Duration underWay;

  private TableAudit(ConnectionParts connection, Duration underWay) {
    this.connection = connection;
    this.underWay = underWay;
  }

  /**
   * Audits through a connection.
   *
   * @param connection to three clouds; not closed
   * @throws IllegalArgumentException if it is another
   */
  public static TableAudit over(Connection connection) {
    return over(connection, RowLooks.UNDER_WAY);
  }

  /**
   * The same with another measure of what may be under way.
   *
   * @param underWay writes younger than this are not taken for torn
   */
  public static TableAudit over(Connection connection, Duration underWay) {
    return new TableAudit(PartsOwner.partsOfThree(connection, "an audit takes"), underWay);
  }

  /**
   * Compares a table that all three clouds have, enabled and with one schema.
   *
   * @param listener told while it runs
   */
  public Result run(TableName table, Listener listener) throws IOException {
    TableDescriptor descriptor = descriptor(table);
    try (AuditClouds clouds = new AuditClouds(connection, table)) {
      DifferingRows differing = new DifferingRows(clouds);
      List<RowInterval> stretches = differing.stretches(ALL, listener::compared);
      DifferingRows.Found rows = differing.rows(stretches);
      RowLooks looks =
          new RowLooks(
              clouds, family -> InnerVersions.declaredVersions(descriptor, family), underWay);
      RowLooks.Outcome outcome = looks.at(rows.listed(), listener::found);
      return new Result(
          differing.compared(),
          outcome.differing() + rows.further(),
          rows.further(),
          outcome.busy());
    }
  }

  /**
   * The stretches of rows of such a table that differ somewhere.
   *
   * @param stretches in order
   * @param compared how many rows the table has, on the cloud that has most
   * @param rows how many of those are in the stretches
   */
  public record DifferingStretches(List<RowInterval> stretches, long compared, long rows) {}

  /**
   * Finds the stretches that differ, without a look at single rows.
   *
   * @param progress told of rows that were compared
   */
  public DifferingStretches stretches(TableName table, LongConsumer progress) throws IOException {
    try (AuditClouds clouds = new AuditClouds(connection, table)) {
      DifferingRows differing = new DifferingRows(clouds);
      List<RowInterval> stretches = differing.stretches(ALL, progress);
      return new DifferingStretches(stretches, differing.compared(), differing.inStretches());
    }
  }

  /** As one cloud has it: the application's descriptor does not say what a cloud keeps. */
  private TableDescriptor descriptor(TableName table) throws IOException {
    try (Admin admin = connection.clouds().get(0).getAdmin()) {
      return admin.getDescriptor(table);
    }
  }

  /** Told of what an audit does while it runs, by one thread. */
  public interface Listener {

    /** So many more rows were compared. */
    void compared(long rows);

    /** A difference that two looks have shown. */
    void found(Difference difference);
  }

  /**
   * The sum of an audit of one table.
   *
   * @param rows how many were compared
   * @param differing how many of them the clouds do not have alike, those in the next number
   *     included
   * @param notLookedAt how many of those were not looked at cell by cell, since there are so many
   * @param busy how many were written while they were looked at, again and again: what they are is
   *     not known
   */
  public record Result(long rows, long differing, long notLookedAt, long busy) {

    /** Whether nothing was found. */
    public boolean isConsistent() {
      return differing == 0;
    }
  }
}
