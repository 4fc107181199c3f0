package io.dartagnan.clusters.program;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Counts up a number in each of some rows by checkAndMutate, in several threads, every change at
 * one and the same timestamp, some of them with the deletion of column {@code another}: {@code
 * CountingProgram TABLE FAMILY QUALIFIER TIMESTAMP PREFIX ROWS THREADS CHANGES SEED}. A value is
 * the prefix, in hexadecimal or {@code -}, and eight bytes of the number.
 *
 * <p>It prints {@code counted ROW} for each change that was acknowledged, {@code gone ROW} for each
 * row that was read without a value, and {@code end}.
 */
public final class CountingProgram {
  private static final byte[] ANOTHER = Bytes.toBytes("another");

  private final Connection connection;
  private final TableName name;
  private final byte[] family;
  private final byte[] qualifier;
  private final long timestamp;
  private final byte[] prefix;
  private final int rows;
  private final Consumer<String> output;

  /** For {@code rows} rows of a table; {@code output} gets the lines. */
  public CountingProgram(Connection connection, String[] arguments, Consumer<String> output) {
    this.connection = connection;
    this.name = TableName.valueOf(arguments[0]);
    this.family = Bytes.toBytes(arguments[1]);
    this.qualifier = Bytes.toBytes(arguments[2]);
    this.timestamp = Long.parseLong(arguments[3]);
    this.prefix = arguments[4].equals("-") ? new byte[0] : HexFormat.of().parseHex(arguments[4]);
    this.rows = Integer.parseInt(arguments[5]);
    this.output = output;
  }

  /** Runs it on the three clouds. */
  public static void main(String[] arguments) throws Exception {
    try (Connection connection = ConnectionFactory.createConnection(HBaseConfiguration.create())) {
      new CountingProgram(connection, arguments, CountingProgram::print)
          .count(
              Integer.parseInt(arguments[6]),
              Integer.parseInt(arguments[7]),
              Long.parseLong(arguments[8]));
    }
    print("end");
  }

  private static synchronized void print(String line) {
    System.out.println(line);
    System.out.flush();
  }

  /** The key of a row. */
  public static byte[] row(int index) {
    return Bytes.toBytes("row-" + index);
  }

  /** The put of a number. */
  public Put put(int row, long number) {
    return new Put(row(row)).addColumn(family, qualifier, timestamp, value(number));
  }

  private Delete deleteOfAnother(int row) {
    return new Delete(row(row)).addColumns(family, ANOTHER, timestamp);
  }

  /** The value of a number. */
  public byte[] value(long number) {
    return Bytes.add(prefix, Bytes.toBytes(number));
  }

  /** The number in a row; -1 if there is none. */
  public long number(Table table, int row) throws IOException {
    return number(table.get(new Get(row(row)).addColumn(family, qualifier)));
  }

  /** The number in a row that was read; -1 if there is none. */
  public long number(Result read) {
    byte[] value = read.getValue(family, qualifier);
    return value == null ? -1 : Bytes.toLong(value, prefix.length);
  }

  /** Counts until so many changes of each thread are acknowledged, or attempts run out. */
  public void count(int threads, int changes, long seed)
      throws InterruptedException, ExecutionException {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Future<Void>> running = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      Random random = new Random(seed * 31 + thread);
      running.add(
          pool.submit(
              () -> {
                count(changes, random);
                return null;
              }));
    }
    pool.shutdown();
    for (Future<Void> each : running) {
      each.get();
    }
  }

  private void count(int changes, Random random) throws IOException {
    try (Table table = connection.getTable(name)) {
      int counted = 0;
      for (int attempt = 0; attempt < 20 * changes && counted < changes; attempt++) {
        int row = random.nextInt(rows);
        long number = number(table, row);
        if (number < 0) {
          output.accept("gone " + row);
        } else {
          CheckAndMutate.Builder ifSame =
              CheckAndMutate.newBuilder(row(row)).ifEquals(family, qualifier, value(number));
          Put put = put(row, number + 1);
          CheckAndMutate next =
              random.nextInt(4) == 0
                  ? ifSame.build(RowMutations.of(List.of(put, deleteOfAnother(row))))
                  : ifSame.build(put);
          if (table.checkAndMutate(next).isSuccess()) {
            output.accept("counted " + row);
            counted++;
          }
        }
      }
    }
  }
}
