package io.dartagnan.ycsb.hbase;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Scan;

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
}
