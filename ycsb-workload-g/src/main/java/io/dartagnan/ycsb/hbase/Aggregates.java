package io.dartagnan.ycsb.hbase;

import io.dartagnan.client.aggregate.PrivateAggregation;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/** Aggregates of one table under a scan's range and filter. */
public interface Aggregates {

  /** Functions of a column of numbers; {@link #COUNT} of rows. */
  enum Function {
    COUNT,
    /** Modulo 2^64, as {@code long} arithmetic is. */
    SUM,
    /** The mean from the sum modulo 2^64; not a number without rows. */
    AVG,
    /** The least signed number; not a number without rows. */
    MIN,
    MAX
  }

  /**
   * An aggregate.
   *
   * @param exact its value, 0 without one; unused by {@link Function#AVG}
   * @param mean the value of {@link Function#AVG}
   * @param exists whether there is a value: {@code COUNT} and {@code SUM} always have one
   */
  record Aggregate(long exact, double mean, boolean exists) {
    /** The aggregate of rows that were counted. */
    public static Aggregate of(long exact) {
      return new Aggregate(exact, Double.NaN, true);
    }

    /** A mean. */
    public static Aggregate ofMean(double mean) {
      return new Aggregate(0, mean, true);
    }

    /** The totals of no rows. */
    public static Aggregate none() {
      return new Aggregate(0, Double.NaN, false);
    }
  }

  /**
   * Computes one function.
   *
   * @param family and qualifier of a column of eight-byte numbers, which every row has
   * @param scan says which rows; its filter sees the columns that it selects
   */
  Aggregate of(Function function, byte[] family, byte[] qualifier, Scan scan) throws IOException;

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

  /** Aggregates that the client computes over the rows of a scan, as programs do on plain HBase. */
  final class ScannedAggregates implements Aggregates {
    private final BenchmarkTable table;

    ScannedAggregates(BenchmarkTable table) {
      this.table = table;
    }

    @Override
    public Aggregate of(Function function, byte[] family, byte[] qualifier, Scan scan)
        throws IOException {
      NumberTotals totals = new NumberTotals();
      table.scan(
          scan,
          row -> {
            Cell cell = row.getColumnLatestCell(family, qualifier);
            totals.add(
                cell == null || function == Function.COUNT
                    ? 0
                    : Bytes.toLong(cell.getValueArray(), cell.getValueOffset()));
            return true;
          });
      return totals.of(function);
    }
  }

  /** Totals of numbers that come one by one. It is for one thread. */
  final class NumberTotals {
    private long count;
    private long sum;
    private long least = Long.MAX_VALUE;
    private long greatest = Long.MIN_VALUE;

    /** Counts a number in. */
    public void add(long number) {
      count++;
      sum += number;
      least = Math.min(least, number);
      greatest = Math.max(greatest, number);
    }

    /** The aggregate of all numbers so far. */
    public Aggregates.Aggregate of(Aggregates.Function function) {
      return switch (function) {
        case COUNT -> Aggregates.Aggregate.of(count);
        case SUM -> Aggregates.Aggregate.of(sum);
        case AVG ->
            count == 0
                ? Aggregates.Aggregate.none()
                : Aggregates.Aggregate.ofMean((double) sum / count);
        case MIN -> count == 0 ? Aggregates.Aggregate.none() : Aggregates.Aggregate.of(least);
        case MAX -> count == 0 ? Aggregates.Aggregate.none() : Aggregates.Aggregate.of(greatest);
      };
    }
  }
}
