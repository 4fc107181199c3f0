package io.dartagnan.ycsb.hbase;

import io.dartagnan.client.aggregate.PrivateAggregation;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/** Aggregates that three clouds compute and none of them learns. */
final class PrivateAggregates implements Aggregates {
  private final PrivateAggregation clouds;
  private final TableName table;

  PrivateAggregates(Connection connection, TableName table) {
    this.clouds = PrivateAggregation.over(connection);
    this.table = table;
  }

  @Override
  public Aggregate of(Function function, byte[] family, byte[] qualifier, Scan scan)
      throws IOException {
    return switch (function) {
      case COUNT -> Aggregate.of(clouds.count(table, scan));
      case SUM -> Aggregate.of(clouds.sum(table, family, qualifier, scan));
      case AVG -> mean(clouds.avg(table, family, qualifier, scan));
      case MIN -> number(clouds.min(table, family, qualifier, scan));
      case MAX -> number(clouds.max(table, family, qualifier, scan));
    };
  }

  private static Aggregate mean(OptionalDouble mean) {
    return mean.isPresent() ? Aggregate.ofMean(mean.getAsDouble()) : Aggregate.none();
  }

  private static Aggregate number(Optional<byte[]> bytes) {
    return bytes.map(Bytes::toLong).map(Aggregate::of).orElseGet(Aggregate::none);
  }
}
