package io.dartagnan.client.admin;

import io.dartagnan.client.rpc.RowKeys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The row keys at which calls split tables, as the clouds store them. Where these keep no order, a
 * new table gets as many regions as were asked for, of one size.
 */
final class StoredSplits {
  private static final int LEAST_REGIONS = 3;

  /** What orders rows without order: the beginning of a synthetic initialisation vector. */
  private static final int VECTOR_BYTES = 8;

  private StoredSplits() {}

  /** The same call by stored row keys. */
  static AdminCall of(AdminCall call, RowKeys keys) throws IOException {
    if (!keys.areSealed()) {
      return call;
    }
    List<Object> arguments = call.arguments();
    if (call.name().equals("split")) {
      List<Object> stored = new ArrayList<>();
      for (Object argument : arguments) {
        stored.add(argument instanceof byte[] row ? keys.stored(row) : argument);
      }
      return new AdminCall(call.method(), stored);
    }
    byte[][] splits = splits(arguments);
    return splits == null ? call : createTable(arguments.get(0), stored(splits, keys));
  }

  /** Those at which a new table is to be split; null for none. */
  private static byte[][] splits(List<Object> ofCreation) {
    if (ofCreation.size() == 4) {
      return between(
          (byte[]) ofCreation.get(1), (byte[]) ofCreation.get(2), (Integer) ofCreation.get(3));
    }
    return ofCreation.size() == 2 ? (byte[][]) ofCreation.get(1) : null;
  }

  /** Those of so many regions, of which the first ends, and the last begins, at a row key. */
  private static byte[][] between(byte[] start, byte[] end, int regions) {
    byte[][] splits =
        regions == LEAST_REGIONS
            ? new byte[][] {start, end}
            : regions > LEAST_REGIONS && Bytes.compareTo(start, end) < 0
                ? Bytes.split(start, end, regions - LEAST_REGIONS)
                : null;
    if (splits == null || Bytes.compareTo(start, end) >= 0) {
      throw new IllegalArgumentException(
          "%d regions between two row keys were asked for; ask for %d or more, with a start before the end and as many row keys between them"
              .formatted(regions, LEAST_REGIONS));
    }
    return splits;
  }

  private static byte[][] stored(byte[][] splits, RowKeys keys) throws IOException {
    byte[][] stored = new byte[splits.length][];
    if (keys.areOrdered() || splits.length == 0) {
      for (int i = 0; i < splits.length; i++) {
        stored[i] = keys.stored(splits[i]);
      }
      return stored;
    }
    byte[] last = new byte[VECTOR_BYTES];
    Arrays.fill(last, (byte) -1);
    byte[][] even = Bytes.split(new byte[VECTOR_BYTES], last, splits.length);
    return Arrays.copyOfRange(even, 1, even.length - 1);
  }

  private static AdminCall createTable(Object descriptor, byte[][] splits) {
    try {
      return AdminCall.of(
          Admin.class.getMethod("createTable", TableDescriptor.class, byte[][].class),
          new Object[] {descriptor, splits});
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }
}
