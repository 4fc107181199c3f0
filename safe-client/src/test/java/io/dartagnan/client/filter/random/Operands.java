package io.dartagnan.client.filter.random;

import io.dartagnan.client.filter.random.RandomTable.Column;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Operands of scans and filters: mostly what a table holds, else shorter, longer, empty or other.
 */
final class Operands {
  private final Random random;
  private final RandomTable table;
  private final List<byte[]> keys;
  private final List<Cell> cells;

  Operands(Random random, RandomTable table) {
    this.random = random;
    this.table = table;
    this.keys = table.keys();
    this.cells = table.cells();
  }

  <T> T of(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  Column column() {
    return of(table.columns());
  }

  byte[] row() {
    return variant(keys.isEmpty() ? new byte[0] : of(keys));
  }

  byte[] family() {
    return random.nextInt(12) == 0 ? Bytes.toBytes("d") : column().familyBytes();
  }

  byte[] qualifier() {
    return variant(column().qualifierBytes());
  }

  byte[] value() {
    return variant(cells.isEmpty() ? new byte[0] : CellUtil.cloneValue(of(cells)));
  }

  byte[] value(Column column) {
    return random.nextInt(4) == 0 ? value() : RandomTable.value(column, random);
  }

  long timestamp() {
    return random.nextLong(RandomTable.NEWEST + 2);
  }

  /** Bytes as given in three of four cases. */
  byte[] variant(byte[] bytes) {
    return switch (random.nextInt(16)) {
      case 0 -> new byte[0];
      case 1 -> Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
      case 2 -> Bytes.add(bytes, RandomTable.bytes(random, 1));
      case 3 -> RandomTable.bytes(random, 1 + random.nextInt(4));
      default -> bytes;
    };
  }
}
