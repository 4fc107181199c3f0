package io.dartagnan.cli.aggregate;

import io.dartagnan.cli.cloud.Clouds;
import io.dartagnan.cli.cloud.CloudsOption;
import io.dartagnan.cli.column.TableColumns;
import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.client.aggregate.PrivateAggregation;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A database that computes aggregates. The filter of a scan judges whole rows, also by columns that
 * the scan does not select.
 */
public interface Aggregates extends AutoCloseable {

  /** A connector to such a database. */
  interface Opening {

    /**
     * Connects.
     *
     * @throws CommandException naming what does not answer
     */
    Aggregates open(CloudsOption connection) throws IOException;
  }

  /**
   * The columns that the schema of a table declares.
   *
   * @throws CommandException if there is no such table
   */
  TableColumns columns(TableName table) throws IOException;

  /** The number of rows that satisfy the scan's filter. */
  long count(TableName table, Scan scan) throws IOException;

  /** The sum of the selected {@code int64} column, mod 2^64; 0 without values. */
  long sum(TableName table, Scan scan) throws IOException;

  /** The mean of the selected {@code int64} column; empty without values. */
  OptionalDouble avg(TableName table, Scan scan) throws IOException;

  /** The least value of the selected column; empty without values. */
  Optional<byte[]> min(TableName table, Scan scan) throws IOException;

  /** The greatest value of the selected column; empty without values. */
  Optional<byte[]> max(TableName table, Scan scan) throws IOException;

  @Override
  void close() throws IOException;

  /** Aggregates that the three clouds compute together and only this program learns. */
  final class CloudAggregates implements Aggregates {
    private final Clouds clouds;
    private final PrivateAggregation aggregation;

    private CloudAggregates(Clouds clouds) {
      this.clouds = clouds;
      this.aggregation = PrivateAggregation.over(clouds.safe());
    }

    /**
     * Connects to the clouds.
     *
     * @throws CommandException naming what does not answer
     */
    public static CloudAggregates open(CloudsOption connection) throws IOException {
      return new CloudAggregates(connection.connect());
    }

    @Override
    public TableColumns columns(TableName table) throws IOException {
      return clouds.columns(table);
    }

    @Override
    public long count(TableName table, Scan scan) throws IOException {
      return aggregation.count(table, scan);
    }

    @Override
    public long sum(TableName table, Scan scan) throws IOException {
      return aggregation.sum(table, family(scan), qualifier(scan), wholeRows(scan));
    }

    @Override
    public OptionalDouble avg(TableName table, Scan scan) throws IOException {
      return aggregation.avg(table, family(scan), qualifier(scan), wholeRows(scan));
    }

    @Override
    public Optional<byte[]> min(TableName table, Scan scan) throws IOException {
      return aggregation.min(table, family(scan), qualifier(scan), wholeRows(scan));
    }

    @Override
    public Optional<byte[]> max(TableName table, Scan scan) throws IOException {
      return aggregation.max(table, family(scan), qualifier(scan), wholeRows(scan));
    }

    private static byte[] family(Scan scan) {
      return scan.getFamilies()[0];
    }

    private static byte[] qualifier(Scan scan) {
      return scan.getFamilyMap().get(family(scan)).first();
    }

    /** The same rows with all their columns, which the filter may speak of. */
    private static Scan wholeRows(Scan scan) throws IOException {
      return new Scan(scan).setFamilyMap(new TreeMap<>(Bytes.BYTES_COMPARATOR));
    }

    @Override
    public void close() throws IOException {
      clouds.close();
    }
  }
}
