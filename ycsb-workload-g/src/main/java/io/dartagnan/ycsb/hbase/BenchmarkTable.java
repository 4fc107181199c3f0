package io.dartagnan.ycsb.hbase;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/** A table as one thread of a workload uses it, on one cluster or on several. */
public interface BenchmarkTable extends AutoCloseable {

  /** Takes the rows of a scan, in their order. */
  @FunctionalInterface
  interface RowReader {
    /**
     * Takes a row.
     *
     * @return whether more rows are wanted
     */
    boolean read(Result row);
  }

  /** The row that a get asks for; empty if there is none. */
  Result get(Get get) throws IOException;

  /** Writes rows; they are written when it returns. */
  void put(List<Put> puts) throws IOException;

  void delete(Delete delete) throws IOException;

  /**
   * Reads rows to the end of the scan, or until no more are wanted.
   *
   * @return nanoseconds that were spent waiting for rows, without what the reader took
   */
  long scan(Scan scan, RowReader rows) throws IOException;

  @Override
  void close() throws IOException;
}
