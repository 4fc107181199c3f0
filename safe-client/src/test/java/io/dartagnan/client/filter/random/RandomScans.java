package io.dartagnan.client.filter.random;

import io.dartagnan.client.filter.random.RandomTable.Column;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Random;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Scans without a filter: every option that has a say in which cells are returned, but raw scans.
 */
public final class RandomScans {
  private final Random random;
  private final RandomTable table;
  private final Operands operands;

  /** Scans over what a table holds. */
  public RandomScans(Random random, RandomTable table) {
    this.random = random;
    this.table = table;
    this.operands = new Operands(random, table);
  }

  /** A scan. */
  public Scan next() {
    Scan scan = new Scan();
    if (oneIn(3)) {
      scan.setReversed(true);
    }
    addRange(scan);
    addColumns(scan);
    if (oneIn(2)) {
      scan.readVersions(1 + random.nextInt(3));
    } else if (oneIn(2)) {
      scan.readAllVersions();
    }
    addTimes(scan);
    addLimits(scan);
    if (oneIn(2)) {
      scan.setLoadColumnFamiliesOnDemand(random.nextBoolean());
    }
    return scan;
  }

  private void addRange(Scan scan) {
    byte[] start = oneIn(3) ? operands.row() : new byte[0];
    byte[] stop = oneIn(4) ? operands.row() : new byte[0];
    int order = Bytes.compareTo(start, stop) * (scan.isReversed() ? -1 : 1);
    if (start.length > 0 && stop.length > 0 && order > 0) {
      byte[] swapped = start;
      start = stop;
      stop = swapped;
    }
    scan.withStartRow(start, !oneIn(4)).withStopRow(stop, oneIn(3));
  }

  private void addColumns(Scan scan) {
    if (oneIn(2)) {
      return;
    }
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      Column column = operands.column();
      if (oneIn(3)) {
        scan.addFamily(column.familyBytes());
      } else {
        scan.addColumn(
            column.familyBytes(), oneIn(6) ? operands.qualifier() : column.qualifierBytes());
      }
    }
  }

  private void addTimes(Scan scan) {
    try {
      if (oneIn(6)) {
        scan.setTimeRange(from(), to());
      }
      if (oneIn(10)) {
        scan.setColumnFamilyTimeRange(operands.column().familyBytes(), from(), to());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private long from() {
    return random.nextLong(RandomTable.NEWEST / 2);
  }

  private long to() {
    return RandomTable.NEWEST / 2 + random.nextLong(RandomTable.NEWEST / 2 + 2);
  }

  private void addLimits(Scan scan) {
    if (oneIn(5)) {
      scan.setLimit(1 + random.nextInt(5));
    } else if (oneIn(20)) {
      scan.setOneRowLimit();
    }
    if (oneIn(8)) {
      scan.setBatch(1 + random.nextInt(4));
    }
    if (scan.getLimit() <= 0 && oneIn(8)) {
      scan.setAllowPartialResults(true).setMaxResultSize(1 + random.nextInt(200));
    }
    if (oneIn(8)) {
      scan.setMaxResultsPerColumnFamily(random.nextInt(4));
    }
    if (oneIn(8)) {
      scan.setRowOffsetPerColumnFamily(random.nextInt(4));
    }
  }

  private boolean oneIn(int cases) {
    return random.nextInt(cases) == 0;
  }

  @Override
  public String toString() {
    return "scans of " + table;
  }
}
