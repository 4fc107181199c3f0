package io.dartagnan.clusters.program;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Writes and reads one column of one table as standard input says, and prints a line for each:
 * {@code RowProgram TABLE FAMILY QUALIFIER [key=value]...}, the last being settings of its
 * connection.
 *
 * <pre>
 *   put ROW NUMBER            done, or failed
 *   puts ROW FIRST COUNT      so many numbers one after the other: how many of them were put
 *   delete ROW                done, or failed
 *   get ROW                   the number, or none
 * </pre>
 */
public final class RowProgram {
  private final Table table;
  private final byte[] family;
  private final byte[] qualifier;

  private RowProgram(Table table, String family, String qualifier) {
    this.table = table;
    this.family = Bytes.toBytes(family);
    this.qualifier = Bytes.toBytes(qualifier);
  }

  public static void main(String[] arguments) throws IOException {
    Configuration configuration = HBaseConfiguration.create();
    for (int i = 3; i < arguments.length; i++) {
      String[] setting = arguments[i].split("=", 2);
      configuration.set(setting[0], setting[1]);
    }
    try (Connection connection = ConnectionFactory.createConnection(configuration);
        Table table = connection.getTable(TableName.valueOf(arguments[0]));
        BufferedReader orders =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      RowProgram program = new RowProgram(table, arguments[1], arguments[2]);
      for (String order = orders.readLine(); order != null; order = orders.readLine()) {
        System.out.println(program.answer(order.split(" ")));
      }
    }
  }

  private String answer(String[] order) {
    byte[] row = Bytes.toBytes(order[1]);
    return switch (order[0]) {
      case "put" -> outcome(() -> put(row, Long.parseLong(order[2])));
      case "puts" -> String.valueOf(puts(row, Long.parseLong(order[2]), Long.parseLong(order[3])));
      case "delete" -> outcome(() -> table.delete(new Delete(row).addColumns(family, qualifier)));
      case "get" -> get(row);
      default -> throw new IllegalArgumentException(order[0]);
    };
  }

  private void put(byte[] row, long number) throws IOException {
    table.put(new Put(row).addColumn(family, qualifier, Bytes.toBytes(number)));
  }

  private long puts(byte[] row, long first, long count) {
    long done = 0;
    for (long number = first; number < first + count; number++) {
      long each = number;
      done += outcome(() -> put(row, each)).equals("done") ? 1 : 0;
    }
    return done;
  }

  private String get(byte[] row) {
    try {
      return Optional.ofNullable(table.get(new Get(row)).getValue(family, qualifier))
          .map(value -> String.valueOf(Bytes.toLong(value)))
          .orElse("none");
    } catch (IOException e) {
      return failed(e);
    }
  }

  private static String outcome(Call call) {
    try {
      call.run();
      return "done";
    } catch (IOException | RuntimeException e) {
      return failed(e);
    }
  }

  private static String failed(Exception e) {
    return "failed " + String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  private interface Call {
    void run() throws IOException;
  }
}
