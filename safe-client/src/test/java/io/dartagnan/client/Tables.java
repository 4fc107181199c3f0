package io.dartagnan.client;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.schema.InnerVersions;
import io.dartagnan.schema.Protection;
import io.dartagnan.wire.ShareCell;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/** A table with a column of each kind, and cells of it. */
final class Tables {
  static final byte[] ROW = bytes("r");
  static final byte[] FAMILY = bytes("f");
  static final byte[] NUMBER = bytes("n");
  static final byte[] TEXT = bytes("s");
  static final byte[] PLAIN = bytes("p");
  static final byte[] XOR_NUMBER = bytes("xn");
  static final byte[] XOR_TEXT = bytes("xs");
  static final byte[] REPLICATED_NUMBER = bytes("rn");
  static final byte[] REPLICATED_TEXT = bytes("rs");

  static final TableDescriptor DECLARED =
      TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
          .setColumnFamily(
              ColumnFamilyDescriptorBuilder.newBuilder(FAMILY).setMaxVersions(2).build())
          .setValue("dartagnan.column.f:n", "additive int64")
          .setValue("dartagnan.column.f:s", "additive string(20)")
          .setValue("dartagnan.column.f:p", "plain")
          .setValue("dartagnan.column.f:xn", "xor int64")
          .setValue("dartagnan.column.f:xs", "xor string(20)")
          .setValue("dartagnan.column.f:rn", "replicated int64")
          .setValue("dartagnan.column.f:rs", "replicated string(20)")
          .build();

  static final ProtectedTable TABLE = new ProtectedTable(InnerVersions.toInner(DECLARED));

  private Tables() {}

  static Protection protection(byte[] qualifier) {
    return TABLE.schema().protectionOf(FAMILY, qualifier).orElseThrow();
  }

  /** A plain cell. */
  static Cell plain(long timestamp, String value) {
    return new KeyValue(ROW, FAMILY, PLAIN, timestamp, bytes(value));
  }

  /** A party's cell of the int64 column. */
  static Cell share(Party party, long timestamp, long writeId, long share) {
    Protection number = protection(NUMBER);
    Shares single =
        Shares.single(party, number.sharing(), number.type().ring(), new long[] {share});
    byte[] value = ShareCell.encode(number, writeId, single, 0);
    return new KeyValue(ROW, FAMILY, NUMBER, timestamp, value);
  }

  /** The shares x, y and value - x - y of one write. */
  static List<Cell> shares(long timestamp, long writeId, long value) {
    long x = 31 * writeId + timestamp;
    long y = -17 * writeId + 5;
    return List.of(
        share(Party.P0, timestamp, writeId, x),
        share(Party.P1, timestamp, writeId, y),
        share(Party.P2, timestamp, writeId, value - x - y));
  }

  /** A cloud's result for the row. */
  static Result result(Cell... cells) {
    List<Cell> sorted = new ArrayList<>(Arrays.asList(cells));
    sorted.sort(CellComparator.getInstance());
    return Result.create(sorted);
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
