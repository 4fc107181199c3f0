import static org.apache.hadoop.hbase.util.Bytes.toBytes;
import static org.apache.hadoop.hbase.util.Bytes.toLong;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * An application of a plain HBase, for docs/migrating.md: nothing in it knows of protection.
 *
 * <pre>
 * java $DARTAGNAN_JAVA_OPTS -cp "CONF:$DARTAGNAN_CLASSPATH" Orders.java load | report | pay ORDER
 * </pre>
 */
class Orders {
  static final TableName ORDERS = TableName.valueOf("orders");
  static final byte[] F = toBytes("f");
  static final byte[] CUSTOMER = toBytes("customer");
  static final byte[] CENTS = toBytes("cents");
  static final byte[] STATE = toBytes("state");

  public static void main(String[] args) throws Exception {
    try (Connection hbase = ConnectionFactory.createConnection(HBaseConfiguration.create());
        Table orders = hbase.getTable(ORDERS)) {
      switch (args[0]) {
        case "load" -> load(hbase, orders);
        case "report" -> report(orders);
        case "pay" -> pay(orders, args[1]);
        default -> throw new IllegalArgumentException("load, report or pay ORDER, not " + args[0]);
      }
    }
  }

  private static void load(Connection hbase, Table orders) throws Exception {
    try (Admin admin = hbase.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(ORDERS)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
              .build(),
          new byte[][] {toBytes("o0300"), toBytes("o0600")});
    }
    Random random = new Random(7);
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      puts.add(
          new Put(toBytes("o%04d".formatted(i)))
              .addColumn(F, CUSTOMER, toBytes("customer-%03d".formatted(random.nextInt(50))))
              .addColumn(F, CENTS, toBytes((long) random.nextInt(100_000)))
              .addColumn(F, STATE, toBytes(i % 3 == 0 ? "open" : "paid")));
    }
    orders.put(puts);
  }

  private static void report(Table orders) throws Exception {
    long rows = 0;
    long cents = 0;
    try (ResultScanner all = orders.getScanner(new Scan())) {
      for (Result order : all) {
        rows++;
        cents += toLong(order.getValue(F, CENTS));
      }
    }
    System.out.println(rows + " orders, " + cents + " cents");
    Scan dear =
        new Scan()
            .setFilter(
                new FilterList(
                    new SingleColumnValueFilter(
                        F, CUSTOMER, CompareOperator.EQUAL, toBytes("customer-007")),
                    new SingleColumnValueFilter(
                        F, CENTS, CompareOperator.GREATER_OR_EQUAL, toBytes(90_000L))));
    try (ResultScanner found = orders.getScanner(dear)) {
      for (Result order : found) {
        System.out.println(Bytes.toString(order.getRow()) + " " + toLong(order.getValue(F, CENTS)));
      }
    }
  }

  private static void pay(Table orders, String order) throws Exception {
    byte[] row = toBytes(order);
    boolean paid =
        orders
            .checkAndMutate(
                CheckAndMutate.newBuilder(row)
                    .ifEquals(F, STATE, toBytes("open"))
                    .build(new Put(row).addColumn(F, STATE, toBytes("paid"))))
            .isSuccess();
    System.out.println(order + (paid ? " paid" : " was not open"));
  }
}
