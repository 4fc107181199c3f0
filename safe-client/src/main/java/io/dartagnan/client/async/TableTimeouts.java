package io.dartagnan.client.async;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;

/**
 * The timeouts of a table where its builder set none: those of HBase's own client of cloud 0.
 *
 * @param cloud0 the connection to cloud 0, which is not asked
 */
record TableTimeouts(Connection cloud0, TableName name) {

  /** One of the timeouts of a table. */
  @FunctionalInterface
  interface Kind {
    long of(Table table, TimeUnit unit);
  }

  /** A timeout that was set, in milliseconds, or else the one of cloud 0. */
  long of(OptionalInt setMs, Kind kind, TimeUnit unit) {
    if (setMs.isPresent()) {
      return unit.convert(setMs.getAsInt(), TimeUnit.MILLISECONDS);
    }
    try (Table table = cloud0.getTable(name)) {
      return kind.of(table, unit);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The timeout of scans, which only a configuration sets. */
  long ofScan(TimeUnit unit) {
    int milliseconds =
        cloud0
            .getConfiguration()
            .getInt(
                HConstants.HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD,
                HConstants.DEFAULT_HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD);
    return unit.convert(milliseconds, TimeUnit.MILLISECONDS);
  }
}
