package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Values that are written and asked for, and the shares that the clouds hold of them, each known by
 * its first eight bytes: so many bytes do not come by chance.
 */
final class CapturedValues {
  private static final TableName TABLE = TableName.valueOf("captured");
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] NUMBER = Bytes.toBytes("number");
  private static final byte[] TEXT = Bytes.toBytes("text");
  private static final byte[] COPIED = Bytes.toBytes("copied");
  private static final int ROWS = 300;
  private static final int HEADER_BYTES = 12;

  private final HBasePrograms programs;
  private final Random random;
  private final Map<Long, String> known = new HashMap<>();
  private final ByteArrayOutputStream clear = new ByteArrayOutputStream();

  CapturedValues(HBasePrograms programs) {
    long seed = System.nanoTime();
    System.out.println("captured values: seed " + seed);
    this.programs = programs;
    this.random = new Random(seed);
  }

  private byte[] remembered(String what, byte[] value) {
    known.put(ByteBuffer.wrap(value).getLong(), what);
    clear.writeBytes(value);
    return value;
  }

  private byte[] text(String what) {
    return remembered(what, Bytes.toBytes("%016x of a patient".formatted(random.nextLong())));
  }

  /** Writes rows, reads them, and asks for some by their values. */
  void writeAndFilter() throws IOException {
    try (Connection connection = programs.connect("DARTAGNAN_CONF", new Configuration(false));
        Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TABLE)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .setValue("dartagnan.column.f:number", "additive int64")
              .setValue("dartagnan.column.f:text", "xor string(40)")
              .setValue("dartagnan.column.f:copied", "replicated string(40)")
              .build());
      byte[] wanted = null;
      try (BufferedMutator mutator = connection.getBufferedMutator(TABLE)) {
        for (int row = 0; row < ROWS; row++) {
          wanted = text("text of row " + row);
          mutator.mutate(
              new Put(Bytes.toBytes(Numbered.row(row)))
                  .addColumn(
                      FAMILY,
                      NUMBER,
                      remembered("number of row " + row, Bytes.toBytes(random.nextLong())))
                  .addColumn(FAMILY, TEXT, wanted)
                  .addColumn(FAMILY, COPIED, text("copied of row " + row)));
        }
      }
      admin.flush(TABLE);
      try (Table table = connection.getTable(TABLE)) {
        assertThat(count(table, new Scan())).isEqualTo(ROWS);
        for (CompareOperator operator : List.of(CompareOperator.EQUAL, CompareOperator.LESS)) {
          Scan scan =
              new Scan().setFilter(new SingleColumnValueFilter(FAMILY, TEXT, operator, wanted));
          assertThat(count(table, scan)).isPositive();
        }
      }
    }
  }

  private static int count(Table table, Scan scan) throws IOException {
    int rows = 0;
    try (ResultScanner results = table.getScanner(scan)) {
      while (results.next() != null) {
        rows++;
      }
    }
    return rows;
  }

  /** Reads what each cloud holds. */
  void readShares() throws IOException {
    for (int party = 0; party < 3; party++) {
      try (Connection cloud =
              programs.connect("DARTAGNAN_CLOUD_" + party + "_CONF", new Configuration(false));
          Table table = cloud.getTable(TABLE);
          ResultScanner rows = table.getScanner(new Scan().addFamily(FAMILY))) {
        for (Result row : rows) {
          for (Cell cell : row.rawCells()) {
            byte[] stored = CellUtil.cloneValue(cell);
            remembered(
                "share of cloud " + party, Arrays.copyOfRange(stored, HEADER_BYTES, stored.length));
          }
        }
      }
    }
    assertThat(known).hasSize(ROWS * 3 + ROWS * 9);
  }

  /** The values that are known. */
  Set<Long> all() {
    return known.keySet();
  }

  /** All of it, one after the other. */
  byte[] asItWouldLookInTheClear() {
    return clear.toByteArray();
  }

  /** Those of them that occur, each with its name. */
  Set<String> in(byte[] packets) {
    Set<String> found = new TreeSet<>();
    long window = 0;
    for (int i = 0; i < packets.length; i++) {
      window = window << 8 | packets[i] & 0xff;
      String what = i < Long.BYTES - 1 ? null : known.get(window);
      if (what != null) {
        found.add(what + " " + Long.toHexString(window));
      }
    }
    return found;
  }
}
