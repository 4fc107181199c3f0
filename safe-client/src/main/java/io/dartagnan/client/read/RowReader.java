package io.dartagnan.client.read;

import io.dartagnan.client.rpc.ProtectedTable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;

/** Reader of one table, by a description of it. For one thread at a time, as its tables. */
public interface RowReader {

  /** The answer to a get. */
  Result get(Get get, ProtectedTable table) throws IOException;

  /**
   * The answers to a batch, if this is a better way to it than a writer's.
   *
   * @param results gets the result of each, or what it failed with
   * @return false if it is not; nothing was done
   */
  boolean get(List<? extends Row> batch, ProtectedTable table, Object[] results) throws IOException;

  /**
   * Opens a scan.
   *
   * @throws UnsupportedOperationException listing every reason why it cannot be served; nothing was
   *     sent
   */
  ResultScanner scan(Scan scan, ProtectedTable table) throws IOException;
}
