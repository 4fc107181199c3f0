package io.dartagnan.cli.aggregate;

import io.dartagnan.cli.cloud.CloudsOption;
import io.dartagnan.cli.column.TableColumns;
import io.dartagnan.cli.terminal.CommandException;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Scan;

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
}
