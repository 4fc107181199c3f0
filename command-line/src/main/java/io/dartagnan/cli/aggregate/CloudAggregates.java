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

/** Aggregates that the three clouds compute together and only this program learns. */
public final class CloudAggregates implements Aggregates {
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
