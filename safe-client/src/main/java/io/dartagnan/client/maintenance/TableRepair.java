package io.dartagnan.client.maintenance;

import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.client.rpc.CloudTables;
import io.dartagnan.client.scan.AgreedPage;
import io.dartagnan.client.scan.CloudQueries;
import io.dartagnan.client.scan.CloudQueries.RangeRequest;
import io.dartagnan.client.scan.PageStream;
import io.dartagnan.client.scan.RangePlanner.ScanRange;
import io.dartagnan.client.table.ConnectionParts;
import io.dartagnan.client.table.PartsOwner;
import io.dartagnan.mpc.Party;
import io.dartagnan.query.QuerySession;
import io.dartagnan.repair.RepairCounts;
import io.dartagnan.repair.RepairRequest;
import io.dartagnan.schema.TableSchema;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Scan;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rebuilding of what one cloud has lost of a table whose protected columns are all {@code
 * replicated}: the two others have its shares too, one each.
 *
 * <p><b>How.</b> An audit finds the stretches of rows that differ. For each the three region
 * servers open a session; the givers send the cloud what it may have, batch by batch, and it writes
 * what it lacks of the versions that both have, under their timestamps and write ids. A repair that
 * was interrupted leaves nothing behind but what it has rebuilt: the next one finds less to do.
 *
 * <p><b>Security.</b> A giver sends the share that it has in common with the cloud that is rebuilt,
 * over the mesh, and nothing else of a value. The client learns counts. The cloud learns what it
 * had; and of versions that it never had, because they are torn, its share and where they are.
 */
public final class TableRepair {
  private static final Logger LOG = LoggerFactory.getLogger(TableRepair.class);

  private final ConnectionParts connection;
  private final TableAudit audit;

  private TableRepair(ConnectionParts connection, TableAudit audit) {
    this.connection = connection;
    this.audit = audit;
  }

  /**
   * Repairs through a connection.
   *
   * @param connection to three clouds; not closed
   * @throws IllegalArgumentException if it is another
   */
  public static TableRepair over(Connection connection) {
    return new TableRepair(
        PartsOwner.partsOfThree(connection, "a repair takes"), TableAudit.over(connection));
  }

  /**
   * Rebuilds what a cloud has lost of a table.
   *
   * @param lost whose cloud
   * @param dry whether nothing is to be created or written
   * @param listener told while it runs
   * @throws UnsupportedOperationException if the table has columns whose values are lost with one
   *     cloud; nothing was done
   * @throws IOException also if all was rebuilt, and not every cloud has of each row what its tags
   *     say
   */
  public Result run(Party lost, TableName table, boolean dry, Listener listener)
      throws IOException {
    RepairTarget there = new RepairTarget(connection, table, lost);
    TableSchema schema = there.requireRebuildable();
    boolean missing = there.isMissing();
    if (missing && dry) {
      return new Result(true, 0, RepairCounts.NONE);
    }
    if (missing) {
      there.create();
      listener.created();
    }
    TableAudit.DifferingStretches differing = audit.stretches(table, listener::compared);
    listener.begins(differing.rows());
    RepairCounts counts = RepairCounts.NONE;
    DoNotRetryIOException defect = null;
    try (CloudTables tables = CloudTables.of(connection.fanOut(), connection.clouds(), table)) {
      CloudQueries clouds = clouds(tables, table, schema);
      for (RowInterval stretch : differing.stretches()) {
        counts = counts.plus(repair(clouds, new Repair(lost, dry, false), stretch, listener));
        if (schema.isTagged() && !dry) {
          Optional<DoNotRetryIOException> wrong = confirm(schema, stretch, lost);
          defect = defect == null ? wrong.orElse(null) : defect;
        }
      }
    }
    if (defect != null) {
      throw new IOException(
          "table %s was rebuilt, %d versions, and not all of these rows are on each cloud as they were written: a cloud gave something else than it was given, and no cloud computes with it: %s"
              .formatted(table, counts.versions(), defect.getMessage()),
          defect);
    }
    return new Result(missing, differing.compared(), counts);
  }

  /**
   * Rebuilds what a cloud has lost of one row, unasked. What was not made durable is left out:
   * readers have passed over it, as over what one HBase has lost, and it must not come back.
   *
   * @throws UnsupportedOperationException if the table has columns whose values are lost with one
   *     cloud, or a cloud of it may lie and what a giver sends has no tags to show it; nothing was
   *     done
   */
  RepairCounts run(Party lost, TableName table, byte[] row) throws IOException {
    TableSchema schema = new RepairTarget(connection, table, lost).requireRebuildable();
    if (schema.withstandsLies() && !schema.isTagged()) {
      throw new UnsupportedOperationException(
          "table %s is rebuilt on demand alone: a cloud of it may lie".formatted(table));
    }
    RowInterval one = RowInterval.of(new Scan().withStartRow(row).withStopRow(row, true));
    RepairCounts counts;
    try (CloudTables tables = CloudTables.of(connection.fanOut(), connection.clouds(), table)) {
      counts =
          repair(
              clouds(tables, table, schema), new Repair(lost, false, true), one, Listener.NOBODY);
    }
    if (counts.versions() > 0 && schema.isTagged()) {
      confirm(schema, one, lost)
          .ifPresent(
              defect ->
                  LOG.warn(
                      "a row that was rebuilt on cloud {} is not there as it was written: a cloud gave something else than it was given; the clouds leave it to clients until it is written again: {}",
                      lost.index(),
                      defect.getMessage()));
    }
    return counts;
  }

  private Optional<DoNotRetryIOException> confirm(TableSchema schema, RowInterval rows, Party lost)
      throws IOException {
    return Confirmation.of(rows, connection, connection.catalogue().get(schema.table()), lost);
  }

  private CloudQueries clouds(CloudTables tables, TableName table, TableSchema schema)
      throws IOException {
    return CloudQueries.of(
        connection.configuration(),
        connection.regions().of(table),
        tables::scan,
        connection.scanTurns(),
        schema);
  }

  private static RepairCounts repair(
      CloudQueries clouds, Repair request, RowInterval rows, Listener listener) throws IOException {
    RepairCounts sum = RepairCounts.NONE;
    long before = 0;
    try (PageStream pages = clouds.ask(request, rows)) {
      for (AgreedPage page = pages.next(); page != null; page = pages.next()) {
        RepairCounts counts = counts(page, request.lost);
        // Another session counts from 0.
        long more = page.judgedRows() < before ? page.judgedRows() : page.judgedRows() - before;
        before = page.last() ? 0 : page.judgedRows();
        sum = sum.plus(counts);
        listener.repaired(more, counts);
      }
    }
    return sum;
  }

  private static RepairCounts counts(AgreedPage page, Party lost) throws IOException {
    try {
      return RepairCounts.decode(page.aggregates().get(lost.index()));
    } catch (IllegalArgumentException e) {
      throw new DoNotRetryIOException(e.getMessage(), e);
    }
  }

  /** The request to the clouds. */
  private record Repair(Party lost, boolean dry, boolean durable) implements RangeRequest {

    @Override
    public String name() {
      return "the repair";
    }

    @Override
    public String attribute() {
      return RepairRequest.ATTRIBUTE;
    }

    @Override
    public byte[] encode(Party party, QuerySession session, ScanRange range) {
      return new RepairRequest(
              session,
              party,
              lost,
              dry,
              durable,
              range.servers(),
              range.rows().start(),
              range.rows().stop())
          .encode();
    }
  }

  /** Told of what a repair does while it runs, by one thread. */
  public interface Listener {

    /** Hears nothing. */
    Listener NOBODY = new Listener() {};

    /** The table was missing on the cloud, and is there now. */
    default void created() {}

    /** So many more rows were compared, to find those to look at. */
    default void compared(long rows) {}

    /** Rows begin to be rebuilt; about so many are to be looked at. */
    default void begins(long rows) {}

    /** So many more of them were looked at, and this was done. */
    default void repaired(long rows, RepairCounts counts) {}
  }

  /**
   * The sum of the repair of one table.
   *
   * @param missing whether the cloud had not the table at all
   * @param compared rows that the table has
   * @param counts what was rebuilt, or would be in a dry run; nothing of a dry run on a missing
   *     table
   */
  public record Result(boolean missing, long compared, RepairCounts counts) {}
}
