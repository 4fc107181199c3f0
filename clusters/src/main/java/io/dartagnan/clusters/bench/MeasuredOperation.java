package io.dartagnan.clusters.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** An operation that is measured, on a row that its caller draws. */
enum MeasuredOperation {
  /** All five columns of a row. */
  PUT("put"),
  /** All of a row. */
  GET("get"),
  /** A row behind those that the others use, which nobody writes. */
  DELETE("delete"),
  /** The 100 rows from one on, or those that there are. */
  SCAN("scan100"),
  /** All rows. */
  SCAN_ALL("scanAll"),
  /** The half of the rows with the greater values in a column. */
  FILTER_HALF("filterHalf"),
  /** 100 puts of all columns. */
  BATCH("batch100"),
  /** 1 more in one column. */
  INCREMENT("increment"),
  /** A put of one column under a condition on another, by its value, that holds. */
  CHECK_AND_PUT("checkAndPut");

  private static final int MANY = 100;

  private final String label;

  MeasuredOperation(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }

  /**
   * Length of its turns, where others have so many seconds. A memstore is full of batches after ten
   * seconds: a turn of them has several flushes, as hours of them have.
   */
  int seconds(int given) {
    return this == BATCH ? 4 * given : given;
  }

  /** Times that it is performed to warm up, where others are so many times: it reads many rows. */
  int warming(int given) {
    return this == SCAN_ALL || this == FILTER_HALF ? given / MANY : given;
  }

  /**
   * Performs it once.
   *
   * @param row below the number of rows
   * @throws IOException also if the answer is not what was written
   */
  void perform(Table table, MeasuredRows rows, int row) throws IOException {
    switch (this) {
      case PUT -> table.put(rows.put(row));
      case GET -> require(table.get(new Get(MeasuredRows.key(row))), row);
      case DELETE -> table.delete(new Delete(MeasuredRows.key(rows.count() + row)));
      case SCAN -> {
        Scan scan =
            new Scan()
                .withStartRow(MeasuredRows.key(Math.max(0, Math.min(row, rows.count() - MANY))))
                .setLimit(MANY)
                .setCaching(MANY);
        read(table, scan, MANY);
      }
      case SCAN_ALL -> read(table, new Scan(), rows.count());
      case FILTER_HALF -> read(table, Question.HALF.scan(true), Question.HALF.answer(rows));
      case BATCH -> {
        List<Row> puts = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
          puts.add(rows.put((row + 61 * i) % rows.count()));
        }
        try {
          table.batch(puts, new Object[MANY]);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IOException("interrupted while a batch was written", e);
        }
      }
      case INCREMENT -> {
        table.increment(
            new Increment(MeasuredRows.key(row))
                .addColumn(MeasuredRows.FAMILY, MeasuredRows.qualifier(1), 1));
      }
      case CHECK_AND_PUT -> {
        byte[] key = MeasuredRows.key(row);
        CheckAndMutate check =
            CheckAndMutate.newBuilder(key)
                .ifMatches(
                    MeasuredRows.FAMILY,
                    MeasuredRows.qualifier(2),
                    CompareOperator.NOT_EQUAL,
                    Bytes.toBytes((long) MeasuredRows.VALUES))
                .build(
                    new Put(key)
                        .addColumn(
                            MeasuredRows.FAMILY,
                            MeasuredRows.qualifier(3),
                            Bytes.toBytes((long) rows.value(3, row))));
        if (!table.checkAndMutate(check).isSuccess()) {
          throw new IOException("a condition that holds was not met");
        }
      }
    }
  }

  private static void read(Table table, Scan scan, long expected) throws IOException {
    long read = 0;
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result each = scanner.next(); each != null; each = scanner.next()) {
        read++;
      }
    }
    if (read != expected) {
      throw new IOException("a scan of %d rows returned %d".formatted(expected, read));
    }
  }

  private static void require(Result found, int row) throws IOException {
    if (found.size() != MeasuredRows.COLUMNS) {
      throw new IOException("row %d came with %d cells".formatted(row, found.size()));
    }
  }
}
