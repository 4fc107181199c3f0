package io.dartagnan.client.table;

import io.dartagnan.client.filter.FilterPlan;
import io.dartagnan.client.rpc.IOFunction;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.client.rpc.TableCatalogue;
import io.dartagnan.client.scan.ExplainedScan;
import io.dartagnan.schema.FamilySettings;
import java.io.IOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;

/**
 * A scanner that is opened again, by the settings that the table's families have now, if a cloud
 * refuses its beginning as asked for by others. Once it has returned a row it fails instead: what
 * came before was read by other settings than what would follow.
 */
class RenewedScanner implements ResultScanner {

  private final TableCatalogue catalogue;
  private final TableName name;
  private final long withinMs;
  private final IOFunction<ProtectedTable, ResultScanner> opening;
  private volatile ResultScanner current;
  private volatile boolean closed;
  private boolean begun;
  private IOException failure;

  private RenewedScanner(
      TableCatalogue catalogue,
      TableName name,
      long withinMs,
      IOFunction<ProtectedTable, ResultScanner> opening,
      ResultScanner first) {
    this.catalogue = catalogue;
    this.name = name;
    this.withinMs = withinMs;
    this.opening = opening;
    this.current = first;
  }

  /**
   * Opens a scan.
   *
   * @param withinMs for how long its beginning is tried
   */
  static ResultScanner open(
      TableCatalogue catalogue,
      TableName name,
      long withinMs,
      IOFunction<ProtectedTable, ResultScanner> opening)
      throws IOException {
    ResultScanner first = opening.apply(catalogue.forReading(name));
    return first instanceof ExplainedScan
        ? new Explained(catalogue, name, withinMs, opening, first)
        : new RenewedScanner(catalogue, name, withinMs, opening, first);
  }

  /**
   * {@inheritDoc}
   *
   * @throws IOException also if it cannot be opened again, and then at every later call: the end of
   *     the rows is never pretended
   */
  @Override
  public Result next() throws IOException {
    if (closed) {
      return null;
    }
    if (failure != null) {
      throw failure;
    }
    try {
      Result row = current.next();
      begun = true;
      return row;
    } catch (IOException e) {
      if (!FamilySettings.isRefusal(e)) {
        throw e;
      }
      return again(e);
    }
  }

  private Result again(IOException refusal) throws IOException {
    // Whatever comes of it, unless it begins anew.
    failure = refusal;
    catalogue.forget(name);
    try {
      Result row = begun ? changed(refusal) : begin();
      failure = null;
      return row;
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  private Result begin() throws IOException {
    Result row =
        catalogue.read(
            name,
            withinMs,
            table -> {
              current.close();
              current = opening.apply(table);
              if (closed) {
                current.close();
              }
              return current.next();
            });
    begun = true;
    return row;
  }

  private Result changed(IOException refusal) throws IOException {
    // Says which cloud differs, if one does.
    catalogue.forReading(name);
    throw new DoNotRetryIOException(
        "the settings of families of table %s were changed while it was scanned; begin the scan again, behind the last row that it returned"
            .formatted(name),
        refusal);
  }

  private ResultScanner current() {
    return current;
  }

  @Override
  public void close() {
    closed = true;
    current.close();
  }

  @Override
  public boolean renewLease() {
    return current.renewLease();
  }

  @Override
  public ScanMetrics getScanMetrics() {
    return current.getScanMetrics();
  }

  /** One of a scan with a filter. */
  private static final class Explained extends RenewedScanner implements ExplainedScan {
    private Explained(
        TableCatalogue catalogue,
        TableName name,
        long withinMs,
        IOFunction<ProtectedTable, ResultScanner> opening,
        ResultScanner first) {
      super(catalogue, name, withinMs, opening, first);
    }

    private ExplainedScan explained() {
      return (ExplainedScan) super.current();
    }

    @Override
    public FilterPlan plan() {
      return explained().plan();
    }

    @Override
    public long fetchedRows() {
      return explained().fetchedRows();
    }

    @Override
    public long returnedRows() {
      return explained().returnedRows();
    }

    @Override
    public long meshBytes() {
      return explained().meshBytes();
    }
  }
}
