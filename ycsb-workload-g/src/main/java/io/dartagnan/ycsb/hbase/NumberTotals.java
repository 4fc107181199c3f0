package io.dartagnan.ycsb.hbase;

/** Totals of numbers that come one by one. It is for one thread. */
public final class NumberTotals {
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
